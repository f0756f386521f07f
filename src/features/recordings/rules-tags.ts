/** Where the sound of an MP3 begins and ends: tags before and after it name the artist, which a blind listener must not read. */
export interface SoundSpan {
  start: number;
  /** The first byte after it. */
  end: number;
}

/** Bytes of an ID3v2 header (id3.org, ID3v2.4 section 3.1). */
export const TAG_HEAD = 10;
/** ID3v1 (128 bytes), before it Lyrics3 (15) or APEv2 (32): what is needed of the end to find them. */
export const TAG_TAIL = 128 + 32;

const textAt = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(Math.max(0, from), Math.max(0, to)));

/** Length of the ID3v2 tag that begins with these bytes, 0 when none does. */
export function readTagLength(head: Uint8Array): number {
  if (head.length < TAG_HEAD || textAt(head, 0, 3) !== 'ID3') return 0;
  const [a, b, c, d] = head.subarray(6, 10);
  if ((a | b | c | d) & 0x80) return 0;
  const footer = head[5] & 0x10 ? TAG_HEAD : 0;
  return TAG_HEAD + footer + ((a << 21) | (b << 14) | (c << 7) | d);
}

/** How many bytes of tags a file that ends like this ends with. */
export function readTailLength(tail: Uint8Array): number {
  let end = tail.length;
  if (textAt(tail, end - 128, end - 125) === 'TAG') end -= 128;
  const footer = tail.subarray(Math.max(0, end - 32), end);
  if (footer.length === 32 && textAt(footer, 0, 8) === 'APETAGEX') {
    const view = new DataView(footer.buffer, footer.byteOffset, 32);
    const header = view.getUint32(20, true) & 0x8000_0000 ? 32 : 0;
    return tail.length - end + view.getUint32(12, true) + header;
  }
  const lyrics = textAt(tail, end - 15, end);
  if (/^\d{6}LYRICS200$/.test(lyrics)) return tail.length - end + Number(lyrics.slice(0, 6)) + 15;
  return tail.length - end;
}
