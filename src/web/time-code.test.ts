import { expect, test } from 'vitest';
import { formatBytes, formatTime, speakTime } from './time-code.ts';

test('formats seconds as m:ss and hours', () => {
  expect(formatTime(0)).toBe('0:00');
  expect(formatTime(62.9)).toBe('1:02');
  expect(formatTime(3661)).toBe('1:01:01');
  expect(formatTime(-3)).toBe('0:00');
  expect(formatTime(Number.NaN)).toBe('–:––');
  expect(formatTime(null)).toBe('–:––');
});

test('speaks seconds in words', () => {
  expect(speakTime(462)).toBe('7 minutes 42 seconds');
  expect(speakTime(61)).toBe('1 minute 1 second');
  expect(speakTime(3600)).toBe('1 hour');
  expect(speakTime(0)).toBe('0 seconds');
});

test('formats sizes', () => {
  expect(formatBytes(900)).toBe('900 B');
  expect(formatBytes(10 * 1024 * 1024)).toBe('10.0 MB');
  expect(formatBytes(4_650_257)).toBe('4.4 MB');
});
