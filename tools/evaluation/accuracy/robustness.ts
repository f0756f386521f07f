// What must not matter: how far the overall score moves when a track is encoded again or played louder or quieter.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { decodeMp3 } from '#audio/decode/decode.ts';
import { measureTrack } from '#audio/measure.ts';
import { scoreTrack } from '#features/scoring/rules-score.ts';
import { describeShape } from '#features/scoring/rules-shape.ts';
import { encodeMp3 } from '../../composer/encode-mp3.ts';

/** Points the overall score may move. */
export const MAX_MOVE = 3;
const VERSIONS = '.cache/versions';
const ENCODER = 'tools/composer/encode-mp3.ts';
const DB_3 = 10 ** (3 / 20);

export interface Robustness {
  name: string;
  score: number;
  /** Score of each version, less that of what it is compared with. */
  moves: Record<string, number>;
  /** Categories that moved most, with by how much, for whoever looks into it. */
  worst: string;
  ok: boolean;
}

interface Sound {
  left: Float32Array;
  right: Float32Array;
  rate: number;
}

interface Verdict {
  overall: number;
  categories: Record<string, number | null>;
}

export async function checkRobustness(name: string, bytes: Uint8Array): Promise<Robustness> {
  let sound: Promise<Sound> | undefined;
  const original = await judge(bytes);
  const encode = (gain: number, kbps: 64 | 96 | 128 | 192) =>
    keepVersion(`${hashOf(bytes)}-${gain.toFixed(4)}-${kbps}`, async () => {
      sound ??= decodeAll(bytes);
      const { left, right, rate } = await sound;
      return encodeMp3(scale(left, gain), scale(right, gain), rate, { kbps });
    }).then(judge);
  const quieter = await encode(1 / DB_3, 192);
  // Three decibels more would clip most masters: the step up is taken from three decibels below.
  const versions: [string, Verdict, Verdict][] = [
    ['192 kbit/s', original, await encode(1, 192)],
    ['128 kbit/s', original, await encode(1, 128)],
    ['96 kbit/s', original, await encode(1, 96)],
    ['-3 dB', original, quieter],
    ['+3 dB', await encode(1 / DB_3 ** 2, 192), quieter],
  ];
  const moves = Object.fromEntries(versions.map(([label, from, to]) => [label, to.overall - from.overall]));
  const ok = Object.values(moves).every((move) => Math.abs(move) <= MAX_MOVE);
  return { name, score: original.overall, moves, worst: findWorst(versions), ok };
}

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** Encoding takes longer than listening: a version is kept until the encoder changes. */
async function keepVersion(name: string, encode: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const path = `${VERSIONS}/${hashOf(readFileSync(ENCODER))}-${name}.mp3`;
  if (existsSync(path)) return readFileSync(path);
  const bytes = await encode();
  mkdirSync(VERSIONS, { recursive: true });
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
  return bytes;
}

function findWorst(versions: readonly [string, Verdict, Verdict][]): string {
  const moves = versions.flatMap(([label, from, to]) =>
    Object.keys(from.categories).map((id) => ({
      text: `${id} at ${label}`,
      move: (to.categories[id] ?? 0) - (from.categories[id] ?? 0),
    })),
  );
  const { text, move } = moves.reduce((a, b) => (Math.abs(b.move) > Math.abs(a.move) ? b : a));
  return `${text}: ${move > 0 ? '+' : ''}${move}`;
}

async function judge(bytes: Uint8Array): Promise<Verdict> {
  const { overall, categories } = scoreTrack(describeShape(await measureTrack(bytes)));
  return {
    overall,
    categories: Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, score])),
  };
}

const scale = (samples: Float32Array, gain: number): Float32Array =>
  gain === 1 ? samples : samples.map((x) => x * gain);

async function decodeAll(bytes: Uint8Array): Promise<Sound> {
  const parts: Float32Array[][] = [];
  let rate = 0;
  for await (const { channels, sampleRate } of decodeMp3(bytes)) {
    rate = sampleRate;
    parts.push(channels.map((samples) => samples.slice()));
  }
  const join = (channel: number): Float32Array => {
    const joined = new Float32Array(parts.reduce((sum, part) => sum + part[0].length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part[Math.min(channel, part.length - 1)], at);
      at += part[0].length;
    }
    return joined;
  };
  return { left: join(0), right: join(1), rate };
}

/** The document of it. */
export function writeRobustness(
  engineVersion: string,
  sheetVersion: string,
  results: readonly Robustness[],
): string {
  const labels = Object.keys(results[0]?.moves ?? {});
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const head = ['track', 'score', ...labels, 'category that moved most'];
  const signed = (move: number) => `${move > 0 ? '+' : ''}${move}${Math.abs(move) > MAX_MOVE ? ' ✗' : ''}`;
  return `${[
    '# What must not matter',
    `Written by \`npm run accuracy\` with engine version ${engineVersion} and score sheet ${sheetVersion}; every figure is a result of that run. Each track is decoded, changed, encoded again and scored; the overall score should move by at most ${MAX_MOVE} points. Gain is changed at 192 kbit/s; +3 dB is taken from 6 dB to 3 dB below the original, so that nothing clips that did not before. A ✗ marks what moved further.`,
    [
      row(head),
      row(head.map(() => '---')),
      ...results.map(({ name, score, moves, worst }) =>
        row([name, score, ...labels.map((label) => signed(moves[label])), worst]),
      ),
    ].join('\n'),
    `${results.filter(({ ok }) => ok).length} of ${results.length} tracks stay within ${MAX_MOVE} points in every version.`,
  ].join('\n\n')}\n`;
}
