/** COPY over one connection: whole tables leave and enter as text, as fast as the server writes and reads them. */
import { once } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import type pg from 'pg';

/** The part of pg's connection that COPY needs; its types leave it out. */
interface Wire {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** What pg asks of anything that is run in place of a query. */
class Copy {
  #rows = 0;
  #ended = false;
  readonly done: Promise<number>;
  #resolve!: (rows: number) => void;
  #reject!: (error: Error) => void;
  constructor(
    private readonly text: string,
    private readonly ends: { sink?: Writable; source?: AsyncIterable<Buffer> },
  ) {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(wire: Wire): void {
    wire.query(this.text);
  }
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Wire): void {
    const { sink } = this.ends;
    // A copy: pg reads what comes next into the same memory, also while the sink still has this to write.
    // One chunk of the connection may bring many rows: only the first that fills the sink has to wait for it.
    if (!sink || sink.write(Buffer.from(chunk)) || stream.isPaused()) return;
    stream.pause();
    sink.once('drain', () => stream.resume());
  }
  handleCopyInResponse(wire: Wire): void {
    void this.#send(wire).catch((error: Error) => {
      if (!this.#ended) wire.sendCopyFail(error.message);
    });
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }
  handleError(error: Error): void {
    this.#ended = true;
    this.#reject(error);
  }
  handleReadyForQuery({ stream }: Wire): void {
    this.#ended = true;
    // The end may come with the data that filled the sink, and a sink that is closed then never says that it is drained.
    stream.resume();
    this.#resolve(this.#rows);
  }

  async #send(wire: Wire): Promise<void> {
    for await (const chunk of this.ends.source ?? []) {
      // The server refused a row: it reads no further.
      if (this.#ended) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
    }
    if (!this.#ended) wire.endCopyFrom();
  }
}

/** Writes what `COPY … TO STDOUT` gives; answers with the number of rows. The sink is left open. */
export function copyOut(client: pg.ClientBase, text: string, sink: Writable): Promise<number> {
  return client.query(new Copy(text, { sink }) as Copy & pg.Submittable).done;
}

/** Feeds `COPY … FROM STDIN`; answers with the number of rows. */
export function copyIn(client: pg.ClientBase, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return client.query(new Copy(text, { source }) as Copy & pg.Submittable).done;
}
