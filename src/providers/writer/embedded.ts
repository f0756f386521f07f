/** Our own writer: phrases filled with the measurements. It knows no adjective that nothing was measured for. */
import { createHash } from 'node:crypto';
import { formatTime, type TrackFacts, type TrackWords, type Writer } from '#ports/writer.ts';
import { composeAlbumLetter } from './album-letter.ts';

/** Raised whenever the phrases change. */
const PHRASES = 'phrases 2';

export const embeddedWriter: Writer = {
  describeTrack: async (facts) => putIntoWords(facts),
  writeAlbumLetter: async (facts) => ({
    text: composeAlbumLetter(facts, chooser(facts.seed)),
    by: PHRASES,
  }),
};

/** From this confidence on something is said as it is; below, with a grain of doubt (0 to 1). */
const SURE = 0.6;
const UNSURE = 0.35;

/** LUFS at and below which a track holds no sound. */
const SILENT_LUFS = -60;

function putIntoWords(facts: TrackFacts): TrackWords {
  const pick = chooser(facts.seed);
  if (facts.integratedLufs <= SILENT_LUFS) return describeSilence(facts, pick);
  return {
    summary: writeSummary(facts, pick),
    labelSummary: writeLabelSummary(facts, pick),
    bio: writeBio(facts, pick),
    challengeName: nameChallenge(facts, pick),
    campaignIdea: writeIdea(facts, pick),
    by: PHRASES,
  };
}

function describeSilence(facts: TrackFacts, pick: Pick): TrackWords {
  const { artistName, trackTitle, durationSeconds, overall } = facts;
  return {
    summary: `“${trackTitle}” runs ${formatTime(durationSeconds)} and holds no sound: nothing in it could be judged.`,
    labelSummary: `No sound was found in this file: readiness ${overall} of 100.`,
    bio: `“${trackTitle}” is ${artistName}’s entry. No sound was found in it.`,
    challengeName: nameChallenge(facts, pick),
    campaignIdea: 'There is no sound to post yet: upload the track again, with sound.',
    by: PHRASES,
  };
}

type Pick = (slot: string, options: readonly string[]) => string;

/** The same seed and slot always give the same option; slots are independent of each other. */
function chooser(seed: string): Pick {
  return (slot, options) =>
    options[createHash('sha256').update(`${seed}:${slot}`).digest().readUInt32BE(0) % options.length];
}

