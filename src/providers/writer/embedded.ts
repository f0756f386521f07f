/** Our own writer: phrases filled with the measurements. It knows no adjective that nothing was measured for. */
import { createHash } from 'node:crypto';
import { formatTime, type TrackFacts, type TrackWords, type Writer } from '#ports/writer.ts';
import { composeAlbumLetter } from './album-letter.ts';

/** Raised whenever the phrases change. */
const PHRASES = 'phrases 6';

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
/** From this confidence on a part is called the hook. */
const HOOK_SURE = 0.55;

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
    labelSummary: `No sound was found in this file: score ${overall} of 100.`,
    bio: `“${trackTitle}” is ${artistName ? `${artistName}’s` : 'an'} entry. No sound was found in it.`,
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
  const { trackTitle, artistName, durationSeconds, damage } = facts;
  const length = formatTime(durationSeconds);
  const open = pick('open', [
    `“${trackTitle}” runs ${length}`,
    `${length} of “${trackTitle}”`,
    `“${trackTitle}”${artistName && ` by ${artistName}`} lasts ${length}`,
    `Here is “${trackTitle}”: ${length}`,
  ]);
  return [
    damage?.[0]
      ? `${pick('damage', ['First of all', 'Before anything else', 'To begin with'])}, ${lowerFirst(damage[0])}`
      : '',
    `${open} ${sayPulse(facts, pick)}${sayKey(facts)}.`,
    sayHook(facts, pick),
    saySides(facts, pick),
  ]
    .filter(Boolean)
    .join(' ');
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

/** As they are spoken of in a sentence. */
const SIDES: Record<string, string> = {
  Hook: 'the hook',
  Commerciality: 'commercial appeal',
  Lyrics: 'the words',
};
const sideOf = ({ title, score }: TrackFacts['categories'][number]) =>
  `${SIDES[title] ?? title.toLowerCase()} (${score})`;

const ownSide = (side: TrackFacts['categories'][number]) => sideOf(side).replace(/^the /, '');

/** From this score on a side is something to be proud of. */
const PROUD = 75;

/** The best and the weakest side in one sentence. */
function saySides({ categories }: TrackFacts, pick: Pick): string {
  const [best] = categories;
  const worst = categories[categories.length - 1];
  if (!best || !worst) return '';
  if (worst === best) return `It was judged by ${sideOf(best)}.`;
  return pick('sides', [
    `It does best on ${sideOf(best)}; work on ${sideOf(worst)} next.`,
    `Its best side is ${sideOf(best)}; ${sideOf(worst)} needs the most work.`,
    best.score >= PROUD
      ? `You can be proud of its ${ownSide(best)}; give its ${ownSide(worst)} more time.`
      : `Build on ${sideOf(best)}, then turn to ${sideOf(worst)}.`,
    `What speaks for it is ${sideOf(best)}. What holds it back is ${sideOf(worst)}.`,
  ]);
}

function sayPulse(facts: TrackFacts, pick: Pick): string {
  const { tempoBpm, tempoConfidence, genre, genreConfidence } = facts;
  if (tempoConfidence < UNSURE)
    return pick('free', [
      'with no beat that we could make out',
      'with no beat to be sure of',
      'with a beat that is hard to pin down',
    ]);
  const kind = genre === 'Other' || genreConfidence < UNSURE ? '' : `${genre} `;
  const other = facts.tempoOtherBpm ? ` (or ${facts.tempoOtherBpm}, as you count)` : '';
  const bpm = `${Math.round(tempoBpm)} BPM${other}`;
  if (tempoConfidence < SURE) return `at about ${bpm}`;
  return pick('pulse', [
    `at ${bpm}${kind ? `, with a ${kind}groove` : ''}`,
    `on a ${kind}beat of ${bpm}`,
    `over a clear ${kind}pulse of ${bpm}`,
  ]);
}

/** Where there is no room for a second reading, a tempo is named only if there is none. */
const isOneTempo = ({
  tempoConfidence,
  tempoOtherBpm,
}: {
  tempoConfidence: number;
  tempoOtherBpm?: number | null;
}) => tempoConfidence >= SURE && !tempoOtherBpm;

function sayKey({ key, keyConfidence }: TrackFacts): string {
  if (!key || keyConfidence < UNSURE / 2) return '';
  return keyConfidence < SURE ? `, most likely in ${key}` : `, in ${key}`;
}

