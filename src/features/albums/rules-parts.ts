/** The five parts of the album's sheet. None of them depends on the order the tracks were sent in. */
import { type Curve, markOn } from '#features/scoring/rules-curve.ts';
import { sayTempo } from '#features/scoring/rules-tempo.ts';
import { sayKey } from '#features/scoring/rules-wording.ts';
import type { AlbumPart } from './contract-analysis.ts';
import { type AlbumTrack, heartOf, mean, PAIRS, type Three } from './rules-album.ts';
import {
  comparePlayed,
  compareSound,
  type PairDistance,
  playedDistance,
  soundDistance,
} from './rules-likeness.ts';
import { findBestOrder } from './rules-sequence.ts';

/** How much each part weighs in the overall score. The songs themselves are half of it. */
export const PART_WEIGHT = { songs: 5, variety: 1.5, cohesion: 1.5, loudness: 1, sequence: 1 } as const;

// biome-ignore-start format: each curve is a line of points
/** Distance in what is played (0 to 1). Copies earn nothing; songs of one writer usually stand 0.3 to 0.6 apart. */
const VARIETY: Curve = [
  [0, 0],
  [0.1, 0.2],
  [0.25, 0.7],
  [0.38, 1],
  [1, 1],
];
/** Distance in how it sounds (0 to 1). */
const COHESION: Curve = [
  [0, 1],
  [0.2, 1],
  [0.4, 0.65],
  [0.65, 0.25],
  [1, 0],
];
/** LU between the loudest and the quietest track: 1 LU is not noticed, 6 LU makes people reach for the volume. */
const LOUDNESS: Curve = [
  [0, 1],
  [1, 1],
  [2, 0.8],
  [4, 0.4],
  [8, 0],
];
// biome-ignore-end format: end of the curves

/** How much of the songs' part is its weakest song: three songs leave nowhere to hide one. */
const WEAKEST_SHARE = 0.25;

const percent = (mark: number) => Math.round(mark * 100);
const quote = (title: string) => `“${title}”`;
const names = (tracks: Three<AlbumTrack>, [a, b]: readonly [number, number]) =>
  [tracks[a].title, tracks[b].title].sort().map(quote).join(' and ');

export function scoreParts(tracks: Three<AlbumTrack>, energies: Three<number>): AlbumPart[] {
  return [
    scoreSongs(tracks),
    scoreVariety(tracks, energies),
    scoreCohesion(tracks),
    scoreLoudness(tracks),
    scoreSequence(tracks, energies),
  ];
}

/** Out of 10, to 0.1. */
export function overallOf(parts: readonly AlbumPart[]): number {
  const weights = parts.reduce((sum, { id }) => sum + PART_WEIGHT[id], 0);
  return Math.round(parts.reduce((sum, { id, score }) => sum + PART_WEIGHT[id] * score, 0) / weights) / 10;
}

function scoreSongs(tracks: Three<AlbumTrack>): AlbumPart {
  const scores = tracks.map(({ score }) => score.overall);
  const weakest = Math.min(...scores);
  const byScore = [...tracks].sort(
    (a, b) => b.score.overall - a.score.overall || a.title.localeCompare(b.title),
  );
  const notes =
    Math.max(...scores) - weakest <= 5
      ? `The three songs stand within ${Math.max(...scores) - weakest} points of each other: no passenger among them.`
      : `${quote(byScore[0].title)} leads with ${byScore[0].score.overall}; ${quote(byScore[2].title)} is the one to work on, with ${byScore[2].score.overall}.`;
  return {
    id: 'songs',
    title: 'The songs',
    score: Math.round((1 - WEAKEST_SHARE) * mean(scores) + WEAKEST_SHARE * weakest),
    notes,
    evidence: tracks.map((track, index) => ({
      measure: `Score of ${quote(track.title)}`,
      value: `${track.score.overall} of 100`,
      mark: track.score.overall / 100,
      ranges: [heartOf(track, index)],
    })),
  };
}

const PLAYED_WORDS: Record<keyof PairDistance, string> = {
  tempo: 'tempo',
  key: 'key',
  beat: 'beat',
  harmony: 'chords',
  form: 'form',
  energy: 'energy',
};

