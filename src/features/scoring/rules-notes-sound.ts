/** What to say about the sound itself: clipping, balance, stereo, noise, dynamics. */
import type { AnalysedTrack } from './rules-shape.ts';
import { at, between, formatTime, one, percent, type Wording, whole } from './rules-wording.ts';

const widest = ({ bands }: AnalysedTrack) =>
  [...bands].sort((a, b) => Math.abs(b.deviationDb) - Math.abs(a.deviationDb))[0];
const sayBand = (track: AnalysedTrack) => {
  const band = widest(track);
  if (!band) return 'there is too little sound to tell where';
  return `${band.name} (${band.from} to ${band.to} Hz) is ${one(Math.abs(band.deviationDb))} dB ${band.deviationDb > 0 ? 'above' : 'below'} the reference`;
};

export const SOUND_WORDING: Record<string, Wording> = {
  clipping: {
    good: (v) => (v < 0.005 ? 'Nothing is clipped.' : `Hardly a sample is cut off (${percent(v)}).`),
    bad: (v, h) =>
      h.overShare > h.clippedShare
        ? `${percent(v)} of the samples run over full scale.`
        : `${percent(v)} of the samples are clipped${between(h.clippedRanges[0])}.`,
    advice: (_, h) =>
      h.overShare > h.clippedShare
        ? 'Leave a decibel of room at the top of the master: it runs over full scale.'
        : `Pull the limiter or the master fader back: samples are cut off${between(h.clippedRanges[0])}.`,
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
