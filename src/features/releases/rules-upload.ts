/** The headers of a resumable upload, as tus 1.0.0 writes them. */

/** A length or an offset; null for anything else. */
export const readLength = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,12}$/.test(header) ? Number(header) : null;

/** From 'filename c29uZy53YXY=,other ...'. */
export function readFileName(metadata: string): string {
  const coded = /(?:^|,)\s*filename ([A-Za-z0-9+/=]+)/.exec(metadata)?.[1] ?? '';
  try {
    const bytes = Uint8Array.from(atob(coded), (sign) => sign.charCodeAt(0));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is taken out
    const name = new TextDecoder().decode(bytes).replace(/[\u0000-\u001f\u007f]/g, ' ');
    return name.trim().slice(0, 255) || 'master';
  } catch {
    return 'master';
  }
}

/** What a page says about a file, so that the same one is known again. */
export function describeFile({ name, lastModified }: { name: string; lastModified: number }): string {
  const code = (text: string) =>
    btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
  return `filename ${code(name.slice(0, 255))},modified ${code(String(lastModified))}`;
}
