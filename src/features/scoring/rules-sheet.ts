/**
 * The score sheet: every category, every term in it, how a measured value becomes a mark, and what each weighs. The
 * scores, the notes' references and the method page are all read from here, so they cannot differ.
 *
 * A category is the weighted mean of its terms' marks (a term without a value is left out, one that is unsure weighs less), pulled towards its weakest
 * main term, since one bad flaw is heard over ten good points; then spread by STRETCH, since most finished tracks do most
 * things right and only the last steps tell them apart. The overall score is the weighted mean of the categories that
 * have one, spread by SPREAD for the same reason; damage caps it (rules-damage.ts). Loudness itself earns nothing: 3 dB more or less must not matter. This measures readiness (how finished a
 * track is); nothing here predicts success.
 */
import { scorableWords } from '#features/lyrics/rules-scorable.ts';
import { type Curve, markOn } from './rules-curve.ts';
import { cutOffPercent } from './rules-damage.ts';
import type { AnalysedTrack } from './rules-shape.ts';
import { rateHook, SURE, UNSURE } from './rules-wording.ts';

/** Raised whenever a term, a curve or a weight changes. Stored with every score. */
export const SHEET_VERSION = '14';

/** How much of a category is its weakest main term rather than the mean of all. */
export const WEAKEST_SHARE = 0.25;
/** Terms of this weight or more are main terms. */
export const MAIN_WEIGHT = 2;
/** From the mean mark of a category to its score. */
// biome-ignore format: a line of points
export const STRETCH: Curve = [[0, 0], [0.4, 16], [0.6, 38], [0.75, 60], [0.86, 78], [0.95, 93], [1, 100]];

/** From the weighted mean of the categories to the overall score: a mean of eight lies closer together than they do. Set so that the median of the real music at hand lies near 60, and half of it between 50 and 70. */
// biome-ignore format: a line of points
export const SPREAD: Curve = [[0, 0], [30, 14], [50, 30], [66, 46], [76, 58], [84, 74], [90, 86], [100, 100]];

export interface Term {
  id: string;
  label: string;
  /** Empty for a share or a likeness of 0 to 1, which is said in per cent. */
  unit: string;
  weight: number;
  curve: Curve;
  /** null: nothing to judge in this track. */
  read(track: AnalysedTrack): number | null;
  /** How sure it is that there is something to judge, 0 to 1: the term weighs as much. */
  certainty?(track: AnalysedTrack): number;
}

export interface CategorySheet {
  id: CategoryId;
  title: string;
  about: string;
  /** Share in the overall score, relative to the others. */
  weight: number;
  terms: readonly Term[];
}

export type CategoryId =
  | 'commerciality'
  | 'flow'
  | 'lyrics'
  | 'production'
  | 'hookStrength'
  | 'songStructure'
  | 'originality'
  | 'replayValue';

const term = (
  id: string,
  label: string,
  unit: string,
  weight: number,
  curve: Curve,
  read: Term['read'],
  certainty?: Term['certainty'],
): Term => ({
  id,
  label,
  unit,
  weight,
  curve,
  read,
  certainty,
});

/** A share as percent; null stays null. */
const percentOf = (share: number | null | undefined) => (share == null ? null : 100 * share);

/**
 * What is not certain fades in, or the last hundredth that another encoder moves would decide whether it counts: a beat, a
 * steady beat, a voice, a hook. Each is 0 where the report says that it was not judged.
 */
// biome-ignore format: a line of points
const BEAT: Curve = [[UNSURE, 0], [0.55, 1]];
// biome-ignore format: a line of points
const STEADY_BEAT: Curve = [[SURE, 0], [0.8, 1]];
const beaten = (h: AnalysedTrack) => markOn(BEAT, h.tempoConfidence);
const steadilyBeaten = (h: AnalysedTrack) => markOn(STEADY_BEAT, h.tempoConfidence);
const sung = (h: AnalysedTrack) => h.shape.voiceCertainty;

/**
 * Where the hook is a guess, what is measured on that part is left out, and that no part stands out is left to one term. There a
 * guess is no clearer than a part that comes only once can be, and less so where next to nothing else is heard, by its share of the track.
 */
