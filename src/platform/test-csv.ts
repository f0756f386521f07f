/** For tests: a reader of RFC 4180 written apart from our writer, by the grammar alone. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (text[at + 1] === '"') field += text[++at];
      else quoted = false;
    } else if (letter === '"' && field === '') quoted = true;
    else if (letter === ',') {
      row.push(field);
      field = '';
    } else if (letter === '\r' && text[at + 1] === '\n') {
      rows.push([...row, field]);
      row = [];
      field = '';
      at++;
    } else field += letter;
  }
  if (field || row.length || quoted) throw new Error('the last line has no end');
  return rows;
}

/** Rows by the names of their first line; a byte order mark is dropped. */
export function parseCsvRecords(text: string): Record<string, string>[] {
  const [names, ...rows] = parseCsv(text.replace(/^\ufeff/, ''));
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
}
