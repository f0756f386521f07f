// Renders every part of a written song on its own bus, at its level in the mixer.

import { makeKit, RATE } from './drum-kit.ts';
import { measureLufs, setLevel } from './loudness.ts';
import { type Bus, compress, duck, equalise, makeBus, place, saturate } from './mixer.ts';
import type { DrumName, Note, Syllable } from './score.ts';
import type { SongSpec } from './song-spec.ts';
import { midiToHz } from './theory.ts';
import { TONES, type ToneName } from './tones.ts';
import { sing, type VoiceTimbre } from './voice.ts';
import type { Writer } from './writer.ts';

export const PARTS = ['drums', 'bass', 'chords', 'wall', 'colour', 'lead', 'voice', 'backing'] as const;
export type PartName = (typeof PARTS)[number];
export type Parts = Record<PartName, Bus>;

const PANS: Record<DrumName, number> = {
  kick: 0,
  snare: 0,
  clap: 0.05,
  rim: 0.25,
  hat: 0.3,
  open: 0.3,
  shaker: -0.4,
  crash: -0.25,
  tom: -0.2,
  conga: -0.5,
  snap: -0.1,
  riser: 0,
};
const GAINS: Record<DrumName, number> = {
  kick: 1,
  snare: 0.75,
  clap: 0.6,
  rim: 0.55,
  hat: 0.3,
  open: 0.26,
  shaker: 0.3,
  crash: 0.3,
  tom: 0.6,
  conga: 0.4,
  snap: 0.6,
  riser: 0.35,
};

export function renderParts(writer: Writer, length: number): Parts {
  const { score, style, spec } = writer;
  const rng = writer.rng.fork('sound');
  const parts: Parts = {
    drums: renderDrums(writer, length),
    bass: renderNotes(writer, score.bass, rng.pick(style.tones.bass), length, 0),
    chords: renderNotes(writer, score.chords, rng.pick(style.tones.chords), length, 0.55),
    wall: renderNotes(writer, score.wall, style.tones.wall, length, 0.85),
    colour: renderNotes(writer, score.colour, rng.pick(style.tones.colour), length, 0.5),
    lead: renderNotes(writer, score.lead, rng.pick(style.tones.lead), length, 0.2),
    ...renderVoices(writer, length),
  };
  const buried = spec.flaws.includes('buried-vocal') ? -11 : 0;
  for (const name of PARTS) {
    if (['chords', 'wall', 'colour', 'lead'].includes(name)) equalise(parts[name], 'highpass', RATE, 150);
    const sung = name === 'voice' || name === 'backing';
    setLevel(parts[name], style.levels[name] + (sung ? buried : 0));
  }
  const kicks = score.hits.filter((hit) => hit.drum === 'kick').map((hit) => hit.time);
  const release = Math.min(0.34, 60 / spec.tempoBpm / 1.6);
  for (const name of ['bass', 'chords', 'wall', 'colour'] as const)
    duck(parts[name], kicks, style.pump, release);
  return parts;
}

function renderDrums(writer: Writer, length: number): Bus {
  const rng = writer.rng.fork('kit');
  const kit = makeKit(writer.style.kit, rng);
  const bus = makeBus(length);
  for (const hit of writer.score.hits)
    place(bus, kit[hit.drum], hit.time, GAINS[hit.drum] * hit.velocity ** 1.3, PANS[hit.drum]);
  compress(bus, -9, 2.5, 0.006, 0.09);
  saturate(bus, 1.15);
  return bus;
}

/** Notes alternate between two takes on either side, so that chords are wide without cancelling in mono. */
function renderNotes(
  writer: Writer,
  notes: readonly Note[],
  tone: ToneName,
  length: number,
  width: number,
): Bus {
  const bus = makeBus(length);
  const rng = writer.rng.fork(`tone ${tone}`);
  const wide = tone === 'saws' || tone === 'pad' || tone === 'strings';
  for (const [index, note] of notes.entries()) {
    const hz = midiToHz(note.midi);
    if (wide) {
      for (const side of [-1, 1])
        place(bus, TONES[tone](hz, note.seconds, note.velocity, rng), note.time, 0.35, side * width);
      continue;
    }
    const pan = width === 0 ? 0 : width * (((index * 5) % 7) / 3 - 1);
    place(bus, TONES[tone](hz, note.seconds, note.velocity, rng), note.time, 0.5, pan);
  }
  return bus;
}

const TRACTS = { low: 1, mid: 1.08, high: 1.17 } as const;

function timbreOf(spec: SongSpec): VoiceTimbre {
  const sung = spec.vocal === 'sung';
  return {
    tract: TRACTS[spec.register],
    breath: sung ? 0.45 : 0.2,
    vibrato: sung ? 0.32 : spec.vocal === 'toast' ? 0.12 : 0.02,
    slide: sung ? 0.035 : 0.018,
    bite: sung ? 0.5 : 0.85,
  };
}

function renderVoices(writer: Writer, length: number): { voice: Bus; backing: Bus } {
  const { score, spec } = writer;
  const timbre = timbreOf(spec);
  const voice = makeBus(length);
  const backing = makeBus(length);
  const take = (syllables: readonly Syllable[], label: string, tract = 1): Float32Array =>
    sing(syllables, { ...timbre, tract: timbre.tract * tract }, length, writer.rng.fork(label));
  place(voice, take(score.voice, 'lead voice'), 0, 1);
  const odd = score.doubles.filter((_, i) => i % 2 === 1);
  const even = score.doubles.filter((_, i) => i % 2 === 0);
  place(backing, take(even, 'double left', 0.98), 0, 0.8, -0.75);
  place(backing, take(odd, 'double right', 1.02), 0, 0.8, 0.75);
  place(backing, take(score.harmony, 'harmony left', 1.03), 0, 0.8, -0.4);
  place(backing, take(score.harmony, 'harmony right', 1.05), 0.009, 0.8, 0.45);
  place(backing, take(score.adlibs, 'adlibs', 1.02), 0, 0.9, 0.5);
  for (const bus of [voice, backing]) {
    equalise(bus, 'highpass', RATE, 110);
    equalise(bus, 'peak', RATE, 3200, 0.9, 2.5);
    equalise(bus, 'highshelf', RATE, 9000, 0.7, 3);
    if (measureLufs(bus) > -70) setLevel(bus, -18);
    compress(bus, -20, 3, 0.004, 0.12);
  }
  return { voice, backing };
}
