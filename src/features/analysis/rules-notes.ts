/** What to say about each term of the score sheet: when it is good, when it is not, what to do, and where to hear it. */
import type { HeardTrack } from './rules-heard.ts';

export interface TimeRange {
  start: number;
  end: number;
}

export interface Wording {
  good(value: number, heard: HeardTrack): string;
  bad(value: number, heard: HeardTrack): string;
  /** What the artist can do; the gain is added behind it. */
  advice(value: number, heard: HeardTrack): string;
  /** Where it can be heard. */
  where?(heard: HeardTrack): TimeRange[];
}

export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const at = (range: TimeRange | undefined) => (range ? ` at ${formatTime(range.start)}` : '');
const between = (range: TimeRange | undefined) =>
  range ? ` between ${formatTime(range.start)} and ${formatTime(range.end)}` : '';
const one = (value: number) => value.toFixed(1);
const whole = (value: number) => String(Math.round(value));
const percent = (value: number) =>
  value < 1 && value > 0 ? `${value.toFixed(2)}%` : `${Math.round(value)}%`;

const widest = ({ bands }: HeardTrack) =>
  [...bands].sort((a, b) => Math.abs(b.deviationDb) - Math.abs(a.deviationDb))[0];
const sayBand = (heard: HeardTrack) => {
  const band = widest(heard);
  return `${band.name} (${band.from} to ${band.to} Hz) is ${one(Math.abs(band.deviationDb))} dB ${band.deviationDb > 0 ? 'above' : 'below'} the reference`;
};
const loudestSection = ({ sections, levelDb }: HeardTrack) =>
  [...sections].sort((a, b) => level(levelDb, b) - level(levelDb, a))[0];
const level = (levelDb: readonly number[], { start, end }: TimeRange) => {
  const inside = levelDb.slice(Math.round(start), Math.max(Math.round(start) + 1, Math.round(end)));
  return inside.reduce((sum, db) => sum + db, 0) / Math.max(1, inside.length);
};
const hookAt = ({ hook }: HeardTrack) => hook.occurrences;
const parts = ({ sections }: HeardTrack) => [...new Set(sections.map(({ label }) => label))].join(', ');

