// An opponent: music by formula whose knobs are turned up and down as long as the score rises, against the real music at
// hand, and real music played backwards. It begins from the best of all earlier climbs, so that no way once found is
// forgotten. Writes sections of docs/method/opponent.md. Usage: npm run opponent [-- tries seed]
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { DecodeSummary, PcmChunk } from '#audio/decode/decode.ts';
import { decodeMp3 } from '#audio/decode/decode.ts';
import { ENGINE_VERSION, type Measures, measureSound, measureTrack } from '#audio/measure.ts';
import { scoreTrack, type TrackScore } from '#features/scoring/rules-score.ts';
import { describeShape } from '#features/scoring/rules-shape.ts';
import { SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import { encodeMp3 } from '../composer/encode-mp3.ts';
import { Rng } from '../composer/random.ts';
import { putSection } from './accuracy/write-report.ts';
import { measureFile, measureOnce } from './measure-once.ts';
import { KNOBS, type Knobs, SONG_RATE, writeFormulaSong } from './opponent/formula-song.ts';

const REPORT = 'docs/method/opponent.md';
/** The best song of each climb: its seed, and its knobs in their order. */
const CHAMPIONS = 'tools/evaluation/opponent/champions.txt';
const FORMULA = readFileSync('tools/evaluation/opponent/formula-song.ts', 'utf8');
/** Beside the project, not in it: music that is not ours to pass on. */
const REAL = ['../shared/music', '../shared/music/real'];
/** Songs thrown at random to begin from: the best of earlier climbs lived on what another sheet let through. */
const THROWN = 24;
/** How far a knob is turned at first, and at last. */
const FIRST_STEP = 0.5;
const LAST_STEP = 0.12;

interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

const score = (measures: Measures): TrackScore => scoreTrack(describeShape(measures));

/** As an upload would be measured, without the encoder between. */
function measureStereo({ left, right }: Stereo, sampleRate: number): Promise<Measures> {
  const seconds = left.length / sampleRate;
  async function* chunks(): AsyncGenerator<PcmChunk, DecodeSummary> {
    for (let from = 0; from < left.length; from += sampleRate) {
      const channels = [left, right].map((side) => side.slice(from, from + sampleRate));
      yield { channels, sampleRate, progress: from / left.length, expectedSeconds: seconds };
    }
    const file = { sampleRate, channels: 2 as const, bitrate: 320_000 };
    return {
      ...file,
      durationSeconds: seconds,
      analysedSeconds: seconds,
      cut: false,
      damagedShare: 0,
    } as DecodeSummary;
  }
  return measureSound(chunks);
}

interface Song {
  knobs: Knobs;
  seed: number;
}

interface Try extends Song {
  overall: number;
  caps: string[];
}

async function play({ knobs, seed }: Song): Promise<Try> {
  const name = `${FORMULA} ${seed} ${KNOBS.map((knob) => knobs[knob]).join(' ')}`;
  const { overall, damage } = score(
    await measureOnce(name, () => measureStereo(writeFormulaSong(knobs, seed), SONG_RATE)),
  );
  return { knobs, seed, overall, caps: damage.map(({ id }) => id) };
}

/** The plain formula: no hand, no room, no noise. */
const PLAIN = Object.fromEntries(
  KNOBS.map((knob) => [
    knob,
    // biome-ignore format: a list of words
    ['timing', 'dynamics', 'noise', 'vibrato', 'detune', 'room', 'drive', 'sweep', 'fills', 'detours', 'patterns', 'uneven', 'layers', 'phrasing', 'tone'].includes(knob)
      ? 0
      : 0.6,
  ]),
) as Knobs;

const readChampions = (): Song[] =>
  readFileSync(CHAMPIONS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [seed, ...values] = line.split(' ').map(Number);
      // A knob that is newer than the song was not turned.
      return { seed, knobs: Object.fromEntries(KNOBS.map((knob, i) => [knob, values[i] ?? 0])) as Knobs };
    });

/** Each knob anywhere, and often at one of its ends. */
const throwSong = (rng: Rng): Song => {
  const turn = () => toHundredth(Math.max(0, Math.min(1, 1.6 * rng.next() - 0.3)));
  return { seed: rng.int(1, 1e6), knobs: Object.fromEntries(KNOBS.map((knob) => [knob, turn()])) as Knobs };
};

/** As champions are written down. */
const toHundredth = (value: number) => Math.round(100 * value) / 100;

