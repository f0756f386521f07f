/** Makes the report of a track: scores by the sheet, prose by the writer, or our own phrases should the writer fail. */
import type { Deps } from '#deps.ts';
import { writeTranscription } from '#features/recordings/rules-transcript.ts';
import type { TrackFacts } from '#ports/writer.ts';
import type { Analysis } from './contract.ts';
import { WORDING } from './rules-notes.ts';
import { type Copied, sayAdvice, writeAdvice, writeCategories } from './rules-report.ts';
import { isSilent, scoreTrack, type TermMark, type TrackScore } from './rules-score.ts';
import type { AnalysedTrack } from './rules-shape.ts';
import { SHEET_VERSION } from './rules-sheet.ts';
import { otherTempo } from './rules-tempo.ts';
import { formatTime, hasHook, sayKey } from './rules-wording.ts';
import type { ReadRecording } from './service.ts';

export interface Report {
  analysis: Analysis;
  score: number;
  genre: string;
  /** The words as text, or the sentence that says why there are none. */
  transcription: string;
}

export interface TrackNames {
  artistName: string;
  trackTitle: string;
  audioSha256: string;
}

export async function writeReport(
  { writer }: Pick<Deps, 'writer'>,
  { track, transcript, engineVersion }: ReadRecording,
  names: TrackNames,
  copied: Copied | null = null,
): Promise<Report> {
  const score = scoreTrack(track);
  const categories = writeCategories(score, track, copied, transcript.reason);
  const advice = writeAdvice(score, track);
  const facts = gatherFacts(track, score, names);
  const words = await writer.describeTrack(facts);
  const { shape: _, lyrics, ...kept } = track;
  return {
    score: score.overall,
    genre: facts.genre,
    transcription: writeTranscription(transcript),
    analysis: {
      engineVersion,
      sheetVersion: SHEET_VERSION,
      writtenBy: words.by,
      summary: words.summary,
      labelSummary: words.labelSummary,
      bio: words.bio,
      recommendations: advice.map(sayAdvice),
      advice,
      ...categories,
      campaign: {
        challengeName: words.challengeName,
        soundbiteTimestamp: formatTime(facts.soundbite.start),
        campaignIdea: words.campaignIdea,
      },
      ...(lyrics ? { words: lyrics } : {}),
      measures: kept,
    },
  };
}

/** Below this confidence a genre is not published: artists are asked for theirs. */
const PUBLISHED_GENRE = 0.7;
const publishedGenre = ({ genre }: AnalysedTrack): string =>
  genre && genre.confidence >= PUBLISHED_GENRE ? genre.genre : 'Other';

function gatherFacts(
  track: AnalysedTrack,
  { overall, categories, damage }: TrackScore,
  names: TrackNames,
): TrackFacts {
  const ranked = Object.values(categories)
    .flatMap(({ sheet: { id, title }, score, marks }) =>
      score === null ? [] : [{ id, title, score, marks }],
    )
    .sort((a, b) => b.score - a.score || a.title.localeCompare(b.title));
  const { hook } = track;
  return {
    artistName: names.artistName,
    trackTitle: names.trackTitle,
    seed: names.audioSha256,
    genre: publishedGenre(track),
    genreConfidence: track.genre?.confidence ?? 0,
    durationSeconds: track.durationSeconds,
    tempoBpm: track.tempoBpm,
    tempoOtherBpm: otherTempo(track),
    tempoConfidence: track.tempoConfidence,
    key: track.key && sayKey(track.key),
    keyConfidence: track.keyConfidence,
    integratedLufs: track.integratedLufs,
    voiceShare: track.voiceConfidence > 0 ? track.voiceShare : null,
    sections: track.sections.map(({ label }) => label),
    hook:
      hook.occurrences.length && !isSilent(track)
        ? {
            start: hook.start,
            end: hook.end,
            firstAt: hook.firstAt,
            times: hook.occurrences.length,
            // What is not called the hook in the notes is not called one here.
            confidence: hasHook(track) ? hook.confidence : 0,
          }
        : null,
    soundbite: hook.soundbite,
    overall,
    // A guess at the hook is neither the best side of a track nor what to work on.
    categories: ranked
      .filter(({ id }) => id !== 'hookStrength' || hasHook(track))
      .map(({ title, score }) => ({ title, score })),
    strengths: isSilent(track) ? [] : listStrengths(ranked, track),
    damage: damage.map(({ note }) => note),
    weaknesses: isSilent(track) ? [] : listWeaknesses([...ranked].reverse(), track),
  };
}

interface Ranked {
  marks: TermMark[];
}

const MOST_SENTENCES = 4;

/** What is good, best category first; sentences with a figure come before those any track may earn. */
function listStrengths([best, ...others]: readonly Ranked[], track: AnalysedTrack): string[] {
  const say = (marks: readonly TermMark[]) =>
    marks
      .filter(({ mark }) => mark >= 0.85)
      .sort((a, b) => b.term.weight - a.term.weight)
      .flatMap(({ term, value }) => WORDING[term.id].good(value, track) ?? [])
      .sort((a, b) => Number(/\d/.test(b)) - Number(/\d/.test(a)));
  const rest = say(others.flatMap(({ marks }) => marks));
  return [...new Set([...say(best?.marks ?? []), ...rest])].slice(0, MOST_SENTENCES);
}

/** What is not, weakest category first, by what fixing it would gain. */
function listWeaknesses([worst, ...others]: readonly Ranked[], track: AnalysedTrack): string[] {
  const say = (marks: readonly TermMark[]) =>
    marks
      .filter(({ mark }) => mark < 0.5)
      .sort((a, b) => b.gain - a.gain)
      .flatMap(({ term, value }) => WORDING[term.id].bad(value, track) ?? []);
  const rest = say(others.flatMap(({ marks }) => marks));
  return [...new Set([...say(worst?.marks ?? []), ...rest])].slice(0, MOST_SENTENCES);
}
