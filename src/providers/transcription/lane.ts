/** One transcribing thread and one question at a time. It keeps its model warm for a while, then ends and frees it. */
import type { Worker } from 'node:worker_threads';
import { startThread } from '#platform/thread.ts';
import type { LaneAnswer, LaneRequest } from './lane-messages.ts';

/** Loading takes about as long as writing down ten seconds; an idle model holds some 130 MB (ms). */
const IDLE_MS = 20_000;

export class Lane {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #settle: { resolve(answer: LaneAnswer): void; reject(error: Error): void } | undefined;

  ask(request: LaneRequest): Promise<LaneAnswer> {
    const thread = this.#start();
    thread.ref();
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      thread.postMessage(request);
    });
  }

  /** Ends the thread, in the middle of its work if need be. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    this.#fail(new Error('The transcribing thread was ended.'));
    await thread?.terminate();
  }

  #start(): Worker {
    clearTimeout(this.#idle);
    if (this.#thread) return this.#thread;
    const thread = startThread('transcribe');
    thread.on('message', (answer: LaneAnswer) => {
      const { resolve } = this.#settle ?? {};
      this.#settle = undefined;
      this.#rest();
      resolve?.(answer);
    });
    thread.on('error', (error) => this.#lose(thread, error as Error));
    thread.on('exit', (code) =>
      this.#lose(thread, new Error(`The transcribing thread ended with code ${code}.`)),
    );
    this.#thread = thread;
    return thread;
  }

  #lose(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#fail(error);
  }

  #fail(error: Error): void {
    const { reject } = this.#settle ?? {};
    this.#settle = undefined;
    reject?.(error);
  }

  #rest(): void {
    clearTimeout(this.#idle);
    // A warm model is no reason to keep a process alive.
    this.#thread?.unref();
    this.#idle = setTimeout(() => void this.end(), IDLE_MS);
    this.#idle.unref();
  }
}
