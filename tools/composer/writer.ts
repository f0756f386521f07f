// Everything the parts of one song share while it is written: clock, key, style, chords and the score itself.
import { barSeconds, planForm } from './form.ts';
import { Rng } from './random.ts';
import { emptyScore, type Score, type Section } from './score.ts';
import type { Genre, SongSpec, Substyle } from './song-spec.ts';
import type { Style } from './style.ts';
import { bashment, dembow } from './style-dancehall.ts';
import { boomBap, trap } from './style-hip-hop.ts';
import { backbeat, fourFloor } from './style-pop.ts';
import { neoSoul, slowJam } from './style-rnb.ts';
import type { Key } from './theory.ts';

export const STYLES: Record<Substyle, Style> = {
  'boom-bap': boomBap,
  trap,
  'slow-jam': slowJam,
  'neo-soul': neoSoul,
  'four-floor': fourFloor,
  backbeat,
  dembow,
  bashment,
};

export const SUBSTYLES: Record<Genre, readonly Substyle[]> = {
  'Hip Hop': ['boom-bap', 'trap'],
  'R&B': ['slow-jam', 'neo-soul'],
  Pop: ['four-floor', 'backbeat'],
  Dancehall: ['dembow', 'bashment'],
};

export interface Writer {
  spec: SongSpec;
  style: Style;
  key: Key;
  rng: Rng;
  bar: number;
  sections: Section[];
  score: Score;
  /** Degree of the chord in a bar of the song. */
  chordAt(section: Section, bar: number): number;
  /** Time in seconds of a sixteenth (0 to 16) of a bar, swing included. */
  at(bar: number, step: number): number;
}

export function makeWriter(spec: SongSpec): Writer {
  if (!SUBSTYLES[spec.genre].includes(spec.substyle))
    throw new Error(`${spec.substyle} is not a style of ${spec.genre}`);
  const rng = new Rng(spec.seed);
  const style = STYLES[spec.substyle];
  const bar = barSeconds(spec);
  const choose = rng.fork('harmony');
  const list = style.progressions[spec.mode];
  const main = choose.pick(list);
  // Some songs give the hook chords of its own.
  const other = choose.chance(0.45) ? choose.pick(list) : main;
  return {
    spec,
    style,
    key: { tonic: spec.tonic, mode: spec.mode },
    rng,
    bar,
    sections: planForm(spec),
    score: emptyScore(),
    chordAt(section, barOfSong) {
      const last = section.kind === 'outro' && barOfSong === section.startBar + section.bars - 1;
      if (last) return 0;
      const degrees = section.kind === 'hook' || section.kind === 'bridge' ? other : main;
      return degrees[(barOfSong - section.startBar) % degrees.length];
    },
    at(barOfSong, step) {
      // Every second sixteenth comes late by `swing` of a sixteenth; between, time is stretched evenly.
      const pair = Math.floor(step / 2) * 2;
      const within = step - pair;
      const long = 1 + spec.swing;
      const swung = within <= 1 ? within * long : long + (within - 1) * (2 - long);
      return barOfSong * bar + ((pair + swung) * bar) / 16;
    },
  };
}

/** Velocity 0 to 1 of one character of a pattern; letters count as 8. */
export function strengthOf(mark: string): number {
  if (mark === '.' || mark === '0') return 0;
  return mark >= '1' && mark <= '9' ? Number(mark) / 9 : 8 / 9;
}
