/** How an analysis is shown: the category scores, the channels of the mixer, and the line of measures. */
import type { Analysis, Category } from './contract.ts';
import { presentScore } from './rules-readiness.ts';
import { type Counted, otherTempo, sayTempo } from './rules-tempo.ts';
import { sayKey } from './rules-wording.ts';

export const CHANNELS = [
  { id: 'commerciality', label: 'Commerciality' },
  { id: 'flow', label: 'Flow' },
  { id: 'lyrics', label: 'Lyrics' },
  { id: 'production', label: 'Production' },
  { id: 'hookStrength', label: 'Hook' },
  { id: 'songStructure', label: 'Structure' },
  { id: 'originality', label: 'Originality' },
  { id: 'replayValue', label: 'Replay' },
] as const;
export type ChannelId = (typeof CHANNELS)[number]['id'];

export interface Channel {
  id: ChannelId;
  label: string;
  /** 0 to 100 as measured; null where nothing could be scored. */
  raw: number | null;
  /** As the brief displays it. */
  shown: number | null;
  /** Beside the raw figure: 'readiness 89'. */
  shownLabel: string;
  category: Category;
}

/** The categories this analysis has, in the order of the mixer. */
export function listChannels(analysis: Analysis): Channel[] {
  return CHANNELS.flatMap(({ id, label }) => {
    const category = analysis[id];
    if (!category) return [];
    const raw = category.score;
    const { shown, shownLabel } = presentScore(raw, 'readiness');
    const measured = raw === null ? { shown: null, shownLabel: 'not scored' } : { shown, shownLabel };
    return [{ id, label, raw, ...measured, category }];
  });
}

/** A confidence of 0 to 1 in words. */
export function sayConfidence(confidence: number): string {
  if (confidence >= 0.75) return 'sure';
  return confidence >= 0.5 ? 'fairly sure' : 'unsure';
}

interface Span {
  start: number;
  end: number;
}
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isSpan = (value: unknown): value is Span =>
  isNumber((value as Span | null)?.start) && isNumber((value as Span | null)?.end);
const isOctaves = (value: unknown): value is Required<Counted>['tempoOctaves'] =>
  isNumber((value as { half?: unknown } | null)?.half) && isNumber((value as { double?: unknown }).double);
const isSection = (value: unknown): value is Span & { label: string } =>
  isSpan(value) && typeof (value as { label?: unknown }).label === 'string';

/** Measures an engine may or may not give. Anything of another shape counts as missing. */
function readLaterMeasures({
  tempoBpm,
  tempoConfidence,
  tempoOctaves,
  key,
  keyConfidence,
  sections,
  hook,
}: Analysis['measures']) {
  return {
    tempoBpm: isNumber(tempoBpm) && tempoBpm > 0 ? tempoBpm : undefined,
    tempoConfidence: isNumber(tempoConfidence) ? tempoConfidence : undefined,
    tempoOctaves: isOctaves(tempoOctaves) ? tempoOctaves : undefined,
    key: typeof key === 'string' && key !== '' ? key : undefined,
    keyConfidence: isNumber(keyConfidence) ? keyConfidence : undefined,
    sections: Array.isArray(sections) && sections.every(isSection) ? sections : [],
    hook: isSpan(hook) ? hook : undefined,
  };
}

/** The line above the title: what was measured, and how certain it is. */
export function sayMeasures(analysis: Analysis, sayTime: (seconds: number) => string): string[] {
  const { durationSeconds, integratedLufs } = analysis.measures;
  const later = readLaterMeasures(analysis.measures);
  const withConfidence = (text: string, confidence: number | undefined) =>
    confidence === undefined ? text : `${text} (${sayConfidence(confidence)})`;
  return [
    `Engine ${analysis.engineVersion}`,
    sayTime(durationSeconds),
    later.tempoBpm && sayCount({ ...later, tempoBpm: later.tempoBpm }, later.tempoConfidence),
    later.key && withConfidence(sayKey(later.key), later.keyConfidence),
    integratedLufs !== null && `${integratedLufs.toFixed(1)} LUFS`,
  ].filter((part) => typeof part === 'string');
}

