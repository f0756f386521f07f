/** What to say about the sound itself: clipping, balance, stereo, noise, dynamics. */
import type { AnalysedTrack } from './rules-shape.ts';
import { at, between, during, formatTime, one, percent, vary, type Wording, whole } from './rules-wording.ts';

const sayBand = ({ shape: { balance } }: AnalysedTrack, others = 'finished records') => {
  if (!balance) return 'there is too little sound to tell where';
  const { name, from, to, deviationDb } = balance.widest;
  return `the ${name} (${sayHertz(from, to)}) ${name.endsWith('mids') ? 'are' : 'is'} ${one(Math.abs(deviationDb))} dB ${deviationDb > 0 ? 'above' : 'below'} what ${others} have`;
};
const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** '56 to 141 Hz', '1.1 to 2.8 kHz'. */
const sayHertz = (from: number, to: number) => {
  const thousands = (hz: number) => String(Number((hz / 1000).toFixed(hz < 10_000 ? 1 : 0)));
  return from >= 1000
    ? `${thousands(from)} to ${thousands(to)} kHz`
    : `${from} ${to < 1000 ? `to ${to} Hz` : `Hz to ${thousands(to)} kHz`}`;
};

/**
 * The curve is that of mixed records, with a bass and a kick. Where the lowest octave is empty (dB off the curve) none of
 * them plays: a piano or a string quartet is no mix to be evened out. Of 26 recordings those with either lie above -5 dB,
 * those without below -12.
 */
const EMPTY_SUB = -9;
const isFullMix = ({ bands }: AnalysedTrack) =>
  bands.every(({ name, deviationDb }) => name !== 'sub' || deviationDb > EMPTY_SUB);

