import { expect, test } from 'vitest';
import { isSample, SAMPLE_ROWS } from './copy-samples.ts';
import { displayScore, pageOfRows, readBoardView, scoreBand, writeBoardView } from './rules-display.ts';

test('LB-4 the displayed score is floor(75 + score/100*25) for every score', () => {
  expect([0, 3, 4, 58, 66, 71, 78, 86, 100].map(displayScore)).toEqual([75, 75, 76, 89, 91, 92, 94, 96, 100]);
  // The same in whole numbers, so that no rounding of ours can hide.
  for (let raw = 0; raw <= 100; raw++)
    expect(displayScore(raw)).toBe(75 + Math.trunc((raw * 25 - ((raw * 25) % 100)) / 100));
});

test('LB-4 one colour from 90, another from 85 to 89, none below', () => {
  expect([100, 90].map(scoreBand)).toEqual(['top', 'top']);
  expect([89, 85].map(scoreBand)).toEqual(['high', 'high']);
  expect([84, 75].map(scoreBand)).toEqual(['plain', 'plain']);
});

test('LB-1 chip, search and page come from the address, and nonsense is left out', () => {
  expect(readBoardView({ genre: 'R&B', search: 'moon', page: '3' })).toEqual({
    genre: 'R&B',
    search: 'moon',
    page: 3,
  });
  expect(readBoardView({ genre: 'Polka', page: '-2' })).toEqual({ genre: '', search: '', page: 1 });
  expect(readBoardView({ page: ['2', '9'] }).page).toBe(2);
  expect(readBoardView({ page: '1e99' }).page).toBe(1);
});

test('LB-1 what a person has heard can be asked for alone, and the address keeps it', () => {
  const view = readBoardView({ heard: 'yes' });
  expect(view.heard).toBe('yes');
  expect(readBoardView({ heard: 'no' }).heard).toBeUndefined();
  expect(writeBoardView(view)).toEqual({ heard: 'yes' });
  const rows = SAMPLE_ROWS.map((row) => ({ ...row, heard: row.rank === 4 }));
  expect(pageOfRows(rows, view).rows.map(({ rank }) => rank)).toEqual([4]);
});

test('LB-1 the address says only what is not usual', () => {
  expect(writeBoardView({ genre: '', search: '  ', page: 1 })).toEqual({});
  expect(writeBoardView({ genre: 'Pop', search: ' sun ', page: 2 })).toEqual({
    genre: 'Pop',
    search: 'sun',
    page: '2',
  });
});

test('LB-7 there are five sample rows, ranked by score, told apart from real ones', () => {
  expect(SAMPLE_ROWS).toHaveLength(5);
  expect(SAMPLE_ROWS.every(isSample)).toBe(true);
  expect(isSample({ id: 1 })).toBe(false);
  const scores = SAMPLE_ROWS.map((row) => row.score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test('LB-8 a chip or a search leaves the rank of a sample row alone', () => {
  const view = { genre: 'Pop', search: 'OVERPASS', page: 1 };
  const { rows, total } = pageOfRows(SAMPLE_ROWS, view);
  expect(total).toBe(1);
  expect(rows[0].rank).toBe(5);
});

test('LB-3 a page past the end shows the last one', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...SAMPLE_ROWS[0], rank: index + 1 }));
  const { rows, page, total } = pageOfRows(many, { genre: '', search: '', page: 9 });
  expect([rows.map((row) => row.rank), page, total]).toEqual([[11, 12], 3, 12]);
});
