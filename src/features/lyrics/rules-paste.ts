/** Reads pasted lyrics: plain text, a line a sung line, parts named in brackets. Says plainly what is wrong with it. */

export const MAX_CHARACTERS = 10_000;
export const MAX_LINES = 400;
export const MAX_LINE_CHARACTERS = 200;
export const MAX_WORDS = 2000;

export interface GivenLine {
  words: string[];
  /** Named by the artist at this line. */
  section?: string;
  /** First line after an empty one or a part's name. */
  opens: boolean;
}

/** `[Chorus]`, `[Verse 2: Mina]`; or a part's name alone on its line. */
const TAG = /^\[([^\]]{1,60})\]$/;
const PLAIN_TAG =
  /^((?:pre-?|post-?)?(?:chorus|hook|refrain)|intro|verse|bridge|break|outro)(\s*\d{1,2})?\s*:?$/i;

/** As it is kept: one form of letters and line ends, nothing invisible, no spaces at ends. */
export function tidyLyrics(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
      .replace(/\t/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is taken out
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .split('\n')
      .map((line) => line.replace(/ +/g, ' ').trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** Why tidied lyrics cannot be taken; null when they can. */
export function refuseLyrics(text: string): string | null {
  if (text.length > MAX_CHARACTERS)
    return `Lyrics may have at most ${MAX_CHARACTERS.toLocaleString('en')} characters; these have ${text.length.toLocaleString('en')}.`;
  const lines = text.split('\n');
  if (lines.length > MAX_LINES)
    return `Lyrics may have at most ${MAX_LINES} lines; these have ${lines.length}.`;
  const long = lines.findIndex((line) => line.length > MAX_LINE_CHARACTERS);
  if (long >= 0)
    return `Line ${long + 1} has ${lines[long].length} characters, more than ${MAX_LINE_CHARACTERS}. Put each sung line on a line of its own.`;
  const given = readLyrics(text);
  if (given.length === 0) return 'There are no words in this text.';
  const words = given.reduce((sum, line) => sum + line.words.length, 0);
  return words > MAX_WORDS
    ? `Lyrics may have at most ${MAX_WORDS.toLocaleString('en')} words; these have ${words.toLocaleString('en')}.`
    : null;
}

/** The sung lines. A part named again without lines of its own is sung again as it was. */
export function readLyrics(text: string): GivenLine[] {
  const parts = splitParts(text);
  const known = new Map<string, GivenLine[]>();
  return parts.flatMap(({ name, lines }) => {
    const key = name?.toLowerCase();
    const sung = lines.length > 0 || !key ? lines : (known.get(key) ?? []);
    if (key && lines.length > 0 && !known.has(key)) known.set(key, lines);
    return sung.map((line, i) =>
      i === 0 ? { ...line, opens: true, ...(name ? { section: name } : {}) } : line,
    );
  });
}

function splitParts(text: string): { name: string | null; lines: GivenLine[] }[] {
  const parts: { name: string | null; lines: GivenLine[] }[] = [{ name: null, lines: [] }];
  let opens = true;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const name = readTag(line);
    if (name !== null) {
      parts.push({ name, lines: [] });
      opens = true;
      continue;
    }
    const words = line.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    if (words.length > 0) parts[parts.length - 1].lines.push({ words, opens });
    opens = words.length === 0 ? opens || line === '' : false;
  }
  return parts;
}

/** 'Chorus' of '[Chorus: all]'; null when the line is sung. */
function readTag(line: string): string | null {
  const tag = TAG.exec(line)?.[1] ?? (PLAIN_TAG.test(line) ? line : null);
  if (tag === null) return null;
  const name = tag.split(':')[0].trim() || tag.trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
