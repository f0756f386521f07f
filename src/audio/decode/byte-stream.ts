/** Reads bytes that come in chunks of any size as if they were a file read from its start. */
const NOTHING = new Uint8Array(0);

export class ByteStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = NOTHING;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes, fewer than asked only at the end. Valid until the next call. */
  async read(count: number): Promise<Uint8Array> {
    while (this.#held.length < count && (await this.#more())) {}
    const read = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(read.length);
    return read;
  }

  /** What has arrived already, or the next chunk; empty at the end. */
  async next(most: number): Promise<Uint8Array> {
    if (this.#held.length === 0) await this.#more();
    return this.read(Math.min(most, this.#held.length));
  }

  /** False when there were not that many. */
  async skip(count: number): Promise<boolean> {
    for (let left = count; left > 0; ) {
      const { length } = await this.next(left);
      if (length === 0) return false;
      left -= length;
    }
    return true;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    if (this.#held.length === 0) this.#held = value;
    else {
      const joined = new Uint8Array(this.#held.length + value.length);
      joined.set(this.#held);
      joined.set(value, this.#held.length);
      this.#held = joined;
    }
    return true;
  }
}
