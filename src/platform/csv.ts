/** Writes CSV (RFC 4180) row by row, so an export of any size needs little memory, and safe to open as a spreadsheet. */
import { Readable } from 'node:stream';

export type CsvCell = string | number | bigint | boolean | Date | null | undefined;

export interface CsvColumn<Row> {
  header: string;
  cell(row: Row): CsvCell;
}

export interface CsvOptions {
  /** Begin with a byte order mark: Excel then reads UTF-8 rather than the machine's own alphabet. On unless said. */
  bom?: boolean;
}

const BOM = '\uFEFF';
/** Rows are sent together in pieces of about this many characters: one write a row would be slow. */
const PIECE = 32_768;

/** A byte stream of the header and one line a row. Destroying it stops the rows; an error of theirs breaks it off. */
export function streamCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  options: CsvOptions = {},
): Readable {
  return Readable.from(printPieces(columns, rows, options), { objectMode: false });
}

async function* printPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  { bom = true }: CsvOptions,
): AsyncGenerator<Buffer> {
  let piece = (bom ? BOM : '') + printCsvLine(columns.map(({ header }) => header));
  for await (const row of rows) {
    piece += printCsvLine(columns.map(({ cell }) => cell(row)));
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece) yield Buffer.from(piece);
}

export function printCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(printCell).join(',')}\r\n`;
}

function printCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  return quote(disarm(cell));
}

/** What makes a spreadsheet run a cell, in the letters of both widths (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A leading apostrophe makes it text. Also for '-5' typed by a person: only our own numbers are numbers. */
function disarm(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Semicolons and tabs too: in some countries they divide cells, and what follows one must not start a new cell. */
function quote(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A download: streamed, named after what it is and the day it was made. */
export function csvAnswer<Row>(
  name: string,
  now: Date,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): { body: Readable; headers: Record<string, string> } {
  const file = `${name}-${now.toISOString().slice(0, 10)}.csv`;
  return {
    body: streamCsv(columns, rows),
    headers: { 'content-disposition': `attachment; filename="${file}"` },
  };
}
