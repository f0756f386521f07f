/** What stores ask of a master, by what was measured of it: why it cannot be one, and what its artist should know. */
import type { MasterMeasures } from '#audio/measure-master.ts';
import type { Credentials } from '#features/recordings/contract.ts';
import type { MasterState } from './limits.ts';
import type { Finding } from './rules.ts';

/** As it is kept: what was measured, and what proves that not a bit has changed. */
export interface MasterLook extends MasterMeasures {
  sha256: string;
  crc32: number;
  /** s: what is at t in the entry is at t + offset here. */
  offset?: number;
  /** What the file itself says about its making; null or absent where it says nothing. */
  credentials?: Credentials | null;
}

/** The recording of the contest. */
export interface Entry {
  /** s. */
  seconds: number;
  /** Share of its sounding seconds that are in the master, 0 to 1. */
  share: number;
}

/** s by which a master may be longer or shorter: a fade, silence that was cut. */
const MOST_DIFFERENCE = 5;
/** From this share on it is the same recording. */
const SAME_SHARE = 0.5;
/** Hz. Filters of converters close above; no converter closes below the first, the best encoders between the two. */
const ENCODER_WALL = 19_700;
const LAST_ENCODER_WALL = 20_700;
/** Hz: what a recording at 44.1 or 48 kHz can hold at most. */
const PLAIN_TOP = 24_300;
const HIGH_RATE = 88_200;
/** From this share of places on the whole file was encoded; below, it may be a sample that somebody used. */
const MOSTLY_CODED = 0.5;
/** s. */
const MOST_SILENCE = 10;
const NOTED_SILENCE = 2;
const MOST_DC = 0.01;
const NOTED_DC = 0.001;
/** dBTP, and share of samples. */
const NOTED_PEAK = -1;
const NOTED_CLIPPING = 0.0005;

const kilo = (hz: number) => `${Number((hz / 1000).toFixed(1))} kHz`;

export const sayLength = (seconds: number) =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;

/** Whether it can be one at all, by itself. */
export function refuseSound(master: MasterMeasures): string | null {
  const { silentShare, leadingSilence, trailingSilence, dcOffset } = master;
  if (silentShare >= 0.99) return 'There is nothing to hear in this file.';
  if (Math.max(leadingSilence, trailingSilence) > MOST_SILENCE)
    return `There are ${Math.round(Math.max(leadingSilence, trailingSilence))} seconds of silence at ${leadingSilence > trailingSilence ? 'the start' : 'the end'}. Cut them off.`;
  if (dcOffset > MOST_DC)
    return `The wave lies ${Number((dcOffset * 100).toFixed(1))}% off its middle (DC). Run a DC filter and export it again.`;
  return null;
}

type Traces = Pick<MasterMeasures, 'sampleRate' | 'wallHz' | 'coder'>;

/** Whether it looks as if it had been smaller once. An old recording may look so too: staff can accept it. */
export function refuseEncoded({ sampleRate, wallHz, coder }: Traces): string | null {
  if (wallHz !== null && sampleRate >= HIGH_RATE && wallHz <= PLAIN_TOP)
    return `This file says ${kilo(sampleRate)}, and its sound ends at ${kilo(wallHz)}: it was made larger from less. Send it as it was.`;
  if (wallHz !== null && wallHz < ENCODER_WALL)
    return `The sound ends sharply at ${kilo(wallHz)}, as an MP3 or AAC encoder leaves it. Send what the mix was exported to first.`;
  if (coder && coder.share >= MOSTLY_CODED)
    return `This was an ${coder.as} file once: its sound still lies in the frames of one. Send what the mix was exported to first.`;
  return null;
}

/** Whether it is the recording that was entered. */
export function refuseOther({ seconds }: MasterMeasures, entry: Entry): string | null {
  if (Math.abs(seconds - entry.seconds) > MOST_DIFFERENCE)
    return `This master is ${sayLength(seconds)} long, your entry ${sayLength(entry.seconds)}. Send the master of the same recording.`;
  return entry.share >= SAME_SHARE
    ? null
    : 'This is another recording than the one you entered. Send the master of that one.';
}

/** Where filters of converters and the best encoders look alike, or only parts were encoded, it is only said. */
export function noteEncoded({ wallHz, coder }: Traces): string | null {
  if (coder)
    return `Parts of the sound lie in the frames of an ${coder.as} file. If it was made from one, send the original.`;
  return wallHz !== null && wallHz <= LAST_ENCODER_WALL
    ? `The sound ends sharply at ${kilo(wallHz)}, as in an MP3 of the highest quality. If it was made from one, send the original.`
    : null;
}

const sayTrace = ({ wallHz, coder }: Traces) =>
  wallHz === null
    ? `it seems to have been an ${coder?.as} file once`
    : `its sound ends sharply at ${kilo(wallHz)}`;

/** What does not stand in its way. */
export function remarkOnMaster(master: MasterMeasures, isAccepted = false): string[] {
  const { bits, usedBits, truePeakDb, clippedShare, dcOffset, channels } = master;
  const encoded = noteEncoded(master);
  const silence = Math.max(master.leadingSilence, master.trailingSilence);
  const remarks: [boolean, string][] = [
    [isAccepted, `Our people accepted it although ${sayTrace(master)}.`],
    [!isAccepted && encoded !== null, encoded ?? ''],
    [usedBits < bits, `The file has ${bits} bits, the sound in it ${usedBits}.`],
    [
      truePeakDb > NOTED_PEAK,
      `It peaks at ${truePeakDb} dBTP. Stores’ encoders add to that: −1 leaves room.`,
    ],
    [clippedShare > NOTED_CLIPPING, 'Some of its tops are cut off (clipping).'],
    [dcOffset > NOTED_DC, `The wave lies ${Number((dcOffset * 100).toFixed(1))}% off its middle (DC).`],
    [silence > NOTED_SILENCE, `There are ${Math.round(silence)} seconds of silence at one end.`],
    [channels === 1, 'It is mono.'],
  ];
  return remarks.filter(([holds]) => holds).map(([, words]) => words);
}

/** 'FLAC, 24 bit, 96 kHz, 3:25, −9.1 LUFS, −0.3 dBTP' */
export const describeMaster = ({ container, bits, sampleRate, seconds, ...levels }: MasterMeasures) =>
  [
    ...[container, `${bits} bit`, kilo(sampleRate), sayLength(seconds)],
    ...[`${levels.integratedLufs} LUFS`, `${levels.truePeakDb} dBTP`],
  ]
    .join(', ')
    .replaceAll('-', '−');

const NEEDED =
  'Send the master: WAV, AIFF or FLAC of the same recording, 16 or 24 bit, up to 192 kHz and 500 MB.';

interface KeptMaster {
  state: MasterState;
  refusal: string | null;
  audioSha256: string | null;
}

/** Of a track whose present recording is this one. */
export function findMasterProblem(master: KeptMaster | undefined, audioSha256: string): Finding {
  const problem = refuseMaster(master, audioSha256);
  return { problem, missing: problem !== null && master?.state !== 'refused' };
}

export function refuseMaster(master: KeptMaster | undefined, audioSha256: string): string | null {
  if (!master) return NEEDED;
  if (master.state === 'arriving') return 'The master has not arrived whole. Choose the same file to go on.';
  if (master.state === 'checking') return 'We are listening to the master.';
  if (master.state === 'refused') return master.refusal;
  return master.audioSha256 === audioSha256
    ? null
    : 'You have entered another version since. Send the master of that one.';
}