/** What the ear made of the genre, with its doubt. `heard`: what was sure enough to be published. */
export function sayGenreHeard(heard: string, { genre }: Analysis['measures']): string {
  const guess = (genre as { genre?: unknown } | null | undefined)?.genre;
  if (heard !== 'Other') return `We heard ${heard}.`;
  return typeof guess === 'string' && guess !== 'Other'
    ? `By ear it might be ${guess}, which is not sure enough to publish.`
    : 'By ear it is none of the kinds we know.';
}

/** '110 BPM (sure)', and '65 or 130 BPM, as you count': who would count it either way is not sure of one. */
function sayCount(counted: Counted, confidence: number | undefined): string {
  const isEither = otherTempo(counted) !== null;
  const sure = confidence === undefined ? '' : sayConfidence(confidence);
  const doubt = sure === '' || (isEither && sure === 'sure') ? '' : ` (${sure})`;
  return `${sayTempo(counted)} BPM${isEither ? ', as you count' : ''}${doubt}`;
}

/** A hook that is a guess is not judged by its time, which then is not among the evidence. */
const isGuessed = ({ commerciality }: Pick<Partial<Analysis>, 'commerciality'>) =>
  commerciality?.evidence !== undefined && !commerciality.evidence.some(({ id }) => id === 'timeToHook');

/** Where the hook is; null without one, and where it is a guess. */
export const findHook = (analysis: Analysis): { start: number; end: number } | null =>
  isGuessed(analysis) ? null : (readLaterMeasures(analysis.measures).hook ?? null);

export interface Check {
  ok: boolean;
  words: string;
}

/** A mark below this is worth a look. */
const GOOD_MARK = 0.8;

/** What somebody with a minute asks of a track, each with what was measured: the hook, damage, the voice. */
export function listChecks(analysis: Analysis, sayTime: (seconds: number) => string): Check[] {
  const find = (channel: ChannelId, id: string) =>
    analysis[channel]?.evidence?.find((evidence) => evidence.id === id);
  const { hook, voiceShare } = analysis.measures as { hook?: { firstAt?: unknown }; voiceShare?: unknown };
  const toHook = find('commerciality', 'timeToHook');
  const clipping = find('production', 'clipping')?.mark;
  return [
    !isNumber(hook?.firstAt)
      ? { ok: false, words: 'No hook found' }
      : isGuessed(analysis)
        ? { ok: false, words: 'Hook uncertain' }
        : { ok: (toHook?.mark ?? 1) >= GOOD_MARK, words: `Hook by ${sayTime(hook.firstAt)}` },
    ...(clipping === undefined
      ? []
      : [{ ok: clipping === 1, words: clipping === 1 ? 'No clipping' : 'Clipping' }]),
    ...(isNumber(voiceShare)
      ? [{ ok: true, words: voiceShare < 0.05 ? 'No voice' : `Voice ${Math.round(voiceShare * 100)}%` }]
      : []),
  ];
}

export interface FormSection {
  label: string;
  start: number;
  end: number;
  isHook: boolean;
}

/** The form of the track within its length, where the engine found one; a section with most of the hook is marked. */
export function listSections(analysis: Analysis): FormSection[] {
  const { sections } = readLaterMeasures(analysis.measures);
  const hook = findHook(analysis);
  const length = analysis.measures.durationSeconds;
  const inside = sections
    .map((section) => ({ ...section, end: Math.min(section.end, length) }))
    .filter(({ start, end }) => start >= 0 && start < end);
  const isGuess = isGuessed(analysis);
  return inside.map((section) => {
    const shared = hook ? Math.min(section.end, hook.end) - Math.max(section.start, hook.start) : 0;
    const holdsHook = hook !== null && shared > (hook.end - hook.start) / 2;
    return { ...section, isHook: holdsHook || (!isGuess && /chorus|hook/i.test(section.label)) };
  });
}
