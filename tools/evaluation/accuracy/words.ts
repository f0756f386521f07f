// Word error rate of the embedded transcriber, over generated speech alone and under composed music, and what it makes of
// music without words. Run by tools/evaluation/accuracy.ts, or alone: npx tsx tools/evaluation/accuracy/words.ts
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Transcript, VoiceSpan } from '#ports/transcription.ts';
import { openEmbeddedTranscription } from '#providers/transcription/embedded.ts';
import { composeSong } from '../../composer/compose-song.ts';
import { encodeMp3 } from '../../composer/encode-mp3.ts';
import { GENRES, randomSpec } from '../../composer/song-spec.ts';
import { FLITE_VOICES } from './language-lines.ts';
import { measureLanguages } from './languages.ts';
import { hasFlite, hasSpeech, joinSamples, speak, type Voice } from './speech.ts';
import { addErrors, countErrors, plainWords, type WordErrors } from './word-errors.ts';
import { putSection } from './write-report.ts';

const RATE = 44_100;
const REPORT = 'docs/method/accuracy.md';
const HEADING = '## Generated speech';
const MUSIC = '../shared/music';
/** Seeds that neither the demo nor the rest of the accuracy run uses. */
const FIRST_SEED = 60_000;
/** Seconds between two lines. */
const PAUSE = 1;

const VOICES: Voice[] = [
  { name: 'en-us+m3', pace: 170 },
  { name: 'en-us+f2', pace: 140 },
  { name: 'en-gb+f3', pace: 150 },
  { name: 'en-us', pace: 190 },
];
/** dB of the voice over the music, null without music. */
const LEVELS = [null, 15, 10, 5, 0];
const FEW_LEVELS = [null, 0];
const LINES = [
  'Midnight on the water and the city lights are low.',
  'I was waiting for a signal from a friend I used to know.',
  'Every little story has a river running through.',
  'I have crossed a hundred bridges just to find my way to you.',
  'Give me one more reason why I should not walk away.',
  'The train is at the station and it is not going to stay.',
];

interface Spoken {
  samples: Float32Array;
  /** Seconds at which lines begin. */
  starts: number[];
}

function speakLines(voice: Voice): Spoken {
  const pause = new Float32Array(PAUSE * RATE);
  const parts: Float32Array[] = [];
  const starts: number[] = [];
  for (const line of LINES) {
    parts.push(pause);
    starts.push(parts.reduce((sum, part) => sum + part.length, 0) / RATE);
    parts.push(speak(line, voice, RATE));
  }
  return { samples: joinSamples([...parts, pause]), starts };
}

function composeMusic(index: number): Float32Array {
  const genre = GENRES[index % GENRES.length];
  const { left, right } = composeSong(randomSpec(FIRST_SEED + index, genre, { vocal: 'none' }));
  return left.map((value, i) => (value + right[i]) / 2);
}

const power = (samples: Float32Array) =>
  samples.reduce((sum, value) => sum + value * value, 0) / samples.length;

/** Speech over music at the given level, without clipping. */
function mixOver(speech: Float32Array, music: Float32Array, levelDb: number): Float32Array {
  const gain = Math.sqrt(power(speech) / power(music)) * 10 ** (-levelDb / 20);
  const mixed = speech.map((value, i) => value + gain * music[i % music.length]);
  const peak = mixed.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return mixed.map((value) => (0.9 * value) / peak);
}

interface Row {
  /** Who spoke. */
  by: string;
  level: string;
  errors: WordErrors;
  /** s, how far the first word of a line is from where it begins. */
  offsets: number[];
}

type Listen = (samples: Float32Array, voice?: VoiceSpan[]) => Promise<Transcript>;

async function measureLevel(
  listen: Listen,
  level: number | null,
  spoken: readonly Spoken[],
  music: Float32Array[],
) {
  const errors: WordErrors[] = [];
  const offsets: number[] = [];
  for (const [i, { samples, starts }] of spoken.entries()) {
    const sound = level === null ? samples : mixOver(samples, music[i % music.length], level);
    const { words } = await listen(sound);
    errors.push(
      countErrors(plainWords(LINES.join(' ')), plainWords(words.map(({ text }) => text).join(' '))),
    );
    for (const [line, start] of starts.entries()) {
      const [first] = plainWords(LINES[line]);
      const near = words.find(
        (word) => plainWords(word.text)[0] === first && Math.abs(word.start - start) < 2,
      );
      if (near) offsets.push(Math.abs(near.start - start));
    }
  }
  const row = {
    level: level === null ? 'none' : `${level} dB below`,
    errors: addErrors(errors),
    offsets,
  };
  console.log(`words, music ${row.level}:`, row.errors);
  return row;
}

