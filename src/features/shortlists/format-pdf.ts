/**
 * A sheet of tracks as PDF 1.4, written by hand: pages of lines of text in the two Helveticas every reader has, and bars.
 * These know the letters of western Europe. Others are spelled without their accents, or as ?; the CSV has them all.
 */
export interface SheetRow {
  title: string;
  line: string;
  figures: string;
  /** 0 to 100 each. */
  peaks: readonly number[];
}

/** Points: A4. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 48];
const ROW = 52;
const FIRST_ROW = HEIGHT - 110;
const ROWS = Math.floor((FIRST_ROW - MARGIN) / ROW);

export function printSheet(heading: string, under: string, rows: readonly SheetRow[]): Uint8Array {
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / ROWS)) }, (_, page) =>
    drawPage(heading, `${under}, page ${page + 1}`, rows.slice(page * ROWS, (page + 1) * ROWS), page * ROWS),
  );
  return join(pages);
}

function drawPage(heading: string, under: string, rows: readonly SheetRow[], before: number): string {
  const parts = [
    write('B', 20, MARGIN, HEIGHT - 66, heading, 44),
    write('R', 9, MARGIN, HEIGHT - 82, under, 110),
  ];
  rows.forEach((row, place) => {
    const y = FIRST_ROW - place * ROW;
    parts.push(
      `0.8 G 0.5 w ${MARGIN} ${y + 14} m ${WIDTH - MARGIN} ${y + 14} l S`,
      write('B', 14, MARGIN, y - 8, String(before + place + 1), 4),
      write('B', 11, MARGIN + 34, y - 4, row.title, 42),
      write('R', 9, MARGIN + 34, y - 17, row.line, 58),
      write('R', 8, MARGIN + 34, y - 29, row.figures, 66),
      drawPeaks(row.peaks, 380, y - 12),
    );
  });
  return parts.join('\n');
}

/** Bars around a middle line. */
function drawPeaks(peaks: readonly number[], x: number, middle: number): string {
  const step = (WIDTH - MARGIN - x) / Math.max(1, peaks.length);
  const bars = peaks.map((peak, place) => {
    const half = Math.max(0.4, (peak / 100) * 18);
    return `${(x + place * step).toFixed(1)} ${(middle - half).toFixed(1)} ${(step * 0.6).toFixed(2)} ${(2 * half).toFixed(1)} re`;
  });
  return bars.length > 0 ? `0.35 g ${bars.join(' ')} f 0 g` : '';
}

const write = (font: 'B' | 'R', size: number, x: number, y: number, text: string, most: number): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${escapeText(shorten(text, most))}) Tj ET`;

const shorten = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 3)}...` : text);

/** Latin-1, which WinAnsi has in the same places; what is beyond loses its marks, or is a question mark. */
function toLatin(text: string): string {
  const plain = text.normalize('NFC').replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-');
  return Array.from(plain, (letter) => {
    const known = (one: string) => /^[\x20-\x7e\xa0-\xff]$/.test(one);
    if (known(letter)) return letter;
    const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return Array.from(bare).every(known) && bare ? bare : '?';
  }).join('');
}

const escapeText = (text: string) => toLatin(text).replace(/[\\()]/g, '\\$&');

/** Objects, and the table of where each begins (PDF reference 1.4, section 3.4). All of it is Latin-1: a letter is a byte. */
function join(pages: readonly string[]): Uint8Array {
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const pageIds = pages.map((_, page) => 5 + 2 * page);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${pageIds[page] + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Uint8Array.from(text + end, (letter) => letter.charCodeAt(0));
}
