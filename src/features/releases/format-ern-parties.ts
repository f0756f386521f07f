/** Everybody a message names, each once: the rest of it refers to them. */
import { element, type XmlElement } from './format-xml.ts';

export class PartyList {
  readonly #names = new Map<string, string>();

  /** The reference of somebody of this name. */
  refer(name: string): string {
    const written = name.trim();
    const key = written.toLowerCase();
    if (!this.#names.has(key)) this.#names.set(key, written);
    return `P${[...this.#names.keys()].indexOf(key) + 1}`;
  }

  print(): XmlElement {
    return element(
      'PartyList',
      [...this.#names.values()].map((name, at) =>
        element('Party', [
          element('PartyReference', `P${at + 1}`),
          element('PartyName', [element('FullName', name)]),
        ]),
      ),
    );
  }
}
