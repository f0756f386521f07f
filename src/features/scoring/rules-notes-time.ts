/** What to say about movement in time: pulse, groove, pace, length. */
import type { AnalysedTrack } from './rules-shape.ts';
import { sayTempo } from './rules-tempo.ts';
import { formatTime, one, percent, SURE, vary, type Wording, whole } from './rules-wording.ts';

/** A rhythm that is busy, never strays from its pattern and never leaves the beat: what people call stiff. */
const isStiff = ({ tempoConfidence, rhythm }: AnalysedTrack) =>
  tempoConfidence >= SURE && rhythm.density >= 9 && rhythm.consistency > 0.9 && rhythm.offbeat < 0.12;

/** Said only where it is clearly so: other onset detectors hear up to a dozen points more between the beats, and a rag is never on it. */
const isOnBeat = ({ rhythm }: AnalysedTrack) => rhythm.offbeat < 0.22 && rhythm.syncopation < 0.09;

/**
 * Whether snare and hats strike between the beats on every beat or every other, and neither on them nor in the sixteenths, as
 * in a dembow: people would count them as the beat. So it is with 44 of 356 drummers, most of them rock at the right tempo.
 */
function isCountedBeside({ rhythm: { snare, hat } }: AnalysedTrack): boolean {
  const strokes = snare.map((stroke, step) => stroke + hat[step]);
  const [, , third = 0, most = 0] = strokes.filter((_, step) => step % 4 === 2).sort((a, b) => a - b);
  const between = (third + most) / 2;
  const on = Math.max(...strokes.filter((_, step) => step % 4 === 0));
  const sixteenths = Math.max(...strokes.filter((_, step) => step % 2 === 1));
  return between > 1.4 * on && between > 1.5 * sixteenths;
}

/** Of drummers those of pop lie at 0.04 (median), hip hop 0.11, rock 0.18, funk 0.32, latin and afrobeat 0.4. */
const SYNCOPATED = 0.3;

/** Singles are songs; a genre by ear is too often wrong to make a piano piece one. */
const isSong = ({ shape }: AnalysedTrack) => shape.voiceCertainty > 0;

