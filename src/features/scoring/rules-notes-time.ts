/** What to say about movement in time: pulse, groove, pace, length. */
import type { AnalysedTrack } from './rules-shape.ts';
import { sayTempo } from './rules-tempo.ts';
import { formatTime, one, percent, SURE, vary, type Wording, whole } from './rules-wording.ts';

/** A rhythm that is busy, never strays from its pattern and never leaves the beat: what people call stiff. */
const isStiff = ({ tempoConfidence, rhythm }: AnalysedTrack) =>
  tempoConfidence >= SURE && rhythm.density >= 9 && rhythm.consistency > 0.9 && rhythm.offbeat < 0.12;

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
        : vary(h, 'groove', ['The groove holds from bar to bar.', 'Once it is set, the groove stays.']),
    bad: (v) => (v > 0.93 ? 'The rhythm is the same bar throughout.' : 'The rhythm changes from bar to bar.'),
    advice: (v) =>
      v > 0.93
        ? 'Add fills and small changes every few bars.'
        : 'Settle on one groove and vary it on purpose.',
  },
  syncopation: {
    good: (v, h) => {
      const share = percent(100 * v);
      if (v < 0.3)
        return vary(h, 'onBeat', [
          `It sits on the beat: only ${share} of the accents fall between.`,
          `The accents mark the beat; ${share} of them fall beside it.`,
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
      v < 0.2
        ? null
        : vary(h, 'against', [
            `The rhythm is syncopated: ${percent(100 * v)} of the accents come early, and the stroke they lead to is soft or left out.`,
            `${percent(100 * v)} of the accents are syncopated: they come in early and take the place of the beat.`,
          ]),
    bad: () => null,
    advice: () => null,
  },
  strokes: {
    good: (v, h) =>
      v > 18
        ? vary(h, 'busy', [
            `About ${whole(v)} strokes a bar keep it busy.`,
            `There is a lot going on: some ${whole(v)} strokes a bar.`,
          ])
        : v < 13
          ? vary(h, 'sparse', [
              `The rhythm leaves room: about ${whole(v)} strokes a bar.`,
              `It gets by on some ${whole(v)} strokes a bar.`,
            ])
          : null,
    bad: (v) => `There are about ${whole(v)} clear strokes a bar.`,
    advice: (v) =>
      v < 9
        ? 'Give the rhythm more to do: shorter notes between the beats, a bass that moves.'
        : 'Thin the rhythm out: strokes mask each other.',
  },
  pace: {
    good: () => null,
    bad: (v) => (v < 2 ? 'The words come slowly.' : 'The words come very fast.'),
    advice: (v) => (v < 2 ? null : 'Leave room between lines so that words can be followed.'),
    where: (h) => h.voiceRanges,
  },
  length: {
    good: (v, h) =>
      vary(h, 'length', [
        isSong(h)
          ? `At ${formatTime(v)} it has the length of a single.`
          : `At ${formatTime(v)} it is as long as most of what is played.`,
        `Its ${formatTime(v)} fit a playlist.`,
        `${formatTime(v)} is a length radio likes.`,
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
            'No two strokes are equally hard: it breathes.',
            `Strokes on the same place differ by ${percent(100 * v)}, as a hand would play them.`,
          ]),
    bad: (v) => `Strokes on the same place differ by only ${percent(100 * v)}.`,
    advice: () => 'Play it with more light and shade: softer upbeats, quiet notes between the loud ones.',
  },
};
