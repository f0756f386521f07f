// Sums the parts of a song to a stereo mix: levels, echoes, reverb, and the fader ridden from section to section.

import { RATE } from './drum-kit.ts';
import { addBus, type Bus, echo, equalise, makeBus, reverberate } from './mixer.ts';
import { PARTS, type Parts } from './parts.ts';
import type { Section } from './score.ts';
import type { Writer } from './writer.ts';

export function mixDown(parts: Parts, writer: Writer): Bus {
  const mix = makeBus(parts.drums.left.length);
  for (const name of PARTS) addBus(mix, parts[name]);
  addSpace(mix, writer, parts);
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
