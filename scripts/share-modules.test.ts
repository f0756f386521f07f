import { expect, test } from 'vitest';
import { nameSharedFile } from './share-modules.ts';

const IMPORTS: Record<string, string[]> = {
  results: ['player', 'dial'],
  vote: ['player'],
  rules: ['prose'],
  terms: ['prose', 'player'],
  player: ['wave'],
  dial: [],
  wave: ['player'],
  prose: [],
};
const modules = {
  getModuleInfo: (id: string) => (IMPORTS[id] ? { importedIds: IMPORTS[id] } : null),
};
const name = nameSharedFile(['results', 'vote', 'rules', 'terms'].map((page) => [page, page] as const));

test('modules that the same pages share go into one file, circles and all', () => {
  expect(name('player', modules)).toBe('shared-reading-results-vote');
  expect(name('wave', modules)).toBe('shared-reading-results-vote');
  expect(name('dial', modules)).toBe('shared-results');
});

test('pages of one family are told apart by nothing, and a module of no page is left to the bundler', () => {
  expect(name('prose', modules)).toBe('shared-reading');
  expect(name('a dialog loaded later', modules)).toBeNull();
});

test('what five families share is one file for all of them; a library stays with those who need it', () => {
  const pages = ['landing', 'results', 'vote', 'rules', 'winners'];
  const imports = {
    getModuleInfo: (id: string) =>
      pages.includes(id) ? { importedIds: ['button', 'node_modules/dialog'] } : null,
  };
  const nameOf = nameSharedFile(pages.map((page) => [page, page] as const));
  expect(nameOf('button', imports)).toBe('shared');
  expect(nameOf('node_modules/dialog', imports)).toBe('shared-artists-landing-reading-results-vote');
});