export const TIME_WORDING: Record<string, Wording> = {
  pulse: {
    good: () => null,
    bad: (_, h) =>
      vary(h, 'pulse', [
        `The beat is not always easy to find (about ${sayTempo(h)} BPM).`,
        `It takes a while to find the beat, about ${sayTempo(h)} BPM.`,
      ]),
    advice: () => null,
  },
  steadiness: {
    good: () => null,
    bad: (_, h) =>
      `The tempo wanders: beats lie ${whole(h.steadiness.jitterMs)} ms off, and it drifts by ${one(h.steadiness.driftPercent)}%.`,
    advice: (v) =>
      v < 0.5 ? 'If the tempo is meant to hold, record to a click or tighten the takes by hand.' : null,
  },
  groove: {
    good: (v, h) =>
      v < 0.88
        ? null
        : vary(h, 'groove', ['The groove holds from bar to bar.', 'Once set, the groove stays put.']),
    bad: (v) => (v > 0.93 ? 'The rhythm is the same bar throughout.' : 'The rhythm changes from bar to bar.'),
    advice: (v) =>
      v > 0.93
        ? 'Add fills and small changes every few bars.'
        : 'Settle on one groove and vary it on purpose.',
  },
  syncopation: {
    good: (v, h) => {
      const share = percent(100 * v);
      if (isCountedBeside(h))
        return 'Its backbeat falls between the beats as we count them: what is off the beat depends on how you count.';
      if (v < 0.3)
        return isOnBeat(h)
          ? vary(h, 'onBeat', [
              `It sits on the beat: only ${share} of the accents fall between.`,
              `The accents mark the beat; ${share} of them fall beside it.`,
            ])
          : vary(h, 'mostlyOn', [
              `Most accents are on the beat, ${share} between.`,
              `${share} of the accents fall between the beats, the rest on them.`,
            ]);
      if (v < 0.55)
        return vary(h, 'push', [
          `${share} of the accents fall between the beats, which pushes it along.`,
          `Beats and off-beats share the work: ${share} of the accents fall between.`,
        ]);
      return vary(h, 'lean', [
        `Most accents (${share}) fall between the beats: it leans forward.`,
        `${share} of the accents fall off the beat, more than on it.`,
        `It lives between the beats: ${share} of the accents are there.`,
      ]);
    },
    bad: (v) =>
      v < 0.5
        ? `Nearly every accent sits on the beat (${percent(100 * v)} fall between).`
        : `Hardly an accent falls on the beat (${percent(100 * v)} fall between).`,
    advice: (_, h) =>
      isStiff(h) ? 'Loosen the rhythm: let an accent come before the beat, and another between two.' : null,
  },
  offbeat: {
    good: (v, h) =>
      v < SYNCOPATED || isCountedBeside(h)
        ? null
        : vary(h, 'against', [
            `The rhythm is syncopated: ${percent(100 * v)} of the accents come early, and the beat they lead to is soft or left out.`,
            `${percent(100 * v)} of the accents are syncopated: they come in early and take the place of the beat.`,
          ]),
    bad: () => null,
    advice: () => null,
  },
  strokes: {
    good: (v, h) =>
      v > 18
        ? vary(h, 'busy', [
            `About ${whole(v)} hits a bar keep it busy.`,
            `There is a lot going on: some ${whole(v)} hits a bar.`,
          ])
        : v < 13
          ? vary(h, 'sparse', [
              `The rhythm leaves room: about ${whole(v)} hits a bar.`,
              `It gets by on about ${whole(v)} hits a bar.`,
            ])
          : null,
    bad: (v) => `There are about ${whole(v)} clear hits a bar.`,
    advice: (v) =>
      v < 9
        ? 'Give the rhythm more to do: shorter notes between the beats, a bass that moves.'
        : 'Thin the rhythm out: its hits mask each other.',
  },
  pace: {
    good: () => null,
    bad: (v) => (v < 2 ? 'The words come slowly.' : 'The words come very fast.'),
    advice: (v) => (v < 2 ? null : 'Leave room between lines so that words can be followed.'),
    where: (h) => h.voiceRanges,
  },
  length: {
    good: (v, h) =>
      v < 2 * 60 || v > 4.25 * 60
        ? null
        : vary(h, 'length', [
            ...(isSong(h)
              ? [
                  `At ${formatTime(v)} it has the length of a single.`,
                  `${formatTime(v)} is a length radio likes.`,
                ]
              : [
                  `At ${formatTime(v)} it is about as long as most tracks are.`,
                  `${formatTime(v)} is a usual length.`,
                ]),
            `At ${formatTime(v)} it fits a playlist.`,
          ]),
    bad: (v, h) =>
      isSong(h)
        ? `${formatTime(v)} is ${v < 150 ? 'short' : 'long'} for a single.`
        : `At ${formatTime(v)} it is ${v < 150 ? 'shorter' : 'longer'} than most of what playlists carry.`,
    advice: (v, h) =>
      !isSong(h)
        ? null
        : v < 150
          ? 'A single usually runs two and a half to three and a half minutes: let it grow.'
          : 'A radio edit of about three minutes would help.',
  },
  touch: {
    good: (v, h) =>
      v < 0.42
        ? null
        : vary(h, 'touch', [
            'No two hits are equally hard: it breathes.',
            `Hits on the same beat differ by ${percent(100 * v)} in strength, as when played by hand.`,
          ]),
    bad: (v) => `Hits on the same beat differ by only ${percent(100 * v)} in strength.`,
    advice: () => 'Play it with more light and shade: softer upbeats, quiet notes between the loud ones.',
  },
};
