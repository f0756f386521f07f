import { expect, test } from 'vitest';
import { answerRange, parseRange } from './range.ts';

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-', 0, 999],
  ['bytes=0-1', 0, 1],
  ['bytes=10-19', 10, 19],
  ['bytes=999-', 999, 999],
  ['bytes=990-5000', 990, 999],
  ['bytes=0-99999999999999999999999999', 0, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-500', 500, 999],
  ['bytes=-5000', 0, 999],
  ['Bytes = 0-4 ', 0, 4],
])('AU-2 %s of 1000 bytes is %i to %i', (header, start, end) => {
  expect(parseRange(header, 1000)).toEqual({ start, end });
});

test.each([
  undefined,
  ...['', 'bytes', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-4', 'bytes=1.5-2', 'bytes=--1', 'items=0-1'],
  ...['bytes=0-1,5-6', 'bytes=0-1, -5', 'bytes=0x1-2', 'bytes=-1-2', '0-1', 'bytes=0-1;x'],
])('AU-2 %j asks for the whole', (header) => {
  expect(parseRange(header, 1000)).toBe('whole');
});

test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=99999999999999999999999-', 'bytes=-0'])(
  'AU-2 %s of 1000 bytes cannot be given',
  (header) => {
    expect(parseRange(header, 1000)).toBe('unsatisfiable');
  },
);

test('nothing has no parts', () => {
  expect(parseRange(undefined, 0)).toBe('whole');
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
});

test('AU-2 the answer says what it holds', () => {
  expect(answerRange('whole', 1000)).toEqual({
    status: 200,
    headers: { 'accept-ranges': 'bytes', 'content-length': '1000' },
  });
  expect(answerRange({ start: 10, end: 19 }, 1000)).toEqual({
    status: 206,
    headers: { 'accept-ranges': 'bytes', 'content-range': 'bytes 10-19/1000', 'content-length': '10' },
  });
  expect(answerRange('unsatisfiable', 1000)).toEqual({
    status: 416,
    headers: { 'accept-ranges': 'bytes', 'content-range': 'bytes */1000', 'content-length': '0' },
  });
});
