/** Makes the report of a track: scores by the sheet, words by the writer, our own words should that one fail. */
import type { Deps } from '#deps.ts';
import { writeTranscription } from '#features/recordings/rules-transcript.ts';
import type { TrackFacts } from '#ports/writer.ts';
import type { Analysis } from './contract.ts';
import { WORDING } from './rules-notes.ts';
import { type Copied, sayAdvice, writeAdvice, writeCategories } from './rules-report.ts';
import { isSilent, scoreTrack, type TermMark, type TrackScore } from './rules-score.ts';
import type { AnalysedTrack } from './rules-shape.ts';
import { SHEET_VERSION } from './rules-sheet.ts';
import { formatTime, sayKey } from './rules-wording.ts';
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
  const score = scoreTrack(track, copied?.share);
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

function gatherFacts(
  heard: AnalysedTrack,
  { overall, categories }: TrackScore,
  names: TrackNames,
): TrackFacts {
  const ranked = Object.values(categories)
    .flatMap(({ sheet, score, marks }) => (score === null ? [] : [{ title: sheet.title, score, marks }]))
    .sort((a, b) => b.score - a.score || a.title.localeCompare(b.title));
  const { hook } = heard;
  return {
    artistName: names.artistName,
    trackTitle: names.trackTitle,
    seed: names.audioSha256,
    genre: heard.genre?.genre ?? 'Other',
    genreConfidence: heard.genre?.confidence ?? 0,
    durationSeconds: heard.durationSeconds,
    tempoBpm: heard.tempoBpm,
    tempoConfidence: heard.tempoConfidence,
    key: heard.key && sayKey(heard.key),
    keyConfidence: heard.keyConfidence,
    integratedLufs: heard.integratedLufs,
    voiceShare: heard.voiceConfidence > 0 ? heard.voiceShare : null,
    sections: heard.sections.map(({ label }) => label),
    hook:
      hook.occurrences.length && !isSilent(heard)
        ? {
            start: hook.start,
            end: hook.end,
            firstAt: hook.firstAt,
            times: hook.occurrences.length,
            confidence: hook.confidence,
          }
        : null,
    soundbite: hook.soundbite,
    overall,
    categories: ranked.map(({ title, score }) => ({ title, score })),
    strengths: isSilent(heard) ? [] : listStrengths(ranked, heard),
    weaknesses: isSilent(heard) ? [] : listWeaknesses([...ranked].reverse(), heard),
  };
}

interface Ranked {
  marks: TermMark[];
}

const MOST_SENTENCES = 4;

/** What is good, that of the best category first: sentences with a figure before those any track may earn. */
function listStrengths([best, ...others]: readonly Ranked[], heard: AnalysedTrack): string[] {
  const say = (marks: readonly TermMark[]) =>
    marks
      .filter(({ mark }) => mark >= 0.85)
      .sort((a, b) => b.term.weight - a.term.weight)
      .map(({ term, value }) => WORDING[term.id].good(value, heard))
      .sort((a, b) => Number(/\d/.test(b)) - Number(/\d/.test(a)));
  const rest = say(others.flatMap(({ marks }) => marks));
  return [...new Set([...say(best?.marks ?? []), ...rest])].slice(0, MOST_SENTENCES);
}

/** What is not, that of the weakest category first, by what mending it would gain. */
function listWeaknesses([worst, ...others]: readonly Ranked[], heard: AnalysedTrack): string[] {
  const say = (marks: readonly TermMark[]) =>
    marks
      .filter(({ mark }) => mark < 0.5)
      .sort((a, b) => b.gain - a.gain)
      .map(({ term, value }) => WORDING[term.id].bad(value, heard));
  const rest = say(others.flatMap(({ marks }) => marks));
  return [...new Set([...say(worst?.marks ?? []), ...rest])].slice(0, MOST_SENTENCES);
}
