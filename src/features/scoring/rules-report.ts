/** From a filled-in score sheet to what the artist reads: notes with evidence, and recommendations ordered by gain. */

import type { LyricSheet } from '#features/lyrics/contract-sheet.ts';
import { isGuess } from '#features/lyrics/rules-scorable.ts';
import { sayNotTranscribed, UNCLEAR } from '#features/recordings/rules-transcript.ts';
import type { Category, Evidence } from './contract.ts';
import { bestRange } from './rules-curve.ts';
import type { Damage } from './rules-damage.ts';
import { WORDING } from './rules-notes.ts';
import { sayFigures } from './rules-notes-plain.ts';
import { AUDIBLE_LUFS, type CategoryScore, isSilent, type TermMark, type TrackScore } from './rules-score.ts';
import type { AnalysedTrack } from './rules-shape.ts';
import type { CategoryId } from './rules-sheet.ts';
import { formatTime, hasHook, UNSURE, vary, type Wording } from './rules-wording.ts';

/** From this mark on a term is worth praise (the better half of real music), below the next worth a word of warning (the last tenth), below the last worth advice (the last quarter). */
const GOOD = 0.8;
const BAD = 0.55;
const ADVISED = 0.66;
/** Gains below this many points of the overall score are not worth a recommendation. */
const WORTH_POINTS = 0.5;
const MOST_RECOMMENDATIONS = 6;
const MOST_RANGES = 5;

/** How much of a track was somebody else's entry first, and where: the report says so, the score stays that of its sound. */
export interface Copied {
  share: number;
  ranges: { start: number; end: number }[];
}

/** `noWords`: why there are none, as a sentence. */
export function writeCategories(
  scored: TrackScore,
  track: AnalysedTrack,
  copied: Copied | null = null,
  noWords: string | null = null,
): Record<CategoryId, Category> {
  // Several categories may hear the same thing: it is said where it is said first.
  const told = new Set<Wording>();
  const entries = Object.values(scored.categories).map(
    (category) => [category.sheet.id, writeCategory(category, { track, scored, told, noWords })] as const,
  );
  const written = Object.fromEntries(entries) as Record<CategoryId, Category>;
  return copied ? { ...written, originality: sayCopied(written.originality, copied) } : written;
}

/** Says first that the recording was entered before. Whose it was, the page says, if that entry is public. */
function sayCopied(category: Category, { share, ranges }: Copied): Category {
  const percent = `${Math.max(1, Math.round(100 * share))}%`;
  const times = ranges.map(({ start, end }) => `${formatTime(start)} to ${formatTime(end)}`);
  return {
    ...category,
    notes: `${percent} of this track is the same recording as an earlier entry: ${times.join(', ')}. That changes no score: staff compare the two. ${category.notes}`,
    evidence: [
      {
        id: 'copied',
        measure: 'Same recording as an earlier entry',
        value: `${percent} of the track`,
        reference: 'none',
        ranges: ranges.slice(0, MOST_RANGES),
      },
      ...(category.evidence ?? []),
    ],
  };
}

interface Telling {
  track: AnalysedTrack;
  scored: TrackScore;
  /** What has been said already. */
  told: Set<Wording>;
  noWords: string | null;
}

function writeCategory(category: CategoryScore, telling: Telling): Category {
  const { sheet, score, marks } = category;
  const { track, noWords } = telling;
  if (score === null)
    return {
      score: null,
      notes:
        sheet.id === 'lyrics'
          ? sayNoLyrics(track.lyrics, noWords)
          : (sayNotJudged(sheet.id, track) ?? 'There was nothing to judge this by.'),
      confidence: 0,
    };
  if (isSilent(track)) return { score, ...saySilent(track) };
  return {
    score,
    notes: writeNotes(category, telling).join(' '),
    confidence: confidenceOf(sheet.id, track),
    evidence: marks.map((mark) => writeEvidence(mark, track)),
  };
}

const MOST_PRAISE = 2;
const MOST_WARNINGS = 2;