function scoreVariety(tracks: Three<AlbumTrack>, energies: Three<number>): AlbumPart {
  const pairs = PAIRS.map((pair) => {
    const distance = comparePlayed(tracks[pair[0]], tracks[pair[1]], [energies[pair[0]], energies[pair[1]]]);
    return { pair, distance, total: playedDistance(distance) };
  });
  const total = mean(pairs.map((pair) => pair.total));
  // The two most alike count too: one odd song out does not make up for two that are one.
  const nearest = [...pairs].sort((a, b) => a.total - b.total)[0];
  const mark = mean([markOn(VARIETY, total), markOn(VARIETY, nearest.total)]);
  const ids = Object.keys(PLAYED_WORDS) as (keyof PairDistance)[];
  const spread = ids
    .map((id) => ({ id, by: mean(pairs.map(({ distance }) => distance[id])) }))
    .sort((a, b) => b.by - a.by || a.id.localeCompare(b.id));
  return {
    id: 'variety',
    title: 'Variety',
    score: percent(mark),
    notes: sayVariety(
      mark,
      names(tracks, nearest.pair),
      nearest.total,
      spread.map(({ id }) => PLAYED_WORDS[id]),
    ),
    evidence: pairs.map(({ pair, total: apart }) => ({
      measure: `How far ${names(tracks, pair)} are apart`,
      value: `${percent(apart)}%`,
      reference: 'at least 38%',
      mark: round2(markOn(VARIETY, apart)),
      ranges: pair.map((index) => heartOf(tracks[index], index)),
    })),
  };
}

function sayVariety(mark: number, alike: string, distance: number, spread: readonly string[]): string {
  if (distance < 0.02) return `${alike} are one and the same recording as far as can be heard.`;
  if (mark >= 0.8) return `Three different songs: they differ most in ${spread[0]} and ${spread[1]}.`;
  if (mark >= 0.5)
    return `${alike} are the nearest to each other; what sets the three apart most is ${spread[0]}.`;
  return `${alike} cover the same ground: their ${spread.at(-1)} and ${spread.at(-2)} hardly differ.`;
}

function scoreCohesion(tracks: Three<AlbumTrack>): AlbumPart {
  const pairs = PAIRS.map((pair) => {
    const sound = compareSound(tracks[pair[0]], tracks[pair[1]]);
    return { pair, sound, total: soundDistance(sound) };
  });
  const mark = mean(pairs.map(({ total }) => markOn(COHESION, total)));
  const widest = [...pairs].sort((a, b) => b.total - a.total)[0];
  const { balanceDb, crestDb } = widest.sound;
  return {
    id: 'cohesion',
    title: 'One sound',
    score: percent(mark),
    notes:
      mark >= 0.8
        ? 'Mix and master come from one room: balance, width and punch belong together.'
        : `${names(tracks, widest.pair)} sound as if made in different rooms: the balance differs by ${balanceDb.toFixed(1)} dB and the punch by ${crestDb.toFixed(1)} dB.`,
    evidence: pairs.map(({ pair, sound, total }) => ({
      measure: `Balance of ${names(tracks, pair)}`,
      value: `${sound.balanceDb.toFixed(1)} dB apart`,
      reference: 'at most 3 dB',
      mark: round2(markOn(COHESION, total)),
      ranges: pair.map((index) => heartOf(tracks[index], index)),
    })),
  };
}

function scoreLoudness(tracks: Three<AlbumTrack>): AlbumPart {
  const levels = tracks.map(({ sound }) => sound.integratedLufs);
  const spread = Math.max(...levels) - Math.min(...levels);
  const mark = markOn(LOUDNESS, spread);
  const quietest = tracks[levels.indexOf(Math.min(...levels))];
  return {
    id: 'loudness',
    title: 'Loudness from track to track',
    score: percent(mark),
    notes:
      mark >= 0.8
        ? `All three sit within ${spread.toFixed(1)} LU: nobody reaches for the volume.`
        : `${spread.toFixed(1)} LU lie between the loudest and the quietest track. Bring ${quote(quietest.title)} up, or the others down, to within 1 LU.`,
    evidence: tracks.map((track, index) => ({
      measure: `Loudness of ${quote(track.title)}`,
      value: `${track.sound.integratedLufs.toFixed(1)} LUFS`,
      reference: 'within 1 LU of the others',
      ranges: [heartOf(track, index)],
    })),
  };
}

/** What the best order can do. Whether theirs is it stands in the notes on the order, and costs nothing here. */
function scoreSequence(tracks: Three<AlbumTrack>, energies: Three<number>): AlbumPart {
  const { cost } = findBestOrder(tracks, energies);
  const keys = [...new Set(tracks.map(({ sound }) => sayKey(sound.key)))].sort().join(', ');
  const tempos = [...tracks]
    .sort((a, b) => a.sound.tempoBpm - b.sound.tempoBpm)
    .map(({ sound }) => sayTempo(sound));
  return {
    id: 'sequence',
    title: 'How well they can follow each other',
    score: percent(1 - cost),
    notes: `Keys: ${keys}. Tempos: ${tempos.join(', ')} BPM. ${cost < 0.3 ? 'There is an order in which they flow into each other.' : 'Even in their best order one change is felt as a jolt.'}`,
    evidence: [],
  };
}

const round2 = (value: number) => Math.round(value * 100) / 100;
