/** What is in a package, in names every system takes, and how a distributor's batch is laid out. */
import type { ReleaseDraft } from './contract.ts';
import type { DeliveryKind } from './limits.ts';
import { normaliseEan } from './rules-codes.ts';

export interface AudioFacts {
  container: 'WAV' | 'AIFF' | 'FLAC';
  codec: 'PCM' | 'FLAC';
  channels: number;
  sampleRate: number;
  /** Of a sample. */
  bits: number;
}

export interface PackedFile {
  /** Below the release's folder: 'resources/…'. */
  path: string;
  bytes: number;
  sha256: string;
}

export interface PackedTrack extends PackedFile, AudioFacts {
  seconds: number;
}

export interface PackedCover extends PackedFile {
  format: 'JPEG' | 'PNG';
  width: number;
  height: number;
}

/** What a message is written from: the draft that passed every rule, and the files that go with it. */
export interface ReleasePackage {
  kind: DeliveryKind;
  draft: ReleaseDraft;
  isAlbum: boolean;
  tracks: readonly PackedTrack[];
  cover: PackedCover;
  /** Ours, and whom it is for: DDEX party ids and names. */
  sender: MessageParty;
  recipient: MessageParty;
  messageId: string;
  /** One for all messages about this release. */
  threadId: string;
  createdAt: Date;
  /** Nobody acts on it: our own party id, or the other's, is not set. */
  isTest: boolean;
}

export interface MessageParty {
  dpid: string;
  name: string;
}

export const ENDINGS = { WAV: 'wav', AIFF: 'aiff', FLAC: 'flac' } as const;

/** By DDEX's naming for batches: the release's number, the medium, the track. */
export const trackPath = (ean: string, position: number, container: AudioFacts['container']) =>
  `resources/${ean}_01_${String(position).padStart(3, '0')}.${ENDINGS[container]}`;
export const coverPath = (ean: string, format: PackedCover['format']) =>
  `resources/${ean}.${format === 'JPEG' ? 'jpg' : 'png'}`;

/** Folder and message of a release are called by its number. */
export const releaseFolder = ({ upc }: ReleaseDraft) => normaliseEan(upc);

/** YYYYMMDDhhmmssmmm, in UTC: batches sort by when they were made. */
export const batchName = (at: Date) => at.toISOString().replace(/\D/g, '').slice(0, 17);

/** ISO 8601, to a thousandth: PT3M25.5S. */
export function printDuration(seconds: number): string {
  const whole = Math.round(seconds * 1000) / 1000;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = Number((whole % 60).toFixed(3));
  return `PT${hours ? `${hours}H` : ''}${hours || minutes ? `${minutes}M` : ''}${rest}S`;
}

/** A file name that every system takes. */
export const safeName = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is taken out
    .replace(/[\u0000-\u001f<>:"/\\|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .trim()
    .slice(0, 100) || 'Untitled';
