/** Somebody with a browser and an address of their own, who asks again when nobody answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser } from '../../src/app/test-app.ts';
import type { Chance } from '../../src/app/test-money-world.ts';
import { findPhone, networkOf } from '../../src/app/test-voters.ts';
import { type Book, noteAnswer } from './book.ts';
import { type Site, STAFF } from './site.ts';

const ANSWER_MS = 15_000;
/** Milliseconds between two tries, and how many there are: long enough for a database to come back. */
const AGAIN_MS = 250;
const TRIES = 240;

export interface Scene {
  site: Site;
  book: Book;
  chance: Chance;
  tracks: number[];
  /** What every visitor counts by. */
  people: { next: number };
  songs: Uint8Array[];
}

export class Visitor {
  readonly browser: Browser;
  readonly phone: string;
  readonly n: number;
  readonly #book: Book;
  constructor(readonly scene: Scene) {
    this.n = scene.people.next++;
    this.phone = findPhone(this.n);
    this.browser = new Browser(scene.site.url);
    this.browser.address = networkOf(this.n + 1);
    this.#book = scene.book;
  }

  /** One try. Null: nobody knows what became of it. */
  async try<T>(
    kind: string,
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: T } | null> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await this.browser.fetch(path, { ...init, signal });
      const text = await response.text();
      noteAnswer(this.#book, kind, response.status, text);
      if (response.status === 503) return null;
      return { status: response.status, body: (text ? JSON.parse(text) : null) as T };
    } catch {
      noteAnswer(this.#book, kind, 0, '');
      return null;
    }
  }

  /** Until somebody answers. */
  async ask<T>(
    kind: string,
    path: string,
    init: () => RequestInit = () => ({}),
  ): Promise<{ status: number; body: T }> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const answer = await this.try<T>(kind, path, init());
      if (answer) return answer;
      await sleep(AGAIN_MS);
    }
    throw new Error(`${kind}: nobody answered ${path} in ${TRIES} tries`);
  }

  post<T>(kind: string, path: string, body?: unknown) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    return this.ask<T>(kind, path, () => ({
      method: 'POST',
      ...sent,
      ...(body === undefined ? {} : { headers }),
    }));
  }

  /** With the code of a text, if one arrives. */
  async signIn(): Promise<boolean> {
    const { texts } = this.scene.site;
    const asked = await this.post('code', '/api/me/code', { phone: this.phone });
    if (asked.status !== 200) return false;
    for (let turn = 0; turn < 60; turn++) {
      const text = texts.messages.findLast(({ to }) => to === this.phone)?.body;
      const code = text && /\b\d{6}\b/.exec(text)?.[0];
      if (code) {
        const { status } = await this.post('sign-in', '/api/me/sign-in', { phone: this.phone, code });
        // The first try may have used the code and lost its answer: then this browser is not signed in, as in life.
        return status === 200;
      }
      await sleep(AGAIN_MS);
    }
    return false;
  }

  async signInAsStaff(): Promise<void> {
    await this.post('staff-login', '/api/admin/login', STAFF);
  }
}