function writeSummary(facts: TrackFacts, pick: Pick): string {
  const [best] = facts.categories;
  const worst = facts.categories[facts.categories.length - 1];
  return [
    `${pick('open', [`“${facts.trackTitle}” runs ${formatTime(facts.durationSeconds)}`, `${formatTime(facts.durationSeconds)} of “${facts.trackTitle}”`, `“${facts.trackTitle}” by ${facts.artistName} lasts ${formatTime(facts.durationSeconds)}`])} ${sayPulse(facts, pick)}${sayKey(facts)}.`,
    sayHook(facts, pick),
    best
      ? `${pick('best', ['It stands on its', 'Strongest of all is its', 'What carries it is its'])} ${best.title.toLowerCase()} (${best.score}).`
      : '',
    facts.strengths[0] ?? '',
    worst && worst !== best
      ? `${pick('worst', ['There is most to gain in its', 'Weakest of all is its', 'Work is left in its'])} ${worst.title.toLowerCase()} (${worst.score}). ${facts.weaknesses[0] ?? ''}`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
    .trim();
}

function sayPulse(facts: TrackFacts, pick: Pick): string {
  const { tempoBpm, tempoConfidence, genre, genreConfidence } = facts;
  if (tempoConfidence < UNSURE)
    return pick('free', ['without a fixed pulse', 'in free time', 'and keeps no steady beat']);
  const kind = genre === 'Other' || genreConfidence < UNSURE ? '' : `${genre} `;
  const bpm = `${Math.round(tempoBpm)} BPM`;
  if (tempoConfidence < SURE) return `at about ${bpm}`;
  return pick('pulse', [
    `at ${bpm}${kind ? `, with a ${kind}groove` : ''}`,
    `on a ${kind}beat of ${bpm}`,
    `over a clear ${kind}pulse of ${bpm}`,
  ]);
}

function sayKey({ key, keyConfidence }: TrackFacts): string {
  if (!key || keyConfidence < UNSURE / 2) return '';
  return keyConfidence < SURE ? `, most likely in ${key}` : `, in ${key}`;
}

function sayHook({ hook }: TrackFacts, pick: Pick): string {
  if (!hook || hook.confidence < UNSURE)
    return pick('nohook', [
      'No part returns clearly enough to be called the hook.',
      'A hook that returns and lifts was not found.',
    ]);
  const count = hook.times === 2 ? 'twice' : `${hook.times} times`;
  const times = hook.times > 1 ? `and comes ${count}` : 'and comes once';
  return pick('hook', [
    `Its hook first comes at ${formatTime(hook.firstAt)} ${times}.`,
    `The hook arrives at ${formatTime(hook.firstAt)} ${times}.`,
    `At ${formatTime(hook.firstAt)} the hook comes in, ${times.replace(/^and comes/, 'heard').replace('heard once', 'heard once in all')}.`,
  ]);
}

function writeLabelSummary(facts: TrackFacts, pick: Pick): string {
  const order = facts.categories.map(({ title, score }) => `${title} ${score}`).join(', ');
  const lead = pick('label', ['For the desk', 'At a glance', 'In one line']);
  const certainty =
    facts.tempoConfidence < UNSURE ? ' Tempo and form are uncertain: listen before you judge.' : '';
  return `${lead}: ${facts.genre}${facts.genreConfidence < UNSURE ? ' (a guess)' : ''}, readiness ${facts.overall} of 100. ${order}.${facts.hook ? ` Start listening at ${formatTime(facts.soundbite.start)}.` : ''}${certainty}`;
}

function writeBio(
  { artistName, trackTitle, genre, genreConfidence, tempoBpm, tempoConfidence, categories, hook }: TrackFacts,
  pick: Pick,
): string {
  const style = genre === 'Other' || genreConfidence < UNSURE ? 'music that fits no single shelf' : genre;
  const best = categories[0]?.title.toLowerCase() ?? 'the recording';
  const pace = tempoConfidence >= SURE ? ` at ${Math.round(tempoBpm)} BPM` : '';
  const moment = hook && hook.confidence >= UNSURE ? ` Hear the hook at ${formatTime(hook.firstAt)}.` : '';
  return `${pick('bio', [
    `${artistName} brings ${style} to the contest with “${trackTitle}”${pace}.`,
    `“${trackTitle}” is ${artistName}’s entry: ${style}${pace}.`,
    `With “${trackTitle}”, ${artistName} enters ${style}${pace}.`,
  ])} ${pick('bio2', [`The desk marks its ${best} highest.`, `Of all it was measured for, ${best} came out best.`, `Its strongest measured side is ${best}.`])}${moment}`;
}

function nameChallenge({ trackTitle, genre }: TrackFacts, pick: Pick): string {
  const words = trackTitle
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const core =
    words
      .slice(0, 3)
      .map((word) => word[0].toUpperCase() + word.slice(1))
      .join('') || 'Track';
  const ends =
    genre === 'Dancehall'
      ? ['Whine', 'Step', 'Riddim']
      : genre === 'Hip Hop'
        ? ['Bars', 'Freestyle', 'Verse']
        : genre === 'R&B'
          ? ['Run', 'Duet', 'Harmony']
          : ['Challenge', 'Loop', 'Moment'];
  return `#${core}${pick('challenge', ends)}`;
}

function writeIdea({ soundbite, hook, tempoBpm, tempoConfidence, genre }: TrackFacts, pick: Pick): string {
  const seconds = Math.round(soundbite.end - soundbite.start);
  const from = formatTime(soundbite.start);
  const beats = tempoConfidence >= SURE ? ` (${Math.round((seconds * tempoBpm) / 60)} beats)` : '';
  const act: Record<string, string[]> = {
    Dancehall: ['one move that lands on the off-beat', 'a two-step passed from friend to friend'],
    'Hip Hop': ['four bars of their own over the beat', 'their day in four bars'],
    'R&B': ['a harmony above the line', 'the line sung back, one voice on top of another'],
    Pop: ['the moment the lights go on', 'a cut from a quiet place to a loud one'],
    Other: ['what they see when they close their eyes', 'one unbroken shot'],
  };
  const what = pick('act', act[genre] ?? act.Other);
  const cue = hook && hook.confidence >= UNSURE ? 'the hook' : 'the soundbite';
  return pick('idea', [
    `Use the ${seconds} seconds from ${from}${beats}: people show ${what} as ${cue} comes in.`,
    `Cut at ${from}. For ${seconds} seconds${beats} people answer with ${what}.`,
    `Post ${cue} from ${from}, ${seconds} seconds${beats}, and ask for ${what}.`,
  ]);
}
