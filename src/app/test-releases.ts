/** For tests: a release that every rule lets through, and the package it makes. */
import type { ReleaseDraft } from '#features/releases/contract.ts';
import type { ReleaseFacts } from '#features/releases/rules.ts';
import type { ReleasePackage } from '#features/releases/rules-package.ts';

export const TODAY = '2026-11-16';

export const GOOD_FACTS: ReleaseFacts = {
  today: TODAY,
  takenCodes: [],
  coverProblem: null,
  masterProblems: [],
};

export function makeDraft(tracks = 1): ReleaseDraft {
  return {
    title: 'Saltwater Teeth',
    version: '',
    mainArtists: ['Mina Okafor'],
    label: 'Okafor Sound',
    pLine: { year: '2026', owner: 'Okafor Sound' },
    cLine: { year: '2026', owner: 'Okafor Sound' },
    genre: 'Indie',
    originalReleaseDate: '',
    releaseDate: '2026-12-04',
    territories: { mode: 'world', codes: [] },
    upc: '036000291452',
    ai: { vocals: 'none', music: 'partly', words: 'none', artwork: 'wholly' },
    tracks: Array.from({ length: tracks }, (_, at) => ({
      title: ['Saltwater Teeth', 'Low Tide', 'Undertow'][at],
      version: '',
      featuredArtists: at === 0 ? ['Dre Palomar'] : [],
      writers: [
        { name: 'Mina Okafor', role: 'ComposerLyricist' as const, share: 66.67 },
        { name: 'Jonas Weir', role: 'Composer' as const, share: 33.33 },
      ],
      producers: ['Jonas Weir'],
      language: 'en',
      explicit: 'none' as const,
      isrc: `US-S1Z-26-0000${at + 1}`,
    })),
  };
}

export const EAN = '0036000291452';

export function makePackage(tracks = 1, change: Partial<ReleasePackage> = {}): ReleasePackage {
  const file = { bytes: 1000, sha256: 'ab'.repeat(32) };
  return {
    kind: 'release',
    draft: makeDraft(tracks),
    isAlbum: tracks > 1,
    tracks: Array.from({ length: tracks }, (_, at) => ({
      ...file,
      path: `resources/${EAN}_01_00${at + 1}.flac`,
      container: 'FLAC' as const,
      codec: 'FLAC' as const,
      channels: 2,
      sampleRate: 96_000,
      bits: 24,
      seconds: 205.5 + at,
    })),
    cover: { ...file, path: `resources/${EAN}.jpg`, format: 'JPEG', width: 3000, height: 3000 },
    sender: { dpid: 'PADPIDA2026111601A', name: 'Soundcheck' },
    recipient: { dpid: 'PADPIDA2026111602B', name: 'A Distributor' },
    messageId: 'M1',
    threadId: 'T1',
    createdAt: new Date('2026-11-16T02:00:00Z'),
    isTest: false,
    ...change,
  };
}
