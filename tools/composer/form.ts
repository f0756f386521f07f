// Song form: which sections follow each other and how many bars each has.
import type { Section } from './score.ts';
import type { SectionKind, SongSpec } from './song-spec.ts';

type Part = readonly [SectionKind, number];

/** Named forms; bar counts are for a song of about 35 s. */
const FORMS: Record<string, readonly Part[]> = {
  sketch: [
    ['intro', 1],
    ['verse', 1],
    ['hook', 1],
    ['outro', 1],
  ],
  sample: [
    ['intro', 1],
    ['verse', 2],
    ['hook', 4],
    ['outro', 1],
  ],
  short: [
    ['intro', 1],
    ['verse', 4],
    ['hook', 4],
    ['outro', 1],
  ],
  compact: [
    ['intro', 2],
    ['verse', 2],
    ['hook', 2],
    ['verse', 2],
    ['hook', 4],
    ['outro', 1],
  ],
  turn: [
    ['intro', 2],
    ['verse', 4],
    ['hook', 4],
    ['bridge', 2],
    ['hook', 4],
    ['outro', 2],
  ],
  classic: [
    ['intro', 2],
    ['verse', 4],
    ['hook', 4],
    ['verse', 4],
    ['hook', 4],
    ['outro', 2],
  ],
  direct: [
    ['hook', 4],
    ['verse', 4],
    ['hook', 4],
    ['outro', 2],
  ],
  lift: [
    ['intro', 2],
    ['verse', 4],
    ['pre', 2],
    ['hook', 4],
    ['bridge', 2],
    ['hook', 4],
    ['outro', 2],
  ],
  full: [
    ['intro', 2],
    ['verse', 4],
    ['pre', 2],
    ['hook', 4],
    ['verse', 4],
    ['pre', 2],
    ['hook', 4],
    ['outro', 2],
  ],
  street: [
    ['intro', 4],
    ['hook', 4],
    ['verse', 8],
    ['hook', 4],
    ['bridge', 2],
    ['hook', 4],
    ['outro', 2],
  ],
  late: [
    ['intro', 4],
    ['verse', 8],
    ['bridge', 2],
    ['hook', 4],
    ['outro', 1],
  ],
  loop: [['verse', 16]],
};

const CHOICES: Record<SongSpec['genre'], readonly string[]> = {
  'Hip Hop': ['compact', 'classic', 'direct', 'turn', 'street'],
  'R&B': ['short', 'compact', 'turn', 'direct'],
  Pop: ['lift', 'full', 'turn', 'classic'],
  Dancehall: ['compact', 'turn', 'direct', 'classic'],
};

const ENERGY: Record<SectionKind, number> = {
  intro: 0.55,
  verse: 0.67,
  pre: 0.75,
  hook: 0.96,
  bridge: 0.6,
  outro: 0.5,
};

export function barSeconds(spec: SongSpec): number {
  return (4 * 60) / spec.tempoBpm;
}

/** Lays the sections out; songs much longer than a form get each section two, three or four times as long. */
export function planForm(spec: SongSpec): Section[] {
  const bar = barSeconds(spec);
  const wanted = spec.targetSeconds / bar;
  const names = formNames(spec);
  let best: readonly Part[] = FORMS[names[0]];
  let scale = 1;
  let miss = Number.POSITIVE_INFINITY;
  for (const name of names)
    for (const times of [1, 2, 3, 4]) {
      const bars = FORMS[name].reduce((sum, [, count]) => sum + count, 0) * times;
      if (Math.abs(bars - wanted) >= miss) continue;
      miss = Math.abs(bars - wanted);
      best = FORMS[name];
      scale = times;
    }
  return layOut(best, scale, bar);
}

function formNames(spec: SongSpec): readonly string[] {
  if (spec.flaws.includes('loop-only')) return ['loop'];
  if (spec.flaws.includes('late-hook')) return ['late'];
  if (spec.form !== undefined) {
    if (!(spec.form in FORMS)) throw new Error(`unknown form ${spec.form}`);
    return [spec.form];
  }
  return CHOICES[spec.genre];
}

function layOut(parts: readonly Part[], scale: number, bar: number): Section[] {
  const counts = new Map<SectionKind, number>();
  const sections: Section[] = [];
  let startBar = 0;
  for (const [kind, count] of parts) {
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    const bars = count * scale;
    sections.push({
      kind,
      nth,
      startBar,
      bars,
      start: startBar * bar,
      end: (startBar + bars) * bar,
      // Each return of a hook is a little bigger than the last.
      energy: Math.min(1, ENERGY[kind] + (kind === 'hook' || kind === 'verse' ? 0.03 * nth : 0)),
    });
    startBar += bars;
  }
  return sections;
}
