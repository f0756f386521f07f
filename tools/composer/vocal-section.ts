// Writes what the voice does: sung lines, rapped bars, toasting, doubles, harmonies and shouts.
import { type MotifNote, writeMotif } from './melody.ts';
import type { Rng } from './random.ts';
import type { Onset, Section, Syllable, Vowel } from './score.ts';
import type { Register } from './song-spec.ts';
import { scaleToMidi } from './theory.ts';
import type { Writer } from './writer.ts';

/** Made-up syllables: the voice speaks no language, so no words can be misheard as lyrics of ours. */
const ONSETS: readonly Onset[] = ['d', 'b', 'n', 'm', 'l', 't', 'k', 's', 'w', 'y', 'h', 'g', 'f', 'sh', 'p'];
const SOFT: readonly Onset[] = ['n', 'm', 'l', 'y', 'w', 'h', 'd', 'b', ''];
const VOWELS: readonly Vowel[] = ['a', 'e', 'i', 'o', 'u', 'ae', 'uh', 'er'];
const OPEN: readonly Vowel[] = ['a', 'o', 'e', 'uh', 'ae', 'i', 'u'];

/** Scale step at the middle of a register, counted from the tonic of octave 4. */
const OCTAVES: Record<Register, number> = { low: -7, mid: -4, high: 0 };

interface Word {
  onset: Onset;
  vowel: Vowel;
  vowelEnd?: Vowel;
}

export function writeVocals(writer: Writer): void {
  if (writer.spec.vocal === 'none') return;
  const rng = writer.rng.fork('vocals');
  const hook = makeHook(writer, rng);
  for (const section of writer.sections) {
    if (section.kind === 'hook') singMotif(writer, section, hook.notes, hook.words, rng, 0.95);
    else if (section.kind === 'verse' || section.kind === 'pre') writeVerse(writer, section, rng);
    else if (section.kind === 'bridge' && writer.spec.vocal === 'sung') hum(writer, section, rng);
    if (section.kind === 'intro' || section.kind === 'bridge') shout(writer, section, rng);
  }
}

function makeHook(writer: Writer, rng: Rng): { notes: MotifNote[]; words: Word[] } {
  const hookSection = writer.sections.find((s) => s.kind === 'hook') ?? writer.sections[0];
  const degrees = [0, 1, 2, 3].map((n) =>
    writer.chordAt(hookSection, hookSection.startBar + (n % hookSection.bars)),
  );
  const centre = centreStep(writer) + (writer.spec.vocal === 'rap' ? 1 : 3);
  const notes = writeMotif(rng, {
    cells: writer.style.cells.hook,
    degrees,
    low: centre - (writer.spec.vocal === 'rap' ? 2 : 4),
    high: centre + (writer.spec.vocal === 'rap' ? 3 : 5),
    leap: writer.spec.vocal === 'sung' ? 0.18 : 0.06,
  });
  return { notes, words: makeWords(rng, notes) };
}

/** Words of bar A return in bar A: a hook is what you hear twice. */
function makeWords(rng: Rng, notes: readonly MotifNote[]): Word[] {
  const first = new Map<number, Word>();
  return notes.map((note) => {
    const again = note.bar === 2 ? first.get(note.step) : undefined;
    const word = again ?? pickWord(rng, SOFT, OPEN);
    if (note.bar === 0) first.set(note.step, word);
    return word;
  });
}

function pickWord(rng: Rng, onsets: readonly Onset[], vowels: readonly Vowel[]): Word {
  const vowel = rng.pick(vowels);
  return {
    onset: rng.pick(onsets),
    vowel,
    vowelEnd: rng.chance(0.3) ? rng.pick(['i', 'u'] as const) : vowel,
  };
}

/** Centre of the voice in scale steps, so that every key lies well for it. */
function centreStep(writer: Writer): number {
  const lift = writer.spec.tonic > 6 ? -3 : 0;
  return OCTAVES[writer.spec.register] + lift + (writer.spec.vocal === 'sung' ? 1 : -2);
}

function singMotif(
  writer: Writer,
  section: Section,
  notes: readonly MotifNote[],
  words: readonly Word[],
  rng: Rng,
  level: number,
): void {
  const { score, key } = writer;
  const bars = Math.max(...notes.map((note) => note.bar)) + 1;
  const big = section.kind === 'hook';
  for (let from = 0; from < section.bars; from += bars)
    for (const [i, note] of notes.entries()) {
      if (from + note.bar >= section.bars) continue;
      const bar = section.startBar + from + note.bar;
      const time = writer.at(bar, note.step) + rng.range(-0.006, 0.01);
      const seconds = (writer.at(bar, note.step + note.steps) - writer.at(bar, note.step)) * 0.93;
      const midi = scaleToMidi(key, note.pitch);
      const syllable: Syllable = { time, seconds, midi, velocity: level * rng.range(0.9, 1), ...words[i] };
      if (writer.spec.genre === 'R&B' && note.steps >= 5 && rng.chance(0.6))
        score.voice.push(...melisma(writer, syllable, note.pitch, rng));
      else score.voice.push(syllable);
      if (!big) continue;
      for (const shift of [-0.011, 0.013])
        score.doubles.push({
          ...syllable,
          time: time + shift + rng.range(-0.006, 0.006),
          midi: midi + rng.range(-0.12, 0.12),
          velocity: level * 0.8,
        });
      if (section.nth > 0 || writer.spec.genre === 'R&B' || writer.spec.genre === 'Pop')
        score.harmony.push({ ...syllable, midi: scaleToMidi(key, note.pitch + 2), velocity: level * 0.75 });
    }
}