/** Turns three knobs at a time and keeps what scores no worse. */
async function climb(start: Try, tries: number, rng: Rng): Promise<Try> {
  let best = start;
  for (let i = 0; i < tries; i++) {
    const step = FIRST_STEP + ((LAST_STEP - FIRST_STEP) * i) / tries;
    const knobs = { ...best.knobs };
    for (let n = 0; n < 3; n++) {
      const knob = rng.pick(KNOBS);
      knobs[knob] = toHundredth(Math.max(0, Math.min(1, knobs[knob] + step * rng.noise() * 2)));
    }
    const next = await play({ knobs, seed: rng.chance(0.2) ? rng.int(1, 1e6) : best.seed });
    if (next.overall >= best.overall) best = next;
    console.log(`try ${i + 1} of ${tries}: ${next.overall} ${next.caps.join(' ')}, best ${best.overall}`);
  }
  return best;
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

async function decodeAll(bytes: Uint8Array): Promise<Stereo & { rate: number }> {
  const parts: Float32Array[][] = [];
  let rate = 0;
  for await (const { channels, sampleRate } of decodeMp3(bytes)) {
    rate = sampleRate;
    parts.push(channels.map((samples) => samples.slice()));
  }
  const join = (channel: number) => {
    const all = new Float32Array(parts.reduce((sum, [part]) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part[Math.min(channel, part.length - 1)], at);
      at += part[0].length;
    }
    return all;
  };
  return { left: join(0), right: join(1), rate };
}

async function measureBackwards(bytes: Uint8Array): Promise<Measures> {
  const { left, right, rate } = await decodeAll(bytes);
  return measureStereo({ left: left.reverse(), right: right.reverse() }, rate);
}

interface RealScore {
  name: string;
  overall: number;
  caps: string[];
  backwards: number;
}

async function scoreReal(): Promise<RealScore[]> {
  const files = REAL.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.mp3'))
      .map((name) => `${folder}/${name}`),
  );
  const scores: RealScore[] = [];
  for (const file of files) {
    const bytes = readFileSync(file);
    const { overall, damage } = score(await measureFile(bytes));
    const back = score(await measureOnce(`backwards ${file}`, () => measureBackwards(bytes))).overall;
    const name = file.slice(file.lastIndexOf('/') + 1, -'.mp3'.length);
    scores.push({ name, overall, caps: damage.map(({ id }) => id), backwards: back });
    console.log(`${name}: ${overall}, backwards ${back}`);
  }
  return scores;
}

const [tries = 60, seed = 1] = process.argv.slice(2).map(Number);
const rng = new Rng(seed);
const playAll = async (songs: readonly Song[]) => {
  const played: Try[] = [];
  for (const song of songs) played.push(await play(song));
  console.log(played.map(({ overall }) => overall).join(' '));
  return played;
};
const champions = await playAll(readChampions());
const [plain, ...thrown] = await playAll([
  { knobs: PLAIN, seed },
  ...Array.from({ length: THROWN }, () => throwSong(rng)),
]);
const starts = [...champions, plain, ...thrown];
const strongest = starts.reduce((a, b) => (b.overall > a.overall ? b : a));
const best = await climb(strongest, tries, rng);
const { left, right } = writeFormulaSong(best.knobs, best.seed);
const uploaded = score(await measureTrack(await encodeMp3(left, right, SONG_RATE, { kbps: 192 })));
console.log('as an upload:', uploaded.overall, JSON.stringify(best.knobs));
if (best !== strongest)
  appendFileSync(CHAMPIONS, `${[best.seed, ...KNOBS.map((knob) => best.knobs[knob])].join(' ')}\n`);
const real = await scoreReal();
const report = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '# The opponent\n';
writeFileSync(REPORT, [describeClimb(), describeBackwards()].reduce(putSection, report));

function describeClimb(): string {
  const sorted = real.map(({ overall }) => overall).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 'none';
  const held = real.filter(({ caps }) => caps.some((id) => ['formula', 'thin', 'backwards'].includes(id)));
  const categories = Object.values(uploaded.categories).flatMap(({ sheet, score: points }) =>
    points === null ? [] : [`${sheet.title} ${points}`],
  );
  return [
    '## The last climb',
    `Engine ${ENGINE_VERSION} and sheet ${SHEET_VERSION}: ${starts.length + tries} songs, of which ${tries} turn the knobs (seed ${seed}) and ${starts.length} are where it may begin: the plain formula, the best of earlier climbs, and ${THROWN} thrown at random.`,
    [
      row(['', 'overall']),
      row(['---', '---']),
      row(['plain formula', plain.overall]),
      row(['best of the earlier climbs', Math.max(...champions.map(({ overall }) => overall))]),
      row(['best of those thrown', Math.max(...thrown.map(({ overall }) => overall))]),
      row(['opponent’s best', best.overall]),
      row(['the same, encoded and uploaded', uploaded.overall]),
      row(['real music, lowest', at(0)]),
      row(['real music, 25th percentile', at(0.25)]),
      row(['real music, median', at(0.5)]),
      row(['real music, 75th percentile', at(0.75)]),
      row(['real music, best', at(1)]),
    ].join('\n'),
    `Its best gets: ${categories.join(', ')}${best.caps.length > 0 ? `; capped for: ${best.caps.join(', ')}` : ''}.`,
    `Real music (${real.length} tracks, which the curves were set by) that is capped as formula, as thin or as running backwards: ${held.length === 0 ? 'none' : held.map(({ name, overall }) => `${name} (${overall})`).join(', ')}.`,
  ].join('\n\n');
}

function describeBackwards(): string {
  return [
    '## Backwards',
    [
      row(['track', 'forwards', 'backwards']),
      row(['---', '---', '---']),
      ...real.map(({ name, overall, backwards: back }) => row([name, overall, back])),
    ].join('\n'),
  ].join('\n\n');
}
