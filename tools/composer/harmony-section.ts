// Writes chords, the wall of the hook, arpeggios and riffs, and the instrumental lead.
import { type MotifNote, writeMotif } from './melody.ts';
import type { Rng } from './random.ts';
import type { Section } from './score.ts';
import { chordClasses, scaleToMidi, voiceChord } from './theory.ts';
import { strengthOf, type Writer } from './writer.ts';

export function writeHarmony(writer: Writer): void {
  const rng = writer.rng.fork('chords');
  const riff = makeRiff(writer, rng);
  const lead = makeLead(writer, rng);
  for (const section of writer.sections)
    for (let n = 0; n < section.bars; n++) {
      const bar = section.startBar + n;
      const degree = writer.chordAt(section, bar);
      writeChordBar(writer, section, bar, degree);
      if (section.kind === 'hook') writeWallBar(writer, section, bar, degree);
      if (plays(section, n)) writeColourBar(writer, section, bar, degree, riff, rng);
      if (wantsLead(writer, section)) writeLeadBar(writer, section, bar, lead);
    }
}

/** The colour rests in most of a verse, so that the voice has room and the hook feels fuller. */
function plays(section: Section, n: number): boolean {
  if (section.kind === 'verse') return n % 4 === 3;
  return section.kind !== 'pre' && section.kind !== 'bridge';
}

function wantsLead(writer: Writer, section: Section): boolean {
  if (section.kind === 'bridge') return true;
  if (section.kind === 'hook') return writer.spec.vocal === 'none' || section.nth > 0;
  return section.kind === 'verse' && writer.spec.vocal === 'none';
}

function writeChordBar(writer: Writer, section: Section, bar: number, degree: number): void {
  const final = section.kind === 'outro' && bar === section.startBar + section.bars - 1;
  const pattern = section.kind === 'hook' ? writer.style.comp.hook : writer.style.comp.verse;
  const held = pattern === null || final || section.kind === 'bridge' || section.kind === 'intro';
  const marks =
    held && writer.spec.genre !== 'Dancehall' ? '9...............' : (pattern ?? '9...............');
  const notes = voiceChord(chordClasses(writer.key, degree, writer.style.stack), 62);
  const steps = [...(final ? '9...............' : marks)].flatMap((mark, step) =>
    strengthOf(mark) > 0 ? [step] : [],
  );
  for (const [index, step] of steps.entries()) {
    const until = steps[index + 1] ?? 16;
    const short = writer.spec.genre === 'Dancehall' && !final;
    const time = writer.at(bar, step);
    const length = short ? 0.13 : (writer.at(bar, until) - time) * 0.96;
    const velocity = strengthOf(final ? '9' : marks[step]) * (0.62 + 0.38 * section.energy);
    // A hand rolls a held chord a little, lowest note first.
    for (const [i, midi] of notes.entries())
      writer.score.chords.push({
        time: time + (short ? 0 : i * 0.008),
        seconds: length,
        midi,
        velocity: velocity * 0.9,
      });
  }
}

function writeWallBar(writer: Writer, section: Section, bar: number, degree: number): void {
  const classes = chordClasses(writer.key, degree, 3);
  const notes = [...voiceChord(classes, 66), ...voiceChord(classes.slice(0, 1), 76)];
  for (const midi of notes)
    writer.score.wall.push({
      time: bar * writer.bar,
      seconds: writer.bar * 0.97,
      midi,
      velocity: 0.8 * section.energy,
    });
}

interface RiffNote {
  step: number;
  /** Which chord tone, counted upwards through octaves. */
  tone: number;
  velocity: number;
}

/** A one-bar figure on chord tones that returns throughout the song. */
function makeRiff(writer: Writer, rng: Rng): RiffNote[] {
  if (writer.style.colour === 'none') return [];
  if (writer.style.colour === 'arpeggio') {
    const order = rng.pick([
      [0, 1, 2, 3, 2, 1, 2, 3],
      [0, 2, 1, 2, 3, 2, 1, 2],
      [3, 2, 1, 0, 1, 2, 3, 2],
    ] as const);
    const dense = writer.spec.substyle === 'four-floor' && rng.chance(0.5);
    return order.flatMap((tone, i) => {
      const step = i * 2;
      const note = { step, tone, velocity: i % 4 === 0 ? 0.85 : 0.6 };
      return dense ? [note, { step: step + 1, tone: tone + 1, velocity: 0.45 }] : [note];
    });
  }
  const rhythm = rng.pick([
    [0, 3, 6, 10, 12],
    [2, 3, 6, 11, 14],
    [0, 2, 3, 8, 11],
    [3, 6, 8, 11, 14],
  ] as const);
  return rhythm.map((step) => ({ step, tone: rng.int(0, 4), velocity: rng.range(0.6, 0.9) }));
}

function writeColourBar(
  writer: Writer,
  section: Section,
  bar: number,
  degree: number,
  riff: readonly RiffNote[],
  rng: Rng,
): void {
  const classes = chordClasses(writer.key, degree, 3);
  const ladder = [...voiceChord(classes, 70), ...voiceChord(classes, 82)];
  for (const note of riff) {
    if (section.kind === 'outro' && rng.chance(0.4)) continue;
    writer.score.colour.push({
      time: writer.at(bar, note.step),
      seconds: writer.bar / 9,
      midi: ladder[note.tone % ladder.length],
      velocity: note.velocity * (0.6 + 0.4 * section.energy),
    });
  }
}

function makeLead(writer: Writer, rng: Rng): MotifNote[] {
  const section = writer.sections.find((s) => s.kind === 'hook') ?? writer.sections[0];
  const degrees = [0, 1, 2, 3].map((n) => writer.chordAt(section, section.startBar + (n % section.bars)));
  return writeMotif(rng, { cells: writer.style.cells.hook, degrees, low: 3, high: 11, leap: 0.15 });
}

function writeLeadBar(writer: Writer, section: Section, bar: number, lead: readonly MotifNote[]): void {
  const wanted = (bar - section.startBar) % 4;
  for (const note of lead) {
    if (note.bar !== wanted) continue;
    const time = writer.at(bar, note.step);
    writer.score.lead.push({
      time,
      seconds: (writer.at(bar, note.step + note.steps) - time) * 0.9,
      midi: scaleToMidi(writer.key, note.pitch),
      velocity: 0.6 + 0.35 * section.energy,
    });
  }
}