/** One long note becomes a run on the same vowel. */
function melisma(writer: Writer, syllable: Syllable, pitch: number, rng: Rng): Syllable[] {
  const run = rng.pick([
    [0, 1, 0, -1],
    [0, 2, 1, 0],
    [0, -1, -2, 0],
    [0, 1, 2, 1],
  ] as const);
  const quick = Math.min(0.16, syllable.seconds / 6);
  let time = syllable.time;
  return run.map((shift, i) => {
    const last = i === run.length - 1;
    const seconds = i === 0 ? syllable.seconds * 0.4 : last ? syllable.time + syllable.seconds - time : quick;
    const note: Syllable = {
      ...syllable,
      time,
      seconds,
      midi: scaleToMidi(writer.key, pitch + shift),
      onset: i === 0 ? syllable.onset : '',
      vowelEnd: last ? syllable.vowelEnd : syllable.vowel,
    };
    time += seconds;
    return note;
  });
}

function writeVerse(writer: Writer, section: Section, rng: Rng): void {
  if (writer.spec.vocal === 'rap') {
    rapVerse(writer, section, rng);
    return;
  }
  const degrees = Array.from({ length: Math.min(4, section.bars) }, (_, n) =>
    writer.chordAt(section, section.startBar + n),
  );
  const centre = centreStep(writer);
  const toast = writer.spec.vocal === 'toast';
  const notes = writeMotif(rng, {
    cells: writer.style.cells.verse,
    degrees,
    low: centre - (toast ? 1 : 3),
    high: centre + (toast ? 2 : 3),
    leap: toast ? 0.02 : 0.08,
  });
  const words = notes.map(() => (toast ? pickWord(rng, ONSETS, VOWELS) : pickWord(rng, ONSETS, OPEN)));
  singMotif(writer, section, notes, words, rng, 0.8);
}

/** Sixteenths and eighths in speech melody; every second bar ends on the same rhyme. */
function rapVerse(writer: Writer, section: Section, rng: Rng): void {
  const base = { low: 44, mid: 48, high: 53 }[writer.spec.register];
  const halfTime = writer.spec.substyle === 'trap';
  const rhyme = pickWord(rng, ['t', 'k', 'd', 'b'], OPEN);
  for (let n = 0; n < section.bars; n++) {
    const bar = section.startBar + n;
    let step = rng.pick([0, 0, 2]);
    while (step < 13) {
      const steps = halfTime ? rng.pick([1.333, 1.333, 2, 2, 2.667]) : rng.pick([1, 1, 1, 2, 2]);
      rapSyllable(
        writer,
        bar,
        step,
        steps,
        base + rng.range(-1.5, 2.5) - step * 0.12 + (step % 4 === 0 ? 2.2 : 0),
        pickWord(rng, ONSETS, VOWELS),
        rng,
      );
      step += steps;
      if (rng.chance(0.08)) step = Math.ceil(step) + 1;
    }
    if (step <= 14.5)
      rapSyllable(writer, bar, Math.max(13, Math.ceil(step)), 2.4, base + (n % 2 ? -1.5 : 3), rhyme, rng);
  }
}

function rapSyllable(
  writer: Writer,
  bar: number,
  step: number,
  steps: number,
  midi: number,
  word: Word,
  rng: Rng,
): void {
  const time = writer.at(bar, step) + rng.range(-0.005, 0.012);
  const seconds = (writer.at(bar, step + steps) - writer.at(bar, step)) * 0.88;
  writer.score.voice.push({
    time,
    seconds,
    midi: midi + 1.2,
    midiEnd: midi - 1,
    velocity: rng.range(0.78, 1),
    ...word,
  });
}

function hum(writer: Writer, section: Section, rng: Rng): void {
  for (let n = 0; n < section.bars; n++) {
    const bar = section.startBar + n;
    const pitch = centreStep(writer) + rng.pick([0, 2, 4]);
    writer.score.voice.push({
      time: writer.at(bar, 0),
      seconds: writer.bar * 0.8,
      midi: scaleToMidi(writer.key, pitch),
      vowel: 'u',
      vowelEnd: 'o',
      onset: 'm',
      velocity: 0.55,
    });
  }
}

/** Short calls in the gaps, far back in the room. */
function shout(writer: Writer, section: Section, rng: Rng): void {
  if (writer.spec.vocal === 'sung') return;
  const base = { low: 53, mid: 57, high: 62 }[writer.spec.register];
  for (let n = 0; n < section.bars; n++) {
    const bar = section.startBar + n;
    for (const step of rng.pick([[8, 12], [4, 12], [12, 14], [10]] as const))
      writer.score.adlibs.push({
        time: writer.at(bar, step),
        seconds: 0.26,
        midi: base + 3,
        midiEnd: base - 3,
        vowel: 'e',
        vowelEnd: 'i',
        onset: rng.pick(['', 'y', 'h'] as const),
        velocity: 0.9,
      });
  }
}
