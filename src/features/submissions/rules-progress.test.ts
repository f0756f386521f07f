import { expect, test } from 'vitest';
import {
  describeQueue,
  isAlmostThere,
  NO_PROGRESS,
  secondsByBars,
  secondsToShow,
  stepBars,
} from './rules-progress.ts';

const full = { listening: 100, analyzing: 100, report: 100 };

test('PR-3 one step adds 5 to listening, then 3 to analysing, then 8 to the report', () => {
  expect(stepBars(NO_PROGRESS, full)).toEqual({ listening: 5, analyzing: 0, report: 0 });
  expect(stepBars({ ...NO_PROGRESS, listening: 100 }, full)).toEqual({
    listening: 100,
    analyzing: 3,
    report: 0,
  });
  expect(stepBars({ listening: 100, analyzing: 100, report: 0 }, full).report).toBe(8);
  expect(stepBars({ listening: 98, analyzing: 0, report: 0 }, full).listening).toBe(100);
});

test('PR-3 no bar ever passes what the server reports as finished', () => {
  const done = { listening: 100, analyzing: 37, report: 0 };
  let bars = NO_PROGRESS;
  for (let step = 0; step < 200; step++) {
    bars = stepBars(bars, done);
    expect(bars.listening).toBeLessThanOrEqual(done.listening);
    expect(bars.analyzing).toBeLessThanOrEqual(done.analyzing);
    expect(bars.report).toBeLessThanOrEqual(done.report);
  }
  expect(bars).toEqual(done);
});

test('PR-3 a bar waits for the one before it, whatever the server says', () => {
  expect(stepBars({ listening: 40, analyzing: 0, report: 0 }, full)).toEqual({
    listening: 45,
    analyzing: 0,
    report: 0,
  });
});

test('PR-3 after a retry the bars go back to what is true', () => {
  expect(stepBars(full, NO_PROGRESS)).toEqual(NO_PROGRESS);
});

test('PR-3 the remaining time is (100 - average) x 0.6 s until the server gives its own', () => {
  expect(secondsByBars(NO_PROGRESS)).toBe(60);
  expect(secondsByBars({ listening: 100, analyzing: 50, report: 0 })).toBe(30);
  expect(secondsToShow(NO_PROGRESS, { seconds: null, age: 5 })).toBe(60);
  expect(secondsToShow(NO_PROGRESS, { seconds: 12, age: 2.5 })).toBe(10);
});

test('PR-3 an estimate that has run out never claims the end', () => {
  expect(secondsToShow(NO_PROGRESS, { seconds: 3, age: 9 })).toBe(1);
  expect(secondsToShow(full, { seconds: null, age: 0 })).toBe(1);
});

test('PR-4 the plea to stay shows under 30 seconds only, and never for a failure', () => {
  expect(isAlmostThere(30, { state: 'running' })).toBe(false);
  expect(isAlmostThere(29, { state: 'running' })).toBe(true);
  expect(isAlmostThere(1, { state: 'failed' })).toBe(false);
});

test('PR-1 a waiting track is told its place and lane, a running one nothing', () => {
  expect(describeQueue({ state: 'queued', ahead: 3, lane: 'normal' })).toBe(
    '3 tracks ahead of yours, normal lane',
  );
  expect(describeQueue({ state: 'queued', ahead: 1, lane: 'front' })).toBe(
    '1 track ahead of yours, front lane',
  );
  expect(describeQueue({ state: 'queued', ahead: 0, lane: 'front' })).toBe('Next in the front lane');
  expect(describeQueue({ state: 'running', ahead: 0, lane: 'normal' })).toBeNull();
});