function writeNotes({ sheet, marks }: CategoryScore, { track, scored, told }: Telling): string[] {
  const { damage } = scored;
  const news = marks.filter(({ term }) => !isCovered(damage, term.id) && !told.has(WORDING[term.id]));
  const say = (list: readonly TermMark[], tone: 'good' | 'bad', most: number) =>
    list
      .flatMap(({ term, value }) => {
        const sentence = WORDING[term.id][tone](value, track);
        return sentence ? [{ sentence, wording: WORDING[term.id] }] : [];
      })
      .filter(({ wording }, i, all) => all.findIndex((other) => other.wording === wording) === i)
      .slice(0, most)
      .map(({ sentence, wording }) => {
        told.add(wording);
        return sentence;
      });
  const byWeight = [...news].sort((a, b) => b.term.weight - a.term.weight);
  const byLoss = news
    .filter(({ mark }) => mark < BAD)
    .sort((a, b) => b.term.weight * (1 - b.mark) - a.term.weight * (1 - a.mark));
  const sentences = [
    ...(sheet.id === 'production' ? damage.map(({ note }) => note) : []),
    ...(sheet.id === 'lyrics' ? sayWords(track.lyrics) : []),
    ...say(
      byWeight.filter(({ mark }) => mark >= GOOD),
      'good',
      MOST_PRAISE,
    ),
    ...say(byLoss, 'bad', MOST_WARNINGS),
  ];
  const notJudged = sayNotJudged(sheet.id, track);
  const said = [
    ...(sentences.length > 0 ? sentences : [sayFigures(marks) ?? []].flat()),
    ...(notJudged ? [notJudged] : []),
  ];
  return said.length > 0 ? said : ['Nothing stands out here.'];
}

/** What a category would look at and could not be sure of, so that it counts neither for nor against. */
function sayNotJudged(id: CategoryId, track: AnalysedTrack): string | null {
  const free = track.tempoConfidence < UNSURE;
  if (id === 'flow' && free)
    return vary(track, 'free', [
      'No steady beat could be made out, so the flow is not judged and the overall score leaves it out.',
      'We could not make out its beat for certain: the flow is not judged, and the overall score leaves it out.',
    ]);
  if (id === 'commerciality' && track.shape.voiceCertainty === 0)
    return vary(track, 'instrumental', [
      'No voice is heard for certain, so none was judged.',
      'As an instrumental it is not judged by a voice.',
      'No voice was made out, so there is none to judge.',
    ]);
  if (id === 'hookStrength' && !hasHook(track))
    return vary(track, 'guess', [
      'Which part is the hook is a guess, so nothing is judged by when it comes, how often or how loud.',
      'No part is surely the hook: when it comes, how often and how loud is not judged.',
      'We could not tell for certain which part to call the hook, so none is judged by its place, its returns or its level.',
    ]);
  return null;
}

/** Whether damage that is told of itself is what this term hears too. */
const isCovered = (damage: readonly Damage[], termId: string): boolean =>
  damage.some(({ covers }) => covers.includes(termId));

/** There is only one thing to say about a track without sound. */
function saySilent({ integratedLufs, durationSeconds }: AnalysedTrack): Omit<Category, 'score'> {
  return {
    notes: 'No sound was made out in this track: there is nothing to judge.',
    confidence: 1,
    evidence: [
      {
        id: 'silent',
        measure: 'Loudness',
        value: `${formatValue(integratedLufs)} LUFS`,
        reference: `above ${AUDIBLE_LUFS} LUFS`,
        mark: 0,
        ranges: [{ start: 0, end: durationSeconds }],
      },
    ],
  };
}

function sayNoLyrics(lyrics: LyricSheet | null, noWords: string | null): string {
  if (!lyrics)
    return `${sayNotTranscribed(noWords ?? UNCLEAR)} So there is no lyrics score, and the overall score leaves it out.`;
  if (lyrics.doubt !== null)
    return `${SOURCES[lyrics.source]}, and doubted. ${lyrics.doubt} So they are shown and not scored, and the overall score leaves them out. If they are right, write to us: staff can listen and confirm them.`;
  const { words, lines } = lyrics.measures;
  if (isGuess(lyrics))
    return `${SOURCES.heard}, ${words} word${words === 1 ? '' : 's'} in ${lines} line${lines === 1 ? '' : 's'}: a guess, which is shown and does not count. Confirm the words or paste the right ones, and the lyrics are scored; until then the overall score leaves them out.`;
  return `${SOURCES[lyrics.source]}, ${words} word${words === 1 ? '' : 's'} in ${lines} line${lines === 1 ? '' : 's'}: too few to judge, so there is no lyrics score and the overall score leaves it out.`;
}

const SOURCES = {
  heard: 'Words heard by the machine',
  artist: 'Words given by the artist',
  staff: 'Words given by staff',
};

/** Whose words they are and what they are like: described, and never scored. */
function sayWords(lyrics: LyricSheet | null): string[] {
  if (!lyrics) return [];
  const { explicit } = lyrics.measures;
  const spread = lyrics.approximate ? ', their times spread over the voice' : '';
  return [
    `${SOURCES[lyrics.source]}${spread}.`,
    ...(explicit.words > 0
      ? [
          `It carries an explicit label (${explicit.words} word${explicit.words === 1 ? '' : 's'}), which costs nothing.`,
        ]
      : []),
  ];
}

