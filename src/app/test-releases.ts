/** For tests: a release that every rule lets through, and the package it makes. */
import type { Master, Release, ReleaseDraft } from '#features/releases/contract.ts';
import { IN_ORDER, type ReleaseFacts } from '#features/releases/rules.ts';
import type { ReleasePackage } from '#features/releases/rules-package.ts';
import { type Browser, until } from './test-app.ts';

export const TODAY = '2026-11-16';

export const GOOD_FACTS: ReleaseFacts = {
  today: TODAY,
  takenCodes: [],
  cover: IN_ORDER,
  masters: [],
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

/** The calls of tus, as its clients make them. */
export const openMaster = (
  browser: Browser,
  subject: string,
  bytes: Uint8Array,
  name: string,
  position = 1,
) =>
  browser.fetch(`/api/releases/${subject}/masters/${position}`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });

export const patchMaster = (browser: Browser, path: string, bytes: Uint8Array, offset: number) =>
  browser.fetch(path, {
    method: 'PATCH',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
  });

/** Sends a master whole and waits until it was heard. */
export async function sendMaster(
  browser: Browser,
  subject: string,
  bytes: Uint8Array,
  { name = 'master.wav', position = 1 } = {},
): Promise<Master> {
  const opened = await openMaster(browser, subject, bytes, name, position);
  if (opened.status !== 201) throw new Error(`a master was not taken: ${await opened.text()}`);
  const sent = await patchMaster(browser, opened.headers.get('location')!, bytes, 0);
  if (sent.status !== 204) throw new Error(`bytes were not taken: ${await sent.text()}`);
  return until(async () => {
    const { masters } = await browser.read<Release>(`/api/releases/${subject}`);
    return masters.find((each) => each.position === position && each.state !== 'checking');
  }, 'the master to be heard');
}
