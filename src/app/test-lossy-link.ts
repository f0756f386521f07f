/** For tests: a way to the database that can be cut (connections die, new ones are refused) or stopped (nothing moves). */
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export class LossyLink {
  readonly #open = new Set<Socket>();
  #isCut = false;
  #isStopped = false;
  readonly #server = createServer((near) => this.#join(near));
  /** The socket file of the real one. */
  #target = '';

  /** The same database, reached through here. */
  async open(url: string): Promise<string> {
    const through = new URL(url);
    this.#target = `${through.searchParams.get('host')}/.s.PGSQL.${through.port}`;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    through.port = String((this.#server.address() as AddressInfo).port);
    through.searchParams.set('host', '127.0.0.1');
    return through.href;
  }

  #join(near: Socket): void {
    if (this.#isCut) return void near.destroy();
    const far = dial(this.#target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      this.#open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#open.delete(from);
        to.destroy();
      });
      from.pipe(to);
      if (this.#isStopped) from.pause();
    }
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  /** As a server that was paused: connected, and silent. */
  stop(): void {
    this.#isStopped = true;
    for (const socket of this.#open) socket.pause();
  }

  restore(): void {
    this.#isCut = this.#isStopped = false;
    for (const socket of this.#open) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