/** How far to trust a category: those about time stand on the pulse, those about form on the hook and the bars. */
function confidenceOf(
  id: CategoryId,
  { tempoConfidence, hook, damagedShare, lyrics }: AnalysedTrack,
): number {
  const base = Math.max(0, 1 - 2 * damagedShare);
  const round = (value: number) => Math.round(base * value * 100) / 100;
  if (id === 'lyrics') return round(lyrics?.measures.confidence ?? 0);
  if (id === 'flow') return round(0.3 + 0.7 * tempoConfidence);
  if (id === 'hookStrength' || id === 'replayValue')
    return round(0.3 + 0.7 * Math.max(hook.confidence, tempoConfidence / 2));
  if (id === 'songStructure' || id === 'commerciality') return round(0.5 + 0.5 * tempoConfidence);
  return round(id === 'production' ? 1 : 0.8);
}

function writeEvidence({ term, value, mark }: TermMark, track: AnalysedTrack): Evidence {
  const ranges = WORDING[term.id].where?.(track).slice(0, MOST_RANGES);
  return {
    id: term.id,
    measure: term.label,
    value: sayValue(value, term.unit),
    reference: sayReference(term.curve, term.unit),
    mark: Math.round(mark * 100) / 100,
    ...(ranges?.length ? { ranges: ranges.map(({ start, end }) => ({ start, end })) } : {}),
  };
}

export function sayReference(curve: Parameters<typeof bestRange>[0], unit: string): string {
  const { from, to } = bestRange(curve);
  if (from === null && to === null) return '';
  if (from === null) return `at most ${sayValue(to!, unit)}`;
  if (to === null) return `at least ${sayValue(from, unit)}`;
  if (from === to) return `about ${sayValue(from, unit)}`;
  return unit
    ? `${formatValue(from)} to ${sayValue(to, unit)}`
    : `${sayValue(from, '')} to ${sayValue(to, '')}`;
}

/** A value with its unit; without one it is a share, and said in per cent. */
export function sayValue(value: number, unit: string): string {
  // A clock shows the seconds that are over, here as in the summary.
  const shown = unit === 'seconds' && value >= 10 ? Math.floor(value) : value;
  return unit ? `${formatValue(shown)} ${unit}`.replace(' %', '%') : `${Math.round(100 * value)}%`;
}

export function formatValue(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toFixed(Math.abs(value) >= 10 ? 1 : 2)));
}

export interface Advice {
  text: string;
  /** Points of the overall score. */
  gain: number;
  category: CategoryId;
  ranges: { start: number; end: number }[];
  /** What the notes may say of the same fault. */
  notes?: string[];
}

const EXPORT_AGAIN = 'Export the track again, listen to the file, and upload that: this one holds no sound.';

/** What to do first: repair the damage, then by what each would gain, and each aim once. */
export function writeAdvice(scored: TrackScore, track: AnalysedTrack): Advice[] {
  if (isSilent(track)) return [{ text: EXPORT_AGAIN, gain: 0, category: 'production', ranges: [] }];
  const found = new Map<string, Advice>();
  const aims = new Map<string, string>();
  const { damage } = scored;
  for (const { sheet, marks } of Object.values(scored.categories))
    for (const { term, value, mark, gain } of marks) {
      if (mark >= ADVISED || isCovered(damage, term.id)) continue;
      const text = WORDING[term.id].advice(value, track);
      if (!text) continue;
      aims.set(text, WORDING[term.id].aim?.(value) ?? text);
      const notes = [WORDING[term.id].bad(value, track)].flatMap((note) => note ?? []);
      const known = found.get(text);
      if (known) {
        known.gain += gain;
        known.notes = [...new Set([...(known.notes ?? []), ...notes])];
      } else
        found.set(text, {
          text,
          gain,
          category: sheet.id,
          ranges: WORDING[term.id].where?.(track).slice(0, MOST_RANGES) ?? [],
          notes,
        });
    }
  const repairs = damage.map(
    ({ advice, note, gain, ranges }): Advice => ({
      text: advice,
      notes: [note],
      gain,
      category: 'production',
      ranges: ranges.slice(0, MOST_RANGES),
    }),
  );
  const others = [...found.values()]
    .filter(({ gain }) => gain >= WORTH_POINTS)
    .sort((a, b) => b.gain - a.gain || a.text.localeCompare(b.text))
    .filter(({ text }, i, all) => all.findIndex((other) => aims.get(other.text) === aims.get(text)) === i);
  return [...repairs, ...others]
    .slice(0, MOST_RECOMMENDATIONS)
    .map((advice) => ({ ...advice, gain: Math.round(advice.gain * 10) / 10 }));
}

export const sayAdvice = ({ text, gain }: Advice) =>
  gain > 0 ? `${text} (up to +${gain} point${gain === 1 ? '' : 's'})` : text;