function sayHook({ hook }: TrackFacts, pick: Pick): string {
  if (!hook || hook.confidence < HOOK_SURE)
    return pick('nohook', [
      'No part is the hook beyond doubt.',
      'A hook could not be made out for certain.',
      'Which part is the hook is hard to tell.',
    ]);
  const count = hook.times === 2 ? 'twice' : `${hook.times} times`;
  const times = hook.times > 1 ? `and comes ${count}` : 'and comes once';
  return pick('hook', [
    `Its hook first comes at ${formatTime(hook.firstAt)} ${times}.`,
    `Wait for ${formatTime(hook.firstAt)}: that is the hook${hook.times > 1 ? `, heard ${count}` : ', heard once in all'}.`,
    `The hook arrives at ${formatTime(hook.firstAt)} ${times}.`,
    `At ${formatTime(hook.firstAt)} the hook comes in, ${hook.times > 1 ? `heard ${count}` : 'heard once in all'}.`,
  ]);
}

function writeLabelSummary(facts: TrackFacts, pick: Pick): string {
  const order = facts.categories.map(({ title, score }) => `${title} ${score}`).join(', ');
  const lead = pick('label', ['For the desk', 'At a glance', 'In one line']);
  const certainty =
    facts.tempoConfidence < UNSURE ? ' Tempo and form are uncertain: listen before you judge.' : '';
  return `${lead}: ${facts.genre === 'Other' ? 'genre not told by ear' : facts.genre}, score ${facts.overall} of 100. ${order}.${facts.hook ? ` Start listening at ${formatTime(facts.soundbite.start)}.` : ''}${certainty}`;
}

function writeBio(
  { artistName, trackTitle, genre, genreConfidence, categories, hook, ...facts }: TrackFacts,
  pick: Pick,
): string {
  const style = genre === 'Other' || genreConfidence < UNSURE ? '' : genre;
  const best = categories[0]?.title.toLowerCase() ?? 'the recording';
  const pace = isOneTempo(facts) ? ` at ${Math.round(facts.tempoBpm)} BPM` : '';
  const moment = hook && hook.confidence >= HOOK_SURE ? ` Hear the hook at ${formatTime(hook.firstAt)}.` : '';
  return `${pick('bio', [
    ...(artistName
      ? [
          `${artistName} ${style ? `brings ${style} to the contest` : 'enters the contest'} with “${trackTitle}”${pace}.`,
          `“${trackTitle}” is ${artistName}’s entry${style ? `: ${style}` : ''}${pace}.`,
          `With “${trackTitle}”${pace}, ${artistName} enters ${style || 'the contest'}.`,
        ]
      : [`“${trackTitle}” enters ${style || 'the contest'}${pace}.`]),
  ])} ${pick('bio2', [`The desk marks its ${best} highest.`, `Of everything measured, ${best} came out best.`, `Its strongest measured side is ${best}.`])}${moment}`;
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

function writeIdea({ soundbite, hook, genre, ...facts }: TrackFacts, pick: Pick): string {
  const seconds = Math.round(soundbite.end - soundbite.start);
  const from = formatTime(soundbite.start);
  const beats = isOneTempo(facts) ? ` (${Math.round((seconds * facts.tempoBpm) / 60)} beats)` : '';
  const act: Record<string, string[]> = {
    Dancehall: ['one move that lands on the off-beat', 'a two-step passed from friend to friend'],
    'Hip Hop': ['four bars of their own over the beat', 'their day in four bars'],
    'R&B': ['a harmony above the line', 'the line sung back, one voice on top of another'],
    Pop: ['the moment the lights go on', 'a cut from a quiet place to a loud one'],
    Other: ['what they see when they close their eyes', 'one unbroken shot'],
  };
  const what = pick('act', act[genre] ?? act.Other);
  const cue = hook && hook.confidence >= HOOK_SURE ? 'the hook' : 'the soundbite';
  return pick('idea', [
    `Use the ${seconds} seconds from ${from}${beats}: people show ${what} as ${cue} comes in.`,
    `Cut at ${from}. For ${seconds} seconds${beats} people answer with ${what}.`,
    `Post ${cue} from ${from}, ${seconds} seconds${beats}, and ask for ${what}.`,
  ]);
}
