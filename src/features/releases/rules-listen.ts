/** What the listening thread says to whoever started it. */
import type { MasterMeasures } from '#audio/measure-master.ts';

export type MasterAnswer =
  | { kind: 'more' }
  | { kind: 'done'; measures: MasterMeasures; fingerprint: Uint8Array }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string };
