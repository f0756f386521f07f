/** Hands a file on: to the share sheet where it takes files, else as a download. */
export async function passFile(blob: Blob, name: string): Promise<void> {
  // Signs that no file system takes.
  const file = new File([blob], name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' '), { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      // Closed without sharing. Where the touch is too long ago to share, it is a download.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
