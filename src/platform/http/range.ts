/** Reads a Range header as RFC 9110 section 14.2 says: what cannot be read is ignored, what cannot be given is 416. */

export interface Part {
  /** First and last byte, both included. */
  start: number;
  end: number;
}

/** The whole thing, one part of it, or nothing that this header asks for. */
export type WantedRange = 'whole' | 'unsatisfiable' | Part;

/** Several ranges in one header, which players do not send, get the whole: the RFC leaves that to the server. */
const ONE_RANGE = /^bytes[ \t]*=[ \t]*(\d*)-(\d*)[ \t]*$/i;

export function parseRange(header: string | undefined, size: number): WantedRange {
  const [, first, last] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') return readSuffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** `bytes=-500`: the last 500. */
function readSuffix(length: number, size: number): WantedRange {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}

export interface RangeAnswer {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
}

/** Status and headers that go with the bytes; with 416 no bytes go at all. */
export function answerRange(wanted: WantedRange, size: number): RangeAnswer {
  const headers = { 'accept-ranges': 'bytes' };
  if (wanted === 'whole') return { status: 200, headers: { ...headers, 'content-length': String(size) } };
  if (wanted === 'unsatisfiable') {
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}`, 'content-length': '0' },
    };
  }
  const { start, end } = wanted;
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': String(end - start + 1),
    },
  };
}