// biome-ignore format: a line of points
const GUESS_AT_MOST: Curve = [[0.85, 0.7], [1, 0.2]];
function clearness(h: AnalysedTrack): number {
  const guess = markOn(GUESS_AT_MOST, h.shape.hookShare);
  return Math.min(h.hook.confidence, guess + (1 - guess) * rateHook(h));
}

/** Without a hook and a beat little is left of what makes a second listen likely: it counts half. */
const gripping = (h: AnalysedTrack) => Math.max(rateHook(h), beaten(h), 0.5);

/** A beat or a key: what noise, a tone or plain speech do not have. Free playing has a key, drums have a beat. */
// biome-ignore format: one line per term
const GROUND = term('ground', 'A beat or a key to hold on to', '', 3, [[0, 0], [0.3, 0.5], [0.6, 1]], (h) => Math.max(h.tempoConfidence, h.keyConfidence));

// biome-ignore format: one line per term, so that it reads as the table it is
export const SHEET: readonly CategorySheet[] = [
  {
    id: 'production',
    title: 'Production',
    about: 'How clean the recording is: clipping, balance, stereo, noise and dynamics. Gain does not count.',
    weight: 4,
    terms: [
      term('clipping', 'Samples cut off or over full scale', '% of samples', 4, [[0.003, 1], [0.05, 0.75], [0.3, 0.3], [1.5, 0]], cutOffPercent),
      term('headroom', 'Peak over loudness', 'LU', 3, [[4, 0], [7, 0.5], [9.5, 1], [17, 1], [24, 0.5], [35, 0]], (h) => h.peakToLoudness),
      term('crest', 'Transients left', 'dB', 2, [[4, 0], [8, 0.55], [11, 1], [18, 1], [26, 0.4]], (h) => h.crestDb),
      term('balance', 'Tonal balance error', 'dB', 4, [[0, 1], [0.3, 0.9], [0.9, 0.75], [2, 0.5], [7, 0]], (h) => h.shape.balance?.errorDb ?? null),
      term('bandwidth', 'Highest sound', 'Hz', 4, [[2500, 0], [4500, 0.15], [7000, 0.6], [9000, 1]], (h) => h.bandwidthHz || null),
      term('mono', 'Level lost in mono', 'dB', 3, [[-20, 0], [-6, 0.25], [-3.2, 0.85], [-2, 1]], (h) => h.monoLossDb),
      term('cancelling', 'Time in which channels cancel', '% of the track', 3, [[0, 1], [4, 0.75], [30, 0.15], [60, 0]], (h) => h.cancellingShare * 100),
      term('width', 'Stereo width', '', 1.5, [[0, 0.45], [0.03, 0.75], [0.1, 1], [0.35, 1], [0.55, 0.3]], (h) => h.stereoWidth),
      term('hiss', 'Hiss under the music', 'dB below it', 3, [[20, 0], [35, 0.35], [48, 1]], (h) => Math.min(90, 60 * (1 - h.hissCertainty) - h.hissDb)),
      term('peak', 'True peak', 'dBTP', 0.6, [[-1, 1], [0.5, 0.75], [3, 0]], (h) => h.truePeakDb),
      term('gaps', 'Silence', '% of the track', 2, [[0, 1], [8, 0.8], [30, 0.2], [60, 0]], (h) => h.silentShare * 100),
    ],
  },
  {
    id: 'flow',
    title: 'Flow',
    about:
      'How the track moves in time: pulse, steadiness, groove and, where somebody raps or sings, the pace of the voice. Without a steady beat it is not judged.',
    weight: 3,
    terms: [
      term('pulse', 'Clear pulse', '', 2, [[0.35, 0.7], [0.6, 0.9], [0.85, 1]], (h) => h.tempoConfidence, beaten),
      term('steadiness', 'Steady tempo', '', 2, [[0, 0], [0.5, 0.4], [0.8, 0.85], [0.9, 1]], (h) => h.steadiness.steadiness, steadilyBeaten),
      term('groove', 'Bars that keep the groove', '', 2, [[0.1, 0], [0.45, 0.4], [0.78, 0.75], [0.84, 1], [0.9, 1], [0.95, 0.8], [1, 0.6]], (h) => h.rhythm.consistency, beaten),
      term('syncopation', 'Accents between the beats', '', 1.5, [[0, 0.4], [0.15, 0.75], [0.25, 1], [0.75, 1], [0.95, 0.7]], (h) => h.rhythm.offbeat, beaten),
      term('strokes', 'Hits a bar', 'hits', 1.5, [[0, 0], [4, 0.4], [9, 1], [26, 1], [36, 0.6]], (h) => h.rhythm.density, beaten),
      term('touch', 'How much hits on the same beat differ', '', 1.5, [[0.08, 0.2], [0.26, 0.5], [0.33, 0.7], [0.38, 0.82], [0.42, 0.92], [0.47, 1]], (h) => h.nature.strokeSpread, beaten),
      term('pace', 'Pace of the voice', 'syllables a second', 1, [[0.5, 0.4], [1.5, 0.9], [2, 1], [7, 1], [9.5, 0.5]], (h) => h.voiceRate, (h) => sung(h) * beaten(h)),
    ],
  },
  {
    id: 'lyrics',
    title: 'Lyrics',
    about:
      'What returns, how rich the rest is, how lines are built, and rhyme, from words the artist gave or confirmed. What only the machine heard is a guess: shown, and not scored. Rhyme and timing can only add: a text that does without either loses little. Words that cannot be the track’s (no voice, too many of them, not what was heard) are shown and not scored. Mood and explicit words are described and never scored. Without words there is no score, and the overall score leaves it out.',
    weight: 2,
    terms: [
      term('lineReturns', 'Line that returns most', 'times', 1.5, [[1, 0.6], [2, 0.85], [3, 1], [12, 1], [30, 0.5]], (h) => (scorableWords(h.lyrics) ? (h.lyrics?.measures.hookLine?.times ?? 1) : null)),
      term('lineInHook', 'Its returns within the hook', '%', 1, [[0, 0.6], [50, 1]], (h) => percentOf(scorableWords(h.lyrics)?.hookLine?.inHook), rateHook),
      term('vocabulary', 'Different words among 40 in a row', 'share', 2.5, [[0.3, 0], [0.5, 0.5], [0.7, 0.88], [0.82, 1]], (h) => scorableWords(h.lyrics)?.vocabulary ?? null),
      term('linesRepeated', 'Lines sung before', '% of lines', 1.5, [[0, 0.7], [12, 1], [60, 1], [80, 0.5], [95, 0.1]], (h) => percentOf(scorableWords(h.lyrics)?.repetition)),
      term('lineLengths', 'Difference in length between lines', 'of the mean', 1.5, [[0.25, 1], [0.5, 0.85], [0.9, 0.5], [1.4, 0.2]], (h) => scorableWords(h.lyrics)?.unevenness ?? null),
      term('endRhymes', 'Line ends that rhyme (slant counts half)', '% of lines', 1.5, [[0, 0.75], [30, 0.88], [80, 1]], (h) => percentOf(scorableWords(h.lyrics)?.endRhymes)),
      term('rhymeDensity', 'Syllables that take part in a rhyme', '% of syllables', 1, [[0, 0.75], [10, 0.88], [25, 1]], (h) => percentOf(scorableWords(h.lyrics)?.rhymeDensity)),
      term('wordTiming', 'Word starts on sixteenths or triplets, over chance', '', 1, [[0, 0.65], [0.3, 0.85], [0.6, 1]], (h) => scorableWords(h.lyrics)?.tightness ?? null),
      term('wordPace', 'Pace of words, fastest over slowest part', 'times', 1, [[1, 0.75], [1.25, 1], [3, 1], [5, 0.7]], (h) => scorableWords(h.lyrics)?.paceRange ?? null),
    ],
  },
  {
    id: 'hookStrength',
    title: 'Hook',
    about:
      'The part that returns and lifts: how sure it is one, how much it rises, how often and how early it comes. Where no part is surely the hook, only that is judged.',
    weight: 3,
    terms: [
      term('hookClear', 'A part that returns and rises', '', 4, [[0, 0.45], [0.7, 0.68], [0.79, 0.8], [0.86, 0.92], [0.92, 1]], clearness),
      term('hookRise', 'Louder than the rest', 'LU', 3, [[-3, 0], [0, 0.35], [0.5, 0.5], [1.1, 0.68], [1.8, 0.82], [2.8, 0.93], [3.6, 1]], (h) => h.hook.riseLu, rateHook),
      term('hookReturns', 'Times it comes', 'times', 1.5, [[2, 0.75], [3, 0.92], [4, 1]], (h) => h.hook.occurrences.length, rateHook),
      term('hookLike', 'Likeness of its returns', '', 2, [[0.2, 0], [0.55, 0.5], [0.67, 0.68], [0.75, 0.83], [0.83, 0.93], [0.9, 1]], (h) => h.hook.likeness, rateHook),
      term('hookEarly', 'First time it comes', 'seconds', 2, [[8, 1], [42, 1], [65, 0.7], [100, 0.25], [140, 0]], (h) => h.hook.firstAt, rateHook),
    ],
  },
  {
    id: 'songStructure',
    title: 'Structure',
    about:
      'The form: how many different parts there are, how they contrast, and whether the track gets going.',
    weight: 3,
    terms: [
      term('parts', 'Different parts', 'parts', 3, [[1, 0.05], [2, 0.4], [3, 0.8], [4, 1]], (h) => h.shape.distinctLabels, rateHook),
      term('likelyParts', 'Different parts, if the form is right', 'parts', 3, [[1, 0.05], [2, 0.4], [3, 0.8]], (h) => h.shape.distinctLabels, (h) => 1 - rateHook(h)),
      term('sections', 'Sections a minute', 'sections', 2, [[0.4, 0], [1.2, 0.6], [2.2, 1], [8, 1], [14, 0.4]], (h) => h.shape.sectionsPerMinute),
      term('contrast', 'Loudest over quietest section', 'LU', 3, [[0, 0.1], [2.5, 0.5], [3.3, 0.66], [5.6, 0.85], [7.9, 1], [14, 1], [20, 0.7]], (h) => h.shape.contrast?.lu ?? null),
      term('change', 'How far the brightness moves', 'octaves', 2, [[0.02, 0.1], [0.19, 0.5], [0.31, 0.68], [0.43, 0.82], [0.6, 0.93], [1, 1]], (h) => h.shape.brightnessMove),
      term('variety', 'How unlike each other bars are', '', 3, [[0.1, 0], [0.35, 0.2], [0.49, 0.5], [0.58, 0.68], [0.67, 0.85], [0.74, 1], [0.92, 1], [1, 0.4]], (h) => h.form.variety),
      term('returns', 'Bars that come back', '', 2, [[0.05, 0], [0.25, 0.6], [0.45, 1], [0.88, 1], [1, 0.5]], (h) => h.form.repetition),
      term('intro', 'Length of the intro', '% of the track', 1.5, [[0, 0.8], [4, 1], [14, 1], [30, 0.3], [45, 0]], (h) => h.shape.introShare * 100),
      GROUND,
    ],
  },
  {
    id: 'commerciality',
    title: 'Commerciality',
    about:
      'What playlists and radio ask for, as far as it can be measured: length, time to the hook, something to hold on to, voice and a balance that travels.',
    weight: 3,
    terms: [
      term('length', 'Length', 'seconds', 2, [[15, 0.1], [60, 0.5], [120, 0.9], [150, 1], [235, 1], [300, 0.75], [420, 0.3]], (h) => h.durationSeconds),
      term('timeToHook', 'Hook within', 'seconds', 3, [[10, 1], [42, 1], [60, 0.75], [90, 0.4], [130, 0]], (h) => h.hook.firstAt, rateHook),
      GROUND,
      term('voice', 'Time with a voice', '% of the track', 2, [[10, 0.6], [35, 1], [90, 1], [100, 0.7]], (h) => h.voiceShare * 100, sung),
      term('travels', 'Tonal balance error', 'dB', 2, [[0, 1], [1.5, 0.8], [5, 0.1]], (h) => h.shape.balance?.errorDb ?? null),
    ],
  },
  {
    id: 'originality',
    title: 'Originality',
    about:
      'How far it leaves the beaten track within itself: harmony, rhythm, and sounds that develop. Other entries are not looked at: a copy is marked and held, not scored down.',
    weight: 2,
    terms: [
      term('chords', 'Different chords', 'chords', 2, [[0, 0], [2, 0.3], [3, 0.5], [4, 0.66], [6, 0.84], [8, 1]], (h) => h.chords?.distinct ?? null),
      term('colour', 'Notes beyond plain triads', '', 2, [[0.1, 0.2], [0.39, 0.6], [0.5, 0.85], [0.58, 1], [0.66, 1], [0.8, 0.6], [0.9, 0]], (h) => h.chords?.richness ?? null),
      term('offbeat', 'Accents that pull against the beat', '', 2, [[0, 0.35], [0.04, 0.5], [0.07, 0.66], [0.12, 0.8], [0.22, 0.92], [0.4, 1]], (h) => h.rhythm.syncopation, beaten),
      term('development', 'How far the brightness moves', 'octaves', 2, [[0.02, 0.1], [0.19, 0.5], [0.31, 0.68], [0.43, 0.82], [0.6, 0.93], [1, 1]], (h) => h.shape.brightnessMove),
      term('texture', 'How much the density changes', '', 2, [[0.02, 0], [0.09, 0.5], [0.12, 0.68], [0.14, 0.82], [0.17, 0.93], [0.2, 1]], (h) => h.shape.densitySpread),
      term('moving', 'Sounds that do not move while they last', '', 2, [[0.1, 1], [0.15, 0.9], [0.18, 0.75], [0.22, 0.5], [0.3, 0.2], [0.42, 0]], (h) => h.nature.stillness),
      term('pasted', 'How much what returns has changed', 'dB', 2, [[0.5, 0.05], [1.8, 0.45], [2.6, 0.66], [3.2, 0.8], [4, 0.92], [6, 1]], (h) => h.nature.usualDb),
      term('unlike', 'How unlike each other bars are', '', 2, [[0.1, 0], [0.35, 0.2], [0.49, 0.5], [0.58, 0.68], [0.67, 0.85], [0.74, 1], [0.92, 1], [1, 0.4]], (h) => h.form.variety),
      GROUND,
    ],
  },
  {
    id: 'replayValue',
    title: 'Replay value',
    about:
      'What makes a second listen likely, as far as it can be measured: hook time, movement, and no dead ends.',
    weight: 2,
    terms: [
      term('hookTime', 'Time spent in the hook', '% of the track', 3, [[0, 0], [10, 0.5], [20, 0.8], [27, 1], [60, 1], [75, 0.75], [90, 0.4]], (h) => h.shape.hookShare * 100, rateHook),
      term('dynamics', 'Loudness range', 'LU', 2, [[0.5, 0.1], [2.5, 0.5], [3.7, 0.68], [6.3, 0.88], [8, 1], [12, 1], [18, 0.6]], (h) => h.loudnessRange, gripping),
      term('deadEnds', 'Silence at either end', 'seconds', 1, [[0, 1], [1.5, 0.9], [5, 0.4], [12, 0]], (h) => h.leadingSilence + h.trailingSilence, gripping),
      term('drive', 'Hits a bar', 'hits', 1.5, [[0, 0.1], [6, 0.6], [12, 1], [26, 1], [40, 0.5]], (h) => h.rhythm.density, beaten),
      term('grip', 'A part that returns and rises', '', 3, [[0, 0], [0.39, 0.3], [0.7, 0.68], [0.79, 0.8], [0.86, 0.92], [0.92, 1]], (h) => h.hook.confidence, rateHook),
      term('short', 'Length', 'seconds', 1.5, [[15, 0.3], [60, 0.7], [130, 1], [220, 1], [290, 0.7], [420, 0.2]], (h) => h.durationSeconds, gripping),
    ],
  },
];