/** Words found in music without any; the whole track is given as voiced, which is worse than the engine ever does. */
async function countInvented(listen: Listen, music: readonly Float32Array[]): Promise<string> {
  let tracks = 0;
  let words = 0;
  for (const samples of music) {
    tracks++;
    words += (await listen(samples)).words.length;
  }
  const recorded = existsSync(MUSIC) ? readdirSync(MUSIC).filter((file) => file.endsWith('.mp3')) : [];
  const transcriber = openEmbeddedTranscription();
  for (const file of recorded) {
    const mp3 = readFileSync(`${MUSIC}/${file}`);
    const { signal } = new AbortController();
    const heard = await transcriber.transcribe({
      mp3,
      voice: [{ start: 0, end: 90 }],
      signal,
      onProgress: () => {},
    });
    tracks++;
    words += heard.words.length;
  }
  await transcriber.close();
  return `In ${tracks} tracks without a voice (${recorded.length} of them recorded music), all of it given as voiced, it found ${words} words.`;
}

const percent = (count: number, of: number) => (of > 0 ? `${Math.round((100 * count) / of)}%` : 'none');

function median(values: readonly number[]): string {
  if (values.length === 0) return 'none';
  const sorted = [...values].sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)].toFixed(2)} s`;
}

function writeSection(by: string, rows: readonly Row[], invented: string): string {
  return [
    HEADING,
    `By ${by}, over generated speech (${VOICES.length} voices each, ${LINES.length} lines at 140 to 190 words a minute), alone and with composed music. People who sing are another matter, above. Words that were not trusted are not shown and count as errors in the first rate; the second is about the words that are shown. A line counts as placed by how far its first word is from where it begins.`,
    '| speaker | music | spoken | shown | word error rate | wrong among shown | first word of a line off by (median) |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ by, level, errors: e, offsets }) =>
        `| ${by} | ${level} | ${e.spoken} | ${e.shown} | ${percent(e.errors, e.spoken)} | ${percent(e.wrong, e.shown)} | ${median(offsets)} |`,
    ),
    '',
    invented,
  ]
    .join('\n')
    .replace('\n| speaker', '\n\n| speaker')
    .replace(`${HEADING}\n`, `${HEADING}\n\n`);
}

/** The section on words; empty, with a word on the terminal, where there is nobody to speak. */
export async function measureWords(): Promise<string> {
  if (!hasSpeech()) {
    console.log('no espeak-ng: word error rates are left out');
    return '';
  }
  const transcriber = openEmbeddedTranscription();
  const listen: Listen = async (samples) => {
    const mp3 = await encodeMp3(samples, null, RATE, { kbps: 128 });
    const voice = [{ start: 0, end: samples.length / RATE }];
    const { signal } = new AbortController();
    return transcriber.transcribe({ mp3, voice, signal, onProgress: () => {} });
  };
  const speakers: [string, Spoken[]][] = [['espeak-ng', VOICES.map(speakLines)]];
  if (hasFlite()) speakers.push(['flite', FLITE_VOICES.map(speakLines)]);
  const music = VOICES.map((_, i) => composeMusic(i));
  const rows: Row[] = [];
  for (const [by, spoken] of speakers)
    for (const level of by === 'flite' ? FEW_LEVELS : LEVELS)
      rows.push({ by, ...(await measureLevel(listen, level, spoken, music)) });
  const invented = await countInvented(listen, music);
  const mix = (speech: Float32Array, i: number) => mixOver(speech, music[i % music.length], 0);
  const languages = await measureLanguages({ rate: RATE, listen, mix });
  await transcriber.close();
  return `${writeSection(transcriber.name, rows, invented)}\n\n${languages}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const before = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '# How accurate the engine is\n';
  mkdirSync('docs/method', { recursive: true });
  writeFileSync(REPORT, putSection(before, await measureWords()));
}
