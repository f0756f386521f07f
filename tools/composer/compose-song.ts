// Composes one song from its spec: written, rendered, mastered, and described truthfully.
import { RATE } from './drum-kit.ts';
import { writeHarmony } from './harmony-section.ts';
import { addHiss, master } from './master.ts';
import { mixDown } from './mixdown.ts';
import { renderParts } from './parts.ts';
import { writeBass, writeDrums } from './rhythm-section.ts';
import type { Syllable } from './score.ts';
import type { SongSpec, SongTruth, Span } from './song-spec.ts';
import { keyName } from './theory.ts';
import { writeVocals } from './vocal-section.ts';
import { makeWriter, type Writer } from './writer.ts';

export interface ComposedSong {
  left: Float32Array;
  right: Float32Array;
  sampleRate: 44100;
  truth: SongTruth;
}

/** Seconds after the last bar in which the sound dies away. */
const TAIL = 1.2;

export function composeSong(spec: SongSpec): ComposedSong {
  const { writer, length } = writeSong(spec);
  const mix = master(mixDown(renderParts(writer, length), writer), spec);
  if (spec.flaws.includes('hiss')) {
    const rng = writer.rng.fork('hiss');
    addHiss(mix, () => rng.noise());
  }
  fadeTail(mix.left);
  fadeTail(mix.right);
  return { left: mix.left, right: mix.right, sampleRate: RATE, truth: describeSong(writer, length / RATE) };
}

/** The score of a song and its length in samples, before any sound is made. */
export function writeSong(spec: SongSpec): { writer: Writer; length: number } {
  const writer = makeWriter(spec);
  writeDrums(writer);
  writeBass(writer);
  writeHarmony(writer);
  writeVocals(writer);
  const end = writer.sections[writer.sections.length - 1].end;
  return { writer, length: Math.ceil((end + TAIL) * RATE) };
}

function fadeTail(samples: Float32Array): void {
  const fade = Math.round(TAIL * 0.8 * RATE);
  for (let i = 0; i < fade; i++) samples[samples.length - 1 - i] *= (i / fade) ** 1.5;
}

function describeSong(writer: Writer, seconds: number): SongTruth {
  const { spec, sections } = writer;
  const halfTime = spec.substyle === 'trap' || spec.substyle === 'slow-jam';
  return {
    seed: spec.seed,
    genre: spec.genre,
    substyle: spec.substyle,
    tempoBpm: spec.tempoBpm,
    tempoAlso: spec.substyle === 'trap' ? [spec.tempoBpm / 2] : halfTime ? [spec.tempoBpm * 2] : [],
    key: keyName(writer.key),
    tonic: spec.tonic,
    mode: spec.mode,
    beatsPerBar: 4,
    barSeconds: round(writer.bar),
    firstDownbeat: 0,
    seconds: round(seconds),
    // The last section also owns the tail, so that sections cover the whole file.
    sections: sections.map((s, i) => ({
      kind: s.kind,
      start: round(s.start),
      end: round(i === sections.length - 1 ? seconds : s.end),
    })),
    hooks: sections
      .filter((s) => s.kind === 'hook')
      .map((s) => ({ start: round(s.start), end: round(s.end) })),
    vocals: joinSpans([...writer.score.voice, ...writer.score.adlibs]),
    flaws: [...spec.flaws],
  };
}

/** Spans of voice, pauses under 1.5 s counted as breathing. */
function joinSpans(syllables: readonly Syllable[]): Span[] {
  const spans: Span[] = [];
  for (const s of [...syllables].sort((a, b) => a.time - b.time)) {
    const last = spans[spans.length - 1];
    const end = round(s.time + s.seconds);
    if (last && s.time - last.end < 1.5) last.end = Math.max(last.end, end);
    else spans.push({ start: round(Math.max(0, s.time)), end });
  }
  return spans;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
