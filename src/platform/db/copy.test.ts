/** COPY on a real connection, where the one who reads is slower than the server. */
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, inject, test } from 'vitest';
import { connect } from './connect.ts';
import { copyOut } from './copy.ts';

/** Takes its time with every piece. */
function slowSink(highWaterMark: number) {
  const pieces: Buffer[] = [];
  const sink = new Writable({
    highWaterMark,
    write(piece: Buffer, _encoding, done) {
      setTimeout(() => {
        pieces.push(Buffer.from(piece));
        done();
      }, 1);
    },
  });
  return { sink, read: () => Buffer.concat(pieces).toString() };
}

test('OP-2 a table whose last rows fill the file does not hold up the table after it', async () => {
  const { pool, close } = connect(inject('databaseUrl'), { max: 1 });
  const client = await pool.connect();
  try {
    for (const rows of [3, 0, 2]) {
      const { sink } = slowSink(1);
      let waiting = 0;
      sink.on('newListener', () => {
        waiting = Math.max(waiting, sink.listenerCount('drain') + 1);
      });
      expect(await copyOut(client, `COPY (SELECT generate_series(1, ${rows})) TO STDOUT`, sink)).toBe(rows);
      expect(waiting).toBeLessThan(2);
      sink.end();
    }
  } finally {
    client.release(true);
    await close();
  }
});

test('OP-2 long rows come out as they are, however slow the file', async () => {
  const { pool, close } = connect(inject('databaseUrl'), { max: 1 });
  const client = await pool.connect();
  try {
    const { sink, read } = slowSink(2 ** 20);
    const rows =
      'SELECT n || repeat(chr(65 + n % 26), 1000 * (n % 60)) AS text FROM generate_series(1, 200) n';
    await copyOut(client, `COPY (${rows}) TO STDOUT`, sink);
    sink.end();
    await finished(sink);
    const expected = await client.query<{ text: string }>(rows);
    expect(read() === expected.rows.map(({ text }) => `${text}\n`).join('')).toBe(true);
  } finally {
    client.release(true);
    await close();
  }
});
