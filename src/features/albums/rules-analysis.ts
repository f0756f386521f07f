/** The whole analysis of an album from its three measured tracks. Pure; only the notes on the order depend on the order. */
import type { Category } from '#features/scoring/contract.ts';
import { writeCategories } from '#features/scoring/rules-report.ts';
import { SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import { otherTempo } from '#features/scoring/rules-tempo.ts';
import { hasHook } from '#features/scoring/rules-wording.ts';
import type { AlbumAnalysis, AlbumEvidence, AlbumPart, SongNotes } from './contract-analysis.ts';
import {
  ALBUM_SHEET_VERSION,
  type AlbumTrack,
  energyOf,
  heartOf,
  mapThree,
  mean,
  type Three,
} from './rules-album.ts';
import { describeOrder } from './rules-order.ts';
import { overallOf, scoreParts } from './rules-parts.ts';

export function analyseAlbum(
  tracks: Three<AlbumTrack>,
  engineVersion: string,
  prices: { dealCents: number },
): AlbumAnalysis {
  const energies = mapThree(tracks, ({ sound }) => energyOf(sound));
  const parts = scoreParts(tracks, energies);
  const overallScore = overallOf(parts);
  const songs = mapThree(tracks, (track, index) => writeSong(track, index, energies[index]));
  const single = pickSingle(tracks);
  return {
    engineVersion,
    sheetVersion: SHEET_VERSION,
    albumSheetVersion: ALBUM_SHEET_VERSION,
    overallScore,
    albumExperience: writeExperience(tracks, parts, single.title),
    songBreakdown: { track1: songs[0], track2: songs[1], track3: songs[2] },
    albumDealExplanation: writeDeal(parts, overallScore, prices.dealCents),
    parts,
    order: describeOrder(tracks, energies),
    single,
    analytics: writeAnalytics(tracks, overallScore),
  };
}

function writeSong(track: AlbumTrack, index: number, energy: number): SongNotes {
  const { sound, score, title, transcript } = track;
  const written = writeCategories(score, sound, null, transcript.reason);
  const categories = Object.values(written).filter((one) => one.score !== null);
  const best = [...categories].sort((a, b) => (b.score ?? 0) - (a.score ?? 0))[0];
  const worst = [...categories].sort((a, b) => (a.score ?? 0) - (b.score ?? 0))[0];
  const sentences = [best?.notes, worst?.notes].flatMap(
    (notes) => notes?.split(/(?<=[.!?]) /).slice(0, 2) ?? [],
  );
  return {
    title,
    score: score.overall,
    notes: [...new Set(sentences)].join(' '),
    lyrics: sayLyrics(written.lyrics),
    durationSeconds: sound.durationSeconds,
    tempoBpm: sound.tempoBpm,
    tempoOtherBpm: otherTempo(sound),
    key: sound.key,
    integratedLufs: sound.integratedLufs,
    energy: Math.round(energy * 100),
    evidence: pickEvidence(
      categories.flatMap((category) => category.evidence ?? []),
      index,
    ),
  };
}

/** The score of the words and what it stands on, or why there is none. */
function sayLyrics({ score, notes }: Category): string {
  return score === null ? notes : `Lyrics ${score} of 100. ${notes}`;
}

const MOST_EVIDENCE = 4;

/** The weakest marks that can be heard somewhere. */
function pickEvidence(
  evidence: readonly {
    measure: string;
    value: string;
    reference?: string;
    mark?: number;
    ranges?: { start: number; end: number }[];
  }[],
  index: number,
): AlbumEvidence[] {
  const seen = new Set<string>();
  return [...evidence]
    .filter(({ ranges, measure }) => ranges?.length && !seen.has(measure) && seen.add(measure))
    .sort((a, b) => (a.mark ?? 1) - (b.mark ?? 1))
    .slice(0, MOST_EVIDENCE)
    .map(({ ranges = [], ...rest }) => ({
      ...rest,
      ranges: ranges.slice(0, 2).map((range) => ({ track: index + 1, ...range })),
    }));
}

/** The strongest single: score, a hook that returns and is there early. */
function pickSingle(tracks: Three<AlbumTrack>): AlbumAnalysis['single'] {
  const ranked = mapThree(tracks, (track, index) => ({
    track,
    index,
    points:
      track.score.overall +
      0.3 * (track.score.categories.hookStrength.score ?? 0) +
      0.3 * (track.score.categories.commerciality.score ?? 0),
  }));
  const [{ track, index }] = [...ranked].sort(
    (a, b) => b.points - a.points || a.track.title.localeCompare(b.track.title),
  );
  const { hook } = track.sound;
  const when = hasHook(track.sound)
    ? `its hook is there after ${Math.round(hook.firstAt)} seconds and comes ${hook.occurrences.length} times`
    : 'it scores highest, although no part of it returns clearly as a hook';
  return {
    track: index + 1,
    title: track.title,
    notes: `“${track.title}” is the strongest single: ${when}.`,
    range: heartOf(track, index),
  };
}

const rankParts = (parts: readonly AlbumPart[]) =>
  [...parts].sort((a, b) => b.score - a.score || a.id.localeCompare(b.id));

function writeExperience(tracks: Three<AlbumTrack>, parts: readonly AlbumPart[], single: string): string {
  const minutes = tracks.reduce((sum, { sound }) => sum + sound.durationSeconds, 0) / 60;
  const ranked = rankParts(parts);
  return [
    `${minutes.toFixed(1)} minutes in three tracks, with “${single}” as the one to lead with.`,
    ranked[0].notes,
    ranked[ranked.length - 1].notes,
  ].join(' ');
}

function writeDeal(parts: readonly AlbumPart[], overall: number, dealCents: number): string {
  const ranked = rankParts(parts);
  const best = ranked[0].title.toLowerCase();
  const worst = ranked[ranked.length - 1].title.toLowerCase();
  return (
    `This album scores ${overall.toFixed(1)} of 10. What speaks for it most is ${best} (${ranked[0].score} of 100), what holds it back most is ${worst} (${ranked[ranked.length - 1].score}). ` +
    `The submission fee of $${(dealCents / 100).toFixed(2)} puts it in front of our A&R people, who listen and answer within 30 days; the score itself is yours either way and is not changed by paying.`
  );
}

const GRADES = [
  [92, 'A+'],
  [85, 'A'],
  [78, 'A-'],
  [71, 'B+'],
  [64, 'B'],
  [57, 'B-'],
  [48, 'C+'],
  [38, 'C'],
] as const;

export const gradeOf = (score: number): string => GRADES.find(([from]) => score >= from)?.[1] ?? 'D';

function writeAnalytics(tracks: Three<AlbumTrack>, overallScore: number): AlbumAnalysis['analytics'] {
  const meanOf = (id: 'commerciality' | 'production' | 'hookStrength') =>
    mean(tracks.map(({ score }) => score.categories[id].score ?? 0));
  const reach = mean([meanOf('commerciality'), meanOf('hookStrength')]);
  return {
    commercialViability: Math.round(meanOf('commerciality')),
    quality: gradeOf(meanOf('production')),
    industryScore: overallScore,
    marketPotential: reach >= 65 ? 'HIGH' : reach >= 40 ? 'MEDIUM' : 'LOW',
  };
}
