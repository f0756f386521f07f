import { expect, test } from 'vitest';
import { type CsvCell, printCsvLine, streamCsv } from './csv.ts';
import { parseCsv } from './test-csv.ts';

const columns = [
  { header: 'Artist', cell: (row: CsvCell[]) => row[0] },
  { header: 'Track, "Title"', cell: (row: CsvCell[]) => row[1] },
];

async function printRows(rows: CsvCell[][], options?: { bom?: boolean }) {
  const chunks = await streamCsv(columns, rows, options).toArray();
  return Buffer.concat(chunks).toString('utf8');
}

test.each([
  'plain',
  'with "quotes" inside',
  '"',
  '""',
  'a, b',
  'two\r\nlines',
  'two\nlines',
  'ends with a line\n',
  ' spaces around ',
  'emoji 🎤👩🏽‍🎤 and é ñ 漢字',
  'مرحبا بالعالم',
  'semi;colon',
  '<b>markup</b>',
  "it's",
  '007',
  '',
])('%j comes back as it was', async (text) => {
  const printed = await printRows([[text, 'next']], { bom: false });
  expect(parseCsv(printed)).toEqual([
    ['Artist', 'Track, "Title"'],
    [text, 'next'],
  ]);
});

test.each([
  '=1+1',
  '=HYPERLINK("http://a.example","click")',
  '+1 202 555 0142',
  '-5',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(A1)',
  '\tindented',
  '\rreturn',
  '\nnew line',
  '＝1+1',
])('SEC-4 %j cannot run: an apostrophe stands before it', (text) => {
  expect(parseCsv(printCsvLine([text, 'next']))).toEqual([[`'${text}`, 'next']]);
});

test('SEC-4 after any divider of cells, a formula still stands inside quotes', () => {
  for (const divider of [',', ';', '\t', '\n']) {
    const line = printCsvLine([`a${divider}=1+1`]);
    expect(line.startsWith('"a'), JSON.stringify(line)).toBe(true);
    expect(parseCsv(line)).toEqual([[`a${divider}=1+1`]]);
  }
});

test('numbers, dates and nothing are printed as what they are', () => {
  const when = new Date('2026-05-26T10:00:00Z');
  const line = printCsvLine([-5, 2.5, 10n, true, when, null, undefined, Number.NaN, new Date('?')]);
  expect(line).toBe('-5,2.5,10,true,2026-05-26T10:00:00.000Z,,,,\r\n');
});

test('begins with the byte order mark unless told not to', async () => {
  expect(await printRows([])).toBe('\uFEFFArtist,"Track, ""Title"""\r\n');
  expect(await printRows([], { bom: false })).toBe('Artist,"Track, ""Title"""\r\n');
});

test('SD-8 many rows arrive, in order, in few pieces', async () => {
  async function* makeRows() {
    for (let id = 0; id < 20_000; id++) yield [`artist ${id}`, `title "${id}" 🎵`];
  }
  const chunks = await streamCsv(columns, makeRows(), { bom: false }).toArray();
  expect(chunks.length).toBeGreaterThan(5);
  expect(chunks.length).toBeLessThan(100);
  const rows = parseCsv(Buffer.concat(chunks).toString('utf8'));
  expect(rows).toHaveLength(20_001);
  expect(rows[12_346]).toEqual(['artist 12345', 'title "12345" 🎵']);
});

test('rows are asked for only as they are read, and no longer once the reader is gone', async () => {
  let asked = 0;
  let markStopped = () => {};
  const stopped = new Promise<void>((resolve) => {
    markStopped = resolve;
  });
  async function* makeRows() {
    try {
      for (;;) yield [`artist ${asked++}`, 'x'.repeat(1000)];
    } finally {
      markStopped();
    }
  }
  const stream = streamCsv(columns, makeRows());
  for await (const chunk of stream) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await stopped;
  expect(asked).toBeLessThan(1000);
});

test('an error while reading rows breaks the stream off', async () => {
  async function* makeRows() {
    yield ['a', 'b'];
    throw new Error('connection lost');
  }
  await expect(streamCsv(columns, makeRows()).toArray()).rejects.toThrow('connection lost');
});
