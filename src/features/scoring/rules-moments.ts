/** Moments of a track one can listen to: from evidence, and from times that stand in sentences. */
import type { Analysis, Evidence } from './contract.ts';
import { findHook, listChannels } from './rules-display.ts';

export type Tone = 'good' | 'warm' | 'hot';

/** The bands in which notes praise and warn: from 0.8 good, below 0.6 a warning. */
export function markTone(mark: number | undefined): Tone {
  if (mark === undefined || mark >= 0.8) return 'good';
  return mark >= 0.6 ? 'warm' : 'hot';
}

export interface Moment {
  at: number;
  label: string;
  tone: Tone;
}

/** More would crowd the waveform: everything else is in the notes below it. */
const MOST_MOMENTS = 5;

const firstMoment = ({ measure, value, ranges, mark }: Evidence): Moment | null =>
  ranges?.[0] ? { at: ranges[0].start, label: `${measure}: ${value}`, tone: markTone(mark) } : null;

/** The markers under the waveform: the hook, then what is not good yet, worst first, until it is full. */
export function pickMoments(analysis: Analysis): Moment[] {
  const hook = findHook(analysis);
  const weak = listChannels(analysis)
    .flatMap(({ category }) => category.evidence ?? [])
    .filter(({ mark }) => markTone(mark) !== 'good')
    .sort((a, b) => (a.mark ?? 1) - (b.mark ?? 1));
  // The same measure may count in two categories: it is one moment.
  const moments = new Map<string, Moment>();
  for (const item of weak) {
    const moment = firstMoment(item);
    if (moment && moments.size < MOST_MOMENTS && !moments.has(moment.label))
      moments.set(moment.label, moment);
  }
  if (hook) moments.set('hook', { at: hook.start, label: 'hook', tone: 'good' });
  return [...moments.values()].sort((a, b) => a.at - b.at);
}

export interface TextPart {
  text: string;
  /** The part is a time of the track, in seconds. */
  seconds?: number;
}

/** A sentence cut at its times ('1:54'): those one can listen from, so neither the track's length nor anything past it. */
export function splitTimes(text: string, durationSeconds: number): TextPart[] {
  const parts: TextPart[] = [];
  let last = 0;
  for (const match of text.matchAll(/(?<![\d:.])(\d{1,2}):([0-5]\d)(?![\d:])/g)) {
    const seconds = Number(match[1]) * 60 + Number(match[2]);
    if (seconds >= Math.floor(durationSeconds)) continue;
    if (match.index > last) parts.push({ text: text.slice(last, match.index) });
    parts.push({ text: match[0], seconds });
    last = match.index + match[0].length;
  }
  if (last < text.length) parts.push({ text: text.slice(last) });
  return parts;
}

export interface Advice {
  /** What to do. */
  lead: string;
  /** Why, or more about it. */
  rest: string;
  /** '+6 production', 'up to +2.3 points'. */
  gain: string | null;
}

/** A recommendation: its first sentence, what follows, and the gain at its end. */
export function splitAdvice(text: string): Advice {
  const gain = /\s*\(((?:up to )?\+[^)]+)\)\.?$/i.exec(text);
  const body = gain ? text.slice(0, gain.index) : text;
  const cut = /[.!?](?=\s)|:(?=\s)/.exec(body);
  const at = cut ? cut.index + 1 : body.length;
  return { lead: body.slice(0, at).trim(), rest: body.slice(at).trim(), gain: gain?.[1] ?? null };
}

/** '0:58', '0:58-1:13' or '58 s' as seconds; null when it is none of them. */
export function readTimestamp(text: string): number | null {
  const clock = /(\d{1,2}):([0-5]\d)/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const seconds = /^\s*(\d+(?:\.\d+)?)\s*(?:s|sec|seconds)?\b/i.exec(text);
  return seconds ? Number(seconds[1]) : null;
}