export const WORDING: Record<string, Wording> = {
  clipping: {
    good: () => 'No clipping was found.',
    bad: (v, h) => `${percent(v)} of the samples are clipped, worst${between(h.clippedRanges[0])}.`,
    advice: (_, h) =>
      `Pull the limiter or the master fader back: samples are cut off${between(h.clippedRanges[0])}.`,
    where: (h) => h.clippedRanges,
  },
  headroom: {
    good: (v) => `Peaks stand ${one(v)} LU above the loudness: the master breathes.`,
    bad: (v) =>
      v < 9.5
        ? `Peaks stand only ${one(v)} LU above the loudness: the master is squashed.`
        : `Peaks stand ${one(v)} LU above the loudness: a few spikes hold the rest down.`,
    advice: (v) =>
      v < 9.5
        ? 'Take the master limiter down until peaks and loudness part by about 10 LU.'
        : 'Tame the few highest peaks so that the rest can come up.',
  },
  crest: {
    good: (v) => `Transients stand ${one(v)} dB over the mean level.`,
    bad: (v) =>
      v < 11
        ? `Transients stand only ${one(v)} dB over the mean level.`
        : `The level jumps: peaks stand ${one(v)} dB over the mean.`,
    advice: (v) =>
      v < 11
        ? 'Let the drums through: less bus compression or a slower attack.'
        : 'Even out the level with gentle compression.',
  },
  balance: {
    good: () => 'The tonal balance follows the reference curve.',
    bad: (_, h) => `The tonal balance leaves the reference: ${sayBand(h)}.`,
    advice: (_, h) => `Even out the mix: ${sayBand(h)}.`,
  },
  bandwidth: {
    good: (v) => `There is sound up to ${whole(v)} Hz or more.`,
    bad: (v) => `There is next to nothing above ${whole(v)} Hz: the track sounds muffled.`,
    advice: (v) =>
      `Bring back the top: find what cuts everything above ${whole(v)} Hz (a filter, a low-rate export, an old sample).`,
  },
  mono: {
    good: (v) => `In mono it loses ${one(-v)} dB: phones and clubs will play it right.`,
    bad: (v, h) => `In mono it loses ${one(-v)} dB${between(h.cancellingRanges[0])}.`,
    advice: () =>
      'Check the mix in mono and undo what is out of phase: a flipped cable, a widener, a doubled take.',
    where: (h) => h.cancellingRanges,
  },
  cancelling: {
    good: () => 'The channels work together throughout.',
    bad: (v, h) =>
      `In ${percent(v)} of the track the channels cancel each other${between(h.cancellingRanges[0])}.`,
    advice: (_, h) =>
      `Fix the phase${between(h.cancellingRanges[0])}: left and right work against each other there.`,
    where: (h) => h.cancellingRanges,
  },
  width: {
    good: (v) => `The stereo picture is open (width ${v.toFixed(2)}).`,
    bad: (v) =>
      v < 0.1
        ? `The mix is nearly mono (width ${v.toFixed(2)}).`
        : `The mix is very wide (width ${v.toFixed(2)}): the middle is hollow.`,
    advice: (v) =>
      v < 0.1
        ? 'Spread pads, doubles or effects to the sides; keep kick, bass and lead in the middle.'
        : 'Bring the important parts back to the middle.',
  },
  hiss: {
    good: () => 'No hiss stands under the music.',
    bad: (v, h) => `Hiss stands ${whole(v)} dB below the music, plainest${between(h.hissRanges[0])}.`,
    advice: (_, h) =>
      `Find the source of the hiss (a microphone gain, a plug-in, a cassette effect) or gate it in the quiet parts, first${between(h.hissRanges[0])}.`,
    where: (h) => h.hissRanges,
  },
  peak: {
    good: (v) => `The true peak is ${one(v)} dBTP.`,
    bad: (v, h) =>
      `The true peak reaches ${one(v)} dBTP at ${formatTime(h.truePeakAt)}: converters and encoders will distort it.`,
    advice: () => 'Set the limiter ceiling to -1 dBTP with true-peak detection on.',
    where: (h) => [{ start: Math.max(0, h.truePeakAt - 1), end: h.truePeakAt + 1 }],
  },
  gaps: {
    good: () => 'There are no dead gaps.',
    bad: (v, h) => `${percent(v)} of the track is silent${at(h.silentRanges[0])}.`,
    advice: () => 'Cut the silence, or fill it on purpose.',
    where: (h) => h.silentRanges,
  },
  pulse: {
    good: (_, h) => `The pulse is clear: ${one(h.tempoBpm)} BPM.`,
    bad: () => 'No steady pulse could be made out.',
    advice: () => 'If it is meant to move, give the beat something regular to hold on to.',
  },
  steadiness: {
    good: (_, h) => `The tempo holds: beats lie within ${whole(h.steadiness.jitterMs)} ms.`,
    bad: (_, h) =>
      `The tempo wanders: beats lie ${whole(h.steadiness.jitterMs)} ms off, drift ${one(h.steadiness.driftPercent)}%.`,
    advice: () => 'Record to a click, or tighten the timing of drums and bass.',
  },
  groove: {
    good: (v) => `The groove is kept from bar to bar (likeness ${v.toFixed(2)}).`,
    bad: (v) =>
      v > 0.93
        ? `Every bar is the same (likeness ${v.toFixed(2)}).`
        : `The drum pattern changes from bar to bar (likeness ${v.toFixed(2)}).`,
    advice: (v) =>
      v > 0.93
        ? 'Add fills and small changes every few bars.'
        : 'Settle on one groove and vary it on purpose.',
  },
  syncopation: {
    good: (v) => `${percent(v * 100)} of the accents fall off the beat: it pulls.`,
    bad: (v) => `${percent(v * 100)} of the accents fall off the beat.`,
    advice: (v) =>
      v < 0.3
        ? 'Move some accents off the beat: ghost notes, pushed bass, an early snare.'
        : 'Anchor the one: the accents hide the beat.',
  },
  strokes: {
    good: (v) => `${whole(v)} clear strokes a bar drive it.`,
    bad: (v) => `There are ${one(v)} clear drum strokes a bar.`,
    advice: (v) =>
      v < 9
        ? 'Give the rhythm more to do: hats, percussion, a moving bass.'
        : 'Thin the drums out: strokes mask each other.',
  },
  pace: {
    good: (v) => `The words come at ${one(v)} syllables a second.`,
    bad: (v) =>
      v < 2.2
        ? `The words come slowly, at ${one(v)} syllables a second.`
        : `The words come very fast, at ${one(v)} syllables a second.`,
    advice: (v) =>
      v < 2.2
        ? 'Give some lines more words, or a tighter delivery.'
        : 'Leave room between lines so that words can be followed.',
    where: (h) => h.voiceRanges,
  },
  metre: {
    good: (_, h) => `The downbeat is clear (${h.metre.beatsPerBar} beats a bar).`,
    bad: () => 'The downbeat is hard to find.',
    advice: () => 'Mark the one: a kick, a chord change or a crash.',
  },
  hookClear: {
    good: (_, h) => `The hook at ${formatTime(h.hook.firstAt)} returns and lifts.`,
    bad: () => 'No part clearly returns and lifts.',
    advice: () =>
      'Make one part the hook: let it come back unchanged, with more around it than the verse has.',
    where: hookAt,
  },
  hookRise: {
    good: (v) => `It rises ${one(v)} dB over the rest.`,
    bad: (v) => `It rises only ${one(v)} dB over the rest.`,
    advice: () => 'Lift the hook: hold something back in the verse, add a layer, open the filter.',
    where: hookAt,
  },
  hookReturns: {
    good: (v) => `It comes ${whole(v)} times.`,
    bad: (v) => `It comes ${v < 1 ? 'never' : v < 2 ? 'once' : `${whole(v)} times`}.`,
    advice: () => 'Bring the hook back at least twice more.',
    where: hookAt,
  },
  hookLike: {
    good: (v) => `Its returns are recognisably the same (likeness ${v.toFixed(2)}).`,
    bad: (v) => `Its returns differ (likeness ${v.toFixed(2)}): one may not know it for the hook.`,
    advice: () => 'Keep the melody, the words and the drums of the hook the same each time it comes.',
    where: hookAt,
  },
  hookEarly: {
    good: (v) => `It first comes at ${formatTime(v)}.`,
    bad: (v) => `A listener waits until ${formatTime(v)} for it.`,
    advice: (v) => `Bring the hook in sooner: it is your best part and first comes at ${formatTime(v)}.`,
    where: (h) => h.hook.occurrences.slice(0, 1),
  },
  parts: {
    good: (_, h) => `The form has ${h.shape.distinctLabels} different parts: ${parts(h)}.`,
    bad: (_, h) =>
      `The form has ${h.shape.distinctLabels === 1 ? 'one part' : `only ${h.shape.distinctLabels} different parts`}: ${parts(h)}.`,
    advice: () =>
      'Write a part that differs from the rest: a bridge, a breakdown, a second verse with other chords.',
  },
  sections: {
    good: (v) => `A new section starts about every ${whole(60 / v)} seconds.`,
    bad: (v) =>
      v < 0.5
        ? 'Hardly any section change was found.'
        : v > 8
          ? 'Sections change faster than one can settle.'
          : `A new section starts only every ${whole(60 / v)} seconds.`,
    advice: (v) =>
      v > 8
        ? 'Let parts last longer before they change.'
        : 'Mark where a new part begins: drop an instrument, change the drums, leave a bar out.',
  },
  contrast: {
    good: (v, h) =>
      `Sections differ by ${one(v)} dB; the fullest starts at ${formatTime(loudestSection(h)?.start ?? 0)}.`,
    bad: (v) =>
      v < 4 ? `Sections differ by only ${one(v)} dB.` : `Sections differ by ${one(v)} dB, which is a lot.`,
    advice: (v) =>
      v < 4
        ? 'Open a gap between verse and hook: fewer layers before, more after.'
        : 'Bring the quiet sections closer to the loud ones.',
  },
  change: {
    good: (v) => `The sound moves over ${one(v)} octaves of brightness.`,
    bad: (v) => `The sound stays the same from start to end (${v.toFixed(2)} octaves of brightness).`,
    advice: () => 'Let the sound develop: filters, new layers, a different drum sound in the second half.',
  },
  variety: {
    good: (v) => `Bars differ from each other as in an arranged song (${v.toFixed(2)}).`,
    bad: (v) =>
      v < 0.72
        ? `Much of it is the same bars over and over (unlikeness ${v.toFixed(2)}).`
        : `Bars have next to nothing in common (unlikeness ${v.toFixed(2)}).`,
    advice: (v) =>
      v < 0.72
        ? 'Arrange the loop: take layers out, bring others in, change the chords for one part.'
        : 'Let something come back, so that the ear can hold on to it.',
  },
  returns: {
    good: (v) => `Material comes back later in the track (likeness ${v.toFixed(2)}).`,
    bad: (v) =>
      v < 0.45
        ? `Hardly anything comes back (likeness ${v.toFixed(2)}).`
        : `Whole stretches come back without any change (likeness ${v.toFixed(2)}).`,
    advice: (v) =>
      v < 0.45
        ? 'Bring a part back that was heard before.'
        : 'Change something each time a part returns: a fill, a harmony, a missing beat.',
  },
  intro: {
    good: (v) => (v < 1 ? 'It starts at once.' : `The intro takes ${percent(v)} of the track.`),
    bad: (v) => `The intro takes ${percent(v)} of the track.`,
    advice: () => 'Shorten the intro.',
    where: (h) => h.sections.slice(0, 1),
  },
  length: {
    good: (v) => `${formatTime(v)} is a usual length.`,
    bad: (v) => `${formatTime(v)} is ${v < 150 ? 'short' : 'long'} for a single.`,
    advice: (v) =>
      v < 150
        ? 'A single usually runs two and a half to three and a half minutes: let it grow.'
        : 'A radio edit of about three minutes would help.',
  },
  timeToHook: {
    good: (v) => `The hook is there at ${formatTime(v)}.`,
    bad: (v, h) =>
      h.hook.confidence > 0 ? `The hook comes only at ${formatTime(v)}.` : 'There is no hook to wait for.',
    advice: () => 'Get to the hook within the first half minute.',
    where: (h) => h.hook.occurrences.slice(0, 1),
  },
  keyClear: {
    good: (_, h) => `The key is clear: ${h.key}.`,
    bad: (_, h) =>
      h.key ? `The key is uncertain (${h.key} at best).` : 'There is no pitch to find a key in.',
    advice: () => 'Check the tuning of samples and bass against the melody.',
  },
  voice: {
    good: (v) => `A voice is heard in ${percent(v)} of the track.`,
    bad: (v) =>
      v < 1
        ? 'No voice was made out.'
        : v < 40
          ? `A voice is heard in only ${percent(v)} of the track.`
          : `The voice hardly rests (${percent(v)} of the track).`,
    advice: (v) =>
      v < 40
        ? 'Give the voice more room, or a topline to an instrumental.'
        : 'Let the voice rest for a few bars.',
    where: (h) => h.voiceRanges,
  },
  chords: {
    good: (v) => `${whole(v)} different chords are used.`,
    bad: (v) => `Only ${whole(v)} different chord${v === 1 ? ' is' : 's are'} used.`,
    advice: () => 'Try one chord the listener does not expect, before the hook returns.',
  },
  colour: {
    good: (v) => `Chords carry colour beyond triads (${v.toFixed(2)}).`,
    bad: (v) =>
      v < 0.45
        ? `Chords are mostly plain triads (${v.toFixed(2)}).`
        : `Harmony is hard to make out (${v.toFixed(2)}).`,
    advice: (v) =>
      v < 0.45
        ? 'Add sevenths or a suspended note where a chord stays long.'
        : 'Clear the low mids so that chords can be heard.',
  },
  development: {
    good: (v) => `The sound develops over ${one(v)} octaves.`,
    bad: (v) => `The sound hardly develops (${v.toFixed(2)} octaves).`,
    advice: () => 'Let a sound evolve over the track rather than loop.',
  },
  texture: {
    good: () => 'Full and thin moments take turns.',
    bad: () => 'It is equally full from start to end.',
    advice: () => 'Take things away for a few bars, so that their return counts.',
  },
  hookTime: {
    good: (v) => `The hook fills ${percent(v)} of the track.`,
    bad: (v) => `The hook fills ${v < 1 ? 'none' : percent(v)} of the track.`,
    advice: (v) =>
      v < 25 ? 'Spend more of the track in the hook.' : 'Leave the hook for a while, so that it can return.',
    where: hookAt,
  },
  dynamics: {
    good: (v) => `The loudness moves over ${one(v)} LU.`,
    bad: (v) =>
      v < 5
        ? `The loudness hardly moves (${one(v)} LU).`
        : `The loudness moves over ${one(v)} LU, more than most players can follow.`,
    advice: (v) => (v < 5 ? 'Let quiet parts be quieter.' : 'Bring the quiet parts up a little.'),
  },
  deadEnds: {
    good: () => 'It starts and ends with sound.',
    bad: (v) => `${one(v)} s of silence stand at its ends.`,
    advice: () => 'Trim the silence at both ends.',
  },
};
WORDING.travels = WORDING.balance;
WORDING.offbeat = WORDING.syncopation;
WORDING.unlike = WORDING.variety;
WORDING.tonal = WORDING.keyClear;
WORDING.drive = WORDING.strokes;
WORDING.grip = WORDING.hookClear;
WORDING.short = WORDING.length;
