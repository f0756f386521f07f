/** A result as a story: a verdict, the best thing, and the changes worth most. */
import type { Analysis } from './contract.ts';
import { type Channel, type ChannelId, findHook, listChannels } from './rules-display.ts';
import { splitAdvice } from './rules-moments.ts';
import { formatTime } from './rules-wording.ts';

export interface Story {
  /** At most 14 words. */
  verdict: string;
  best: { text: string; at: number | null } | null;
  changes: Change[];
  /** What else could be done, one folded list away. */
  later: Change[];
  /** The score if all of the first changes worked out; null when none is known to help. */
  upTo: number | null;
}

export interface Change {
  title: string;
  detail: string;
  /** Points of the raw score, rounded; 0 when nobody can say. */
  gain: number;
  /** Seconds; null: it is about the whole track. */
  at: number | null;
}

const CHANGES = 3;
/** From here on a category is praised without reserve, and below the second not at all. */
const STRONG = 70;
const FAIR = 50;

const PRAISE: Record<ChannelId, string> = {
  commerciality: 'Ready for the playlists',
  flow: 'The groove carries it',
  lyrics: 'The words land',
  production: 'It sounds like a record',
  hookStrength: 'The hook is the song',
  songStructure: 'It goes somewhere',
  originality: 'It sounds like nobody else',
  replayValue: 'It asks for another play',
};

const WISH: Record<string, string> = {
  commerciality: 'make it ready for playlists',
  flow: 'lock the groove',
  lyrics: 'sharpen the words',
  production: 'clean up the mix',
  hookStrength: 'give it a stronger hook',
  songStructure: 'give its parts more contrast',
  originality: 'take one more risk',
  replayValue: 'leave people wanting more',
};

export function tellStory(analysis: Analysis, score: number | null): Story {
  const scored = listUntold(analysis)
    .filter((channel) => channel.raw !== null)
    .sort((a, b) => (b.raw ?? 0) - (a.raw ?? 0));
  const all = listChanges(analysis);
  const changes = all.slice(0, CHANGES);
  const gain = changes.reduce((sum, change) => sum + change.gain, 0);
  return {
    verdict: sayVerdict(scored[0], analysis.advice?.[0]?.category ?? scored.at(-1)?.id, all.length > 0),
    best: findBest(analysis, scored[0]),
    changes,
    later: all.slice(CHANGES),
    upTo: score === null || gain === 0 ? null : Math.min(100, score + gain),
  };
}

function sayVerdict(best: Channel | undefined, weakest: string | undefined, canImprove: boolean): string {
  const raw = best?.raw ?? 0;
  if (!best || raw < FAIR) return 'Not there yet. Start with the first change below.';
  const praise = raw >= STRONG ? PRAISE[best.id] : `${best.label} is its best side`;
  if (!canImprove) return `${praise}. Nothing worth changing.`;
  const wish = weakest && weakest !== best.id ? WISH[weakest] : undefined;
  return wish ? `${praise}. Next: ${wish}.` : `${praise}, and there is more in it.`;
}

const TIME = /(?<![\d:.])(\d{1,2}):([0-5]\d)(?![\d:])/;
/** The first second a text names. */
function readTime(text: string): number | null {
  const named = TIME.exec(text);
  return named && Number(named[1]) * 60 + Number(named[2]);
}

/** The first sentence about the strongest category that is no guess, and where to hear it: praise stands first in the notes. */
function findBest(analysis: Analysis, best: Channel | undefined): Story['best'] {
  if (!best || (best.raw ?? 0) < FAIR || best.category.notes === ALL_TOLD) return null;
  const { notes } = best.category;
  const sentences = notes.split(/(?<=[.!?])\s+/);
  const text = sentences.find((sentence) => !/\b(may be|guess)\b/.test(sentence)) ?? sentences[0] ?? notes;
  const good = best.category.evidence?.find(({ mark, ranges }) => (mark ?? 0) >= 0.8 && ranges?.length);
  return { text, at: readTime(text) ?? good?.ranges?.[0]?.start ?? findHook(analysis)?.start ?? null };
}

/** Most gain first; an analysis of an older engine has sentences alone, in its own order. */
function listChanges({ advice, recommendations }: Analysis): Change[] {
  if (advice)
    return [...advice]
      .sort((a, b) => b.gain - a.gain)
      .map(({ text, gain, ranges }) => describeChange(text, gain, ranges[0]?.start ?? null));
  return recommendations.map((text) => {
    const points = /\+([\d.]+) points?/.exec(splitAdvice(text).gain ?? '');
    return describeChange(text, Number(points?.[1] ?? 0), null);
  });
}

function describeChange(text: string, gain: number, at: number | null): Change {
  const { lead, rest } = splitAdvice(text);
  return {
    title: lead.replace(/:$/, '.'),
    detail: rest && rest[0].toUpperCase() + rest.slice(1),
    gain: gain > 0 ? Math.max(1, Math.round(gain)) : 0,
    at: at ?? readTime(text),
  };
}

/** The categories with a fault left out of their notes where a change on the same page says it. */
export function listUntold(analysis: Analysis): Channel[] {
  const told = (analysis.advice ?? []).flatMap(({ notes }) => notes ?? []);
  return listChannels(analysis).map((channel) => {
    const left = told
      .reduce((notes, sentence) => notes.replace(sentence, ''), channel.category.notes)
      .replace(/ {2,}/g, ' ')
      .trim();
    return { ...channel, category: { ...channel.category, notes: left || ALL_TOLD } };
  });
}

const ALL_TOLD = 'What would lift this is in the changes.';

/** Units as a musician says them: 'twice', '2:30 to 3:55', '11 kHz', 'none'. */
export function sayUnits(text: string): string {
  const clock = (seconds: number) => (seconds < 10 ? `${seconds} s` : formatTime(seconds));
  const often = (times: number) => (times < 1 ? 'never' : times < 2 ? 'once' : times < 3 ? 'twice' : null);
  if (/^at most -?0(?:\.0+)?(?:\s*%|\s|$)/.test(text) || /^0(?:\.0+)? ?%/.test(text)) return 'none';
  return text
    .replace(
      /([\d.]+) to ([\d.]+) seconds/,
      (_, from, to) => `${clock(Number(from))} to ${clock(Number(to))}`,
    )
    .replace(/([\d.]+) seconds/, (_, at) => clock(Number(at)))
    .replace(/(\d+) times/, (whole, times) => often(Number(times)) ?? whole)
    .replace(/(\d{4,}) Hz/, (_, hertz) => `${Math.round(Number(hertz) / 100) / 10} kHz`)
    .replace(/(0(?:\.\d+)?|1) share/, (_, share) => `${Math.round(100 * Number(share))}%`);
}