export const SOUND_WORDING: Record<string, Wording> = {
  clipping: {
    good: () => null,
    bad: (v, h) =>
      h.overShare > h.clippedShare
        ? `${percent(v)} of the samples run over full scale.`
        : `${percent(v)} of the samples are clipped${during(h.clippedRanges[0], h)}.`,
    aim: () => 'less limiting',
    advice: (_, h) =>
      h.overShare > h.clippedShare
        ? 'Leave a decibel of room at the top of the master: it runs over full scale.'
        : `Pull the limiter or the master fader back: samples are cut off${during(h.clippedRanges[0], h)}.`,
    where: (h) => h.clippedRanges,
  },
  headroom: {
    good: (v, h) =>
      v >= 12
        ? vary(h, 'breathes', [
            `The master breathes: peaks stand ${one(v)} LU above its loudness.`,
            `There is air in the master, ${one(v)} LU from loudness to peak.`,
            `Nothing is squashed: ${one(v)} LU between loudness and peak.`,
          ])
        : vary(h, 'loud', [
            `It is mastered loud and still open (${one(v)} LU from loudness to peak).`,
            `A loud master that keeps ${one(v)} LU for its peaks.`,
          ]),
    bad: (v) =>
      v < 9.5
        ? `Peaks stand only ${one(v)} LU above the loudness: the master is squashed.`
        : `Peaks stand ${one(v)} LU above the loudness: a few spikes hold the rest down.`,
    aim: (v) => (v < 9.5 ? 'less limiting' : 'tamer peaks'),
    advice: (v) =>
      v < 9.5
        ? 'Take the master limiter down until peaks and loudness part by about 10 LU.'
        : 'Tame the few highest peaks so that the rest can come up.',
  },
  crest: {
    good: () => null,
    bad: (v) =>
      v < 11
        ? `Transients stand only ${one(v)} dB over the mean level.`
        : `The level jumps: peaks stand ${one(v)} dB over the mean.`,
    aim: (v) => (v < 11 ? 'less limiting' : 'tamer peaks'),
    advice: (v) =>
      v < 11
        ? 'Let the transients through: less bus compression or a slower attack.'
        : 'Even out the level with gentle compression.',
  },
  balance: {
    good: (_, h) =>
      h.shape.balance && h.shape.balance.errorDb === 0
        ? vary(h, 'balance', [
            'From bass to treble it is balanced like a finished record.',
            'No band sticks out of the mix or is missing from it.',
            'Bass, mids and treble sit where finished records have them.',
          ])
        : null,
    bad: (_, h) =>
      isFullMix(h)
        ? `The balance is off: ${sayBand(h)}.`
        : `${upperFirst(sayBand(h, 'full bands'))}; with next to nothing under ${h.bands[0].to} Hz that may be the instrument, not the mix.`,
    advice: (_, h) => (isFullMix(h) ? `Even out the mix: ${sayBand(h)}.` : null),
  },
  bandwidth: {
    good: () => null,
    bad: (v) => `There is next to nothing above ${whole(v)} Hz: the track sounds muffled.`,
    advice: (v) =>
      `Bring back the top: find what cuts everything above ${whole(v)} Hz (a filter, a low-rate export, an old sample).`,
  },
  mono: {
    good: () => null,
    bad: (v, h) => `In mono it loses ${one(-v)} dB${between(h.cancellingRanges[0])}.`,
    aim: () => 'phase',
    advice: () =>
      'Check the mix in mono and undo what is out of phase: a flipped cable, a widener, a doubled take.',
    where: (h) => h.cancellingRanges,
  },
  cancelling: {
    good: () => null,
    bad: (v, h) =>
      `In ${percent(v)} of the track the channels cancel each other${h.cancellingRanges[1] ? ', first' : ''}${during(h.cancellingRanges[0], h)}.`,
    aim: () => 'phase',
    advice: (_, h) =>
      `Fix the phase: left and right work against each other${during(h.cancellingRanges[0], h)}.`,
    where: (h) => h.cancellingRanges,
  },
  width: {
    good: (v, h) =>
      v < 0.2
        ? null
        : vary(h, 'wide', ['The stereo picture is wide open.', 'It makes good use of left and right.']),
    bad: (v) => (v < 0.1 ? 'The mix is nearly mono.' : 'The mix is so wide that its middle is hollow.'),
    advice: (v) =>
      v < 0.1
        ? 'Spread what fills the background to the sides; keep bass and melody in the middle.'
        : 'Bring the important parts back to the middle.',
  },
  hiss: {
    good: () => null,
    bad: (v, h) => `Hiss stands ${whole(v)} dB below the music, plainest${during(h.hissRanges[0], h)}.`,
    advice: (_, h) =>
      `Find the source of the hiss (a microphone gain, a plug-in, a cassette effect) or gate it in the quiet parts, first${during(h.hissRanges[0], h)}.`,
    where: (h) => h.hissRanges,
  },
  peak: {
    good: () => null,
    bad: (v, h) =>
      v > 0
        ? vary(h, 'peak', [
            `At ${formatTime(h.truePeakAt)} the true peak reaches ${one(v)} dBTP: converters will distort it.`,
            `Its true peak of ${one(v)} dBTP (at ${formatTime(h.truePeakAt)}) is more than players can reproduce cleanly.`,
          ])
        : null,
    advice: (v) => (v > 0 ? 'Set the limiter ceiling to -1 dBTP with true-peak detection on.' : null),
    where: (h) => [{ start: Math.max(0, h.truePeakAt - 1), end: h.truePeakAt + 1 }],
  },
  gaps: {
    good: () => null,
    bad: (v, h) => `${percent(v)} of the track is silent${at(h.silentRanges[0])}.`,
    aim: () => 'no silence',
    advice: () => 'Cut the silence, or fill it on purpose.',
    where: (h) => h.silentRanges,
  },
  dynamics: {
    good: (v, h) =>
      vary(h, 'range', [
        `Its loudness moves over ${one(v)} LU.`,
        `There are ${one(v)} LU between its soft and its loud moments.`,
        `From soft to loud it covers ${one(v)} LU.`,
      ]),
    bad: (v, h) =>
      v < 5
        ? vary(h, 'flatRange', [
            `Its loudness hardly moves (${one(v)} LU).`,
            `Soft and loud are only ${one(v)} LU apart.`,
          ])
        : `Its loudness moves over ${one(v)} LU, more than fits a car or a phone.`,
    aim: (v) => (v < 5 ? 'something to rise from' : 'quiet parts up'),
    advice: (v, { shape: { contrast } }) =>
      v >= 5
        ? 'Bring the quiet parts up a little.'
        : contrast &&
          // What comes after the loudest part is nothing it could rise from.
          (contrast.quietest.start < contrast.loudest.start
            ? `Let the part at ${formatTime(contrast.quietest.start)} drop further, so that the rest has something to rise from.`
            : contrast.loudest.start < 10
              ? 'Let one part drop well below the others.'
              : `Pull back before ${formatTime(contrast.loudest.start)}, so that what follows can rise.`),
  },
  deadEnds: {
    good: () => null,
    bad: (v) => `${one(v)} s of silence stand at its ends.`,
    aim: () => 'no silence',
    advice: (v) => `Trim the ${one(v)} seconds of silence at its ends.`,
  },
};
