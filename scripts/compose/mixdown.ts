// From score to sound: renders every part on its bus, sets levels, adds space, masters, and applies the faults asked for.
import {
  addBus,
  type Bus,
  compress,
  duck,
  echo,
  equalise,
  limit,
  makeBus,
  place,
  reverberate,
  saturate,
  scaleBus,
  widen,
} from './desk.ts';
import { makeKit, RATE } from './drum-kit.ts';
import { measureLufs } from './loudness.ts';
import type { DrumName, Note, Section, Syllable } from './score.ts';
import type { SongSpec } from './song-spec.ts';
import { midiToHz } from './theory.ts';
import { TONES, type ToneName } from './tones.ts';
import { sing, type VoiceTimbre } from './voice.ts';
import type { Writer } from './writer.ts';

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

export function mixDown(writer: Writer, length: number): Bus {
  const { score, style, spec } = writer;
  const rng = writer.rng.fork('sound');
  const drums = renderDrums(writer, length);
  const bass = renderNotes(writer, score.bass, rng.pick(style.tones.bass), length, 0);
  const chords = renderNotes(writer, score.chords, rng.pick(style.tones.chords), length, 0.55);
  const wall = renderNotes(writer, score.wall, style.tones.wall, length, 0.85);
  const colour = renderNotes(writer, score.colour, rng.pick(style.tones.colour), length, 0.5);
  const lead = renderNotes(writer, score.lead, rng.pick(style.tones.lead), length, 0.2);
  const { voice, backing } = renderVoices(writer, length);
  for (const bus of [chords, wall, colour, lead]) equalise(bus, 'highpass', RATE, 150);
  const { levels } = style;
  const buried = spec.flaws.includes('buried-vocal') ? -11 : 0;
  setLevel(drums, levels.drums);
  setLevel(bass, levels.bass);
  setLevel(chords, levels.chords);
  setLevel(wall, levels.wall);
  setLevel(colour, levels.colour);
  setLevel(lead, levels.lead);
  setLevel(voice, levels.voice + buried);
  setLevel(backing, levels.backing + buried);
  const kicks = score.hits.filter((hit) => hit.drum === 'kick').map((hit) => hit.time);
  const release = Math.min(0.34, 60 / spec.tempoBpm / 1.6);
  for (const bus of [bass, chords, wall, colour]) duck(bus, kicks, style.pump, release);
  const mix = makeBus(length);
  for (const bus of [drums, bass, chords, wall, colour, lead, voice, backing]) addBus(mix, bus);
  addSpace(mix, writer, { drums, chords, wall, colour, lead, voice, backing });
  rideFader(mix, writer.sections);
  return mix;
}

/** The engineer's hand on the fader: verses up to 2.5 dB under the hooks, glided over 40 ms. */
function rideFader(mix: Bus, sections: readonly Section[]): void {
  const glide = Math.exp(-1 / (0.04 * RATE));
  let section = 0;
  let gain = 10 ** ((-6.5 * (1 - sections[0].energy)) / 20);
  for (let i = 0; i < mix.left.length; i++) {
    if (section + 1 < sections.length && i >= sections[section + 1].start * RATE) section++;
    const goal = 10 ** ((-6.5 * (1 - sections[section].energy)) / 20);
    gain = goal + (gain - goal) * glide;
    mix.left[i] *= gain;
    mix.right[i] *= gain;
  }
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

/** Brings a bus to a loudness, unless it is silent. */
function setLevel(bus: Bus, lufs: number): void {
  const now = measureLufs(bus);
  if (now > -69) scaleBus(bus, 10 ** ((lufs - now) / 20));
}

type Parts = Record<'drums' | 'chords' | 'wall' | 'colour' | 'lead' | 'voice' | 'backing', Bus>;

function addSpace(mix: Bus, writer: Writer, parts: Parts): void {
  const { style, spec } = writer;
  const send = makeBus(mix.left.length);
  addBus(send, parts.drums, 0.08);
  addBus(send, parts.chords, 0.25);
  addBus(send, parts.wall, 0.2);
  addBus(send, parts.colour, 0.4);
  addBus(send, parts.lead, 0.35);
  addBus(send, parts.voice, spec.vocal === 'sung' ? 0.28 : 0.12);
  addBus(send, parts.backing, 0.4);
  const beat = 60 / spec.tempoBpm;
  const throws = makeBus(mix.left.length);
  addBus(throws, parts.voice, spec.vocal === 'sung' ? 0.2 : 0.12);
  addBus(throws, parts.lead, 0.3);
  addBus(throws, parts.colour, 0.25);
  addBus(throws, parts.backing, 0.2);
  const echoes = echo(throws, beat * 0.75, 0.42);
  equalise(echoes, 'highpass', RATE, 300);
  addBus(send, echoes, 0.3);
  addBus(mix, echoes, 1);
  addBus(mix, reverberate(send, style.reverbSeconds), 1);
}

/** Glue, loudness and ceiling; then the faults that live in the master. */
export function master(mix: Bus, spec: SongSpec): Bus {
  equalise(mix, 'highpass', RATE, 28);
  if (spec.flaws.includes('boomy')) equalise(mix, 'lowshelf', RATE, 150, 0.7, 9);
  scaleTo(mix, -16);
  compress(mix, -10, 1.8, 0.02, 0.25);
  if (spec.flaws.includes('dull')) for (let pass = 0; pass < 2; pass++) equalise(mix, 'lowpass', RATE, 2600);
  else {
    equalise(mix, 'peak', RATE, 3000, 0.6, 2);
    equalise(mix, 'highshelf', RATE, 7000, 0.7, 2.5);
  }
  const wanted = spec.flaws.includes('quiet') ? -27 : spec.targetLufs;
  if (spec.flaws.includes('mono')) widen(mix, 0);
  // Limiting takes loudness away, so approach the target in steps.
  for (let pass = 0; pass < 3; pass++) {
    scaleTo(mix, wanted);
    limit(mix, 0.84);
  }
  if (spec.flaws.includes('clipped')) clip(mix);
  if (spec.flaws.includes('phasey')) widen(mix, 3.4);
  if (spec.flaws.includes('phasey')) invertSide(mix);
  return mix;
}

function scaleTo(bus: Bus, lufs: number): void {
  scaleBus(bus, 10 ** ((lufs - measureLufs(bus)) / 20));
}

/** Three and a half decibels too hot into a converter. */
function clip(bus: Bus): void {
  for (const side of [bus.left, bus.right])
    for (let i = 0; i < side.length; i++) side[i] = Math.max(-1, Math.min(1, side[i] * 1.5));
}

/** One channel mostly the other upside down: it disappears on a phone's single speaker. */
function invertSide(bus: Bus): void {
  for (let i = 0; i < bus.left.length; i++) {
    const l = bus.left[i];
    bus.right[i] = -0.8 * l + 0.3 * bus.right[i];
  }
  limit(bus, 0.89);
}

/** Tape hiss under everything, about 42 dB below full scale. */
export function addHiss(bus: Bus, noise: () => number): void {
  for (let i = 0; i < bus.left.length; i++) {
    bus.left[i] += 0.012 * noise();
    bus.right[i] += 0.012 * noise();
  }
}
