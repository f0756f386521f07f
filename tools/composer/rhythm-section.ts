// Writes drums and bass, section by section.
import type { Rng } from './random.ts';
import type { DrumName, Section } from './score.ts';
import type { DrumBar, Pattern } from './style.ts';
import { bassRoot } from './theory.ts';
import { strengthOf, type Writer } from './writer.ts';

export function writeDrums(writer: Writer): void {
  const rng = writer.rng.fork('drums');
  const verse = rng.pick(writer.style.drums.verse);
  const hook = rng.pick(writer.style.drums.hook);
  for (const section of writer.sections) {
    for (let n = 0; n < section.bars; n++) {
      const bar = section.startBar + n;
      writeBar(writer, rng, barFor(section, n, verse, hook), bar, section);
      if (writer.style.hatRolls && section.kind !== 'intro' && section.kind !== 'outro')
        writeRoll(writer, rng, bar);
    }
    if (section.kind === 'hook') hit(writer, section.startBar, 0, 'crash', 0.6);
    leadInto(writer, section, rng);
  }
}

/** What plays in the n-th bar of a section. */
function barFor(section: Section, n: number, verse: DrumBar, hook: DrumBar): DrumBar {
  const last = n === section.bars - 1;
  switch (section.kind) {
    case 'hook':
      return hook;
    case 'verse':
      return verse;
    case 'pre':
      return {
        kick: last ? '9.......' : verse.kick,
        snare: last ? '4.4.5.5.66778899' : '....8.......8...',
        hat: verse.hat,
      };
    case 'intro':
      return n === 0 && section.bars > 1 ? {} : { hat: verse.hat, shaker: verse.shaker, rim: verse.rim };
    case 'bridge':
      return last ? { snare: '........5.5.6678', hat: verse.hat } : { hat: verse.hat, kick: '9.......' };
    case 'outro':
      return last ? { kick: '9' } : { kick: verse.kick, hat: verse.hat, rim: '....6.......6...' };
  }
}

function writeBar(writer: Writer, rng: Rng, drums: DrumBar, bar: number, section: Section): void {
  for (const [name, pattern] of Object.entries(drums) as [DrumName, Pattern | undefined][]) {
    if (!pattern) continue;
    for (let step = 0; step < pattern.length; step++) {
      const strength = strengthOf(pattern[step]);
      // Ghost notes come and go; strong hits always sound.
      if (strength === 0 || (strength < 0.4 && rng.chance(0.3))) continue;
      hit(writer, bar, step, name, strength * (0.72 + 0.28 * section.energy) * rng.range(0.93, 1.03));
    }
  }
}

/** Rolls of thirty-seconds or sixteenth triplets on the hat, the signature of trap. */
function writeRoll(writer: Writer, rng: Rng, bar: number): void {
  if (!rng.chance(0.65)) return;
  const start = rng.pick([4, 6, 10, 12, 14]);
  const each = rng.pick([0.5, 2 / 3]);
  const count = Math.floor((rng.chance(0.4) && start < 13 ? 4 : 2) / each);
  const fades = rng.chance(0.5);
  for (let i = 0; i < count; i++) {
    const ramp = fades ? 1 - i / count : i / count;
    hit(writer, bar, start + i * each, 'hat', 0.45 + 0.4 * ramp);
  }
}

/** A fill at the end of a section when the next one is a hook, and a riser for the large ones. */
function leadInto(writer: Writer, section: Section, rng: Rng): void {
  const next = writer.sections[writer.sections.indexOf(section) + 1];
  if (next?.kind !== 'hook') return;
  const bar = section.startBar + section.bars - 1;
  if (writer.spec.genre === 'Pop' || writer.spec.substyle === 'trap')
    writer.score.hits.push({ time: Math.max(0, next.start - 2), drum: 'riser', velocity: 0.5 });
  if (section.kind === 'pre' || section.kind === 'bridge') return;
  const fill = rng.pick(['............6778', '..........5.6.78', '............7.77']);
  const drum: DrumName = rng.pick(['snare', 'tom', 'snare'] as const);
  for (let step = 0; step < 16; step++) {
    const strength = strengthOf(fill[step]);
    if (strength > 0) hit(writer, bar, step, drum, strength * 0.8);
  }
}

function hit(writer: Writer, bar: number, step: number, drum: DrumName, velocity: number): void {
  writer.score.hits.push({ time: writer.at(bar, step), drum, velocity: Math.min(1, velocity) });
}

export function writeBass(writer: Writer): void {
  const rng = writer.rng.fork('bass');
  const verse = rng.pick(writer.style.bass.verse);
  const hook = rng.pick(writer.style.bass.hook);
  for (const section of writer.sections) {
    for (let n = 0; n < section.bars; n++) {
      const bar = section.startBar + n;
      const last = n === section.bars - 1;
      if (section.kind === 'intro' && !last) continue;
      if (section.kind === 'intro' && section.bars > 1 && writer.spec.genre !== 'Dancehall') continue;
      const held =
        section.kind === 'bridge' || (section.kind === 'outro' && last) || (section.kind === 'pre' && !last);
      const pattern = held ? '9...............' : section.kind === 'hook' ? hook : verse;
      writeBassBar(writer, pattern, bar, writer.chordAt(section, bar), section.energy);
    }
  }
}

function writeBassBar(writer: Writer, pattern: Pattern, bar: number, degree: number, energy: number): void {
  const root = bassRoot(writer.key, degree);
  const steps = [...pattern].flatMap((mark, step) => (strengthOf(mark) > 0 ? [step] : []));
  for (const [index, step] of steps.entries()) {
    const until = steps[index + 1] ?? 16;
    const mark = pattern[step];
    // 'v' leans on the fifth of the chord: four scale steps above its root.
    const midi = mark === 'o' ? root + 12 : mark === 'v' ? bassFifth(writer, degree, root) : root;
    const time = writer.at(bar, step);
    writer.score.bass.push({
      time,
      seconds: Math.max(0.08, (writer.at(bar, until) - time) * 0.94),
      midi,
      velocity: strengthOf(mark) * (0.75 + 0.25 * energy),
    });
  }
}

function bassFifth(writer: Writer, degree: number, root: number): number {
  const fifth = bassRoot(writer.key, degree + 4);
  return fifth - root > 7 ? fifth - 12 : fifth;
}
