/** Every sentence has its own measurement and its precondition; what is unsure is left out and said to be. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Measures, measureTrack } from '#audio/measure.ts';
import { embeddedWriter } from '#providers/writer/embedded.ts';
import { WORDING } from './rules-notes.ts';
import { writeAdvice, writeCategories } from './rules-report.ts';
import { scoreTrack } from './rules-score.ts';
import { describeShape } from './rules-shape.ts';
import { SHEET } from './rules-sheet.ts';
import { sayUnits } from './rules-story.ts';
import { vary } from './rules-wording.ts';
import { writeReport } from './service-report.ts';

let song: Measures;
beforeAll(async () => {
  song = await measureTrack(readFileSync('demo/corner-store-gospel.mp3'));
});

function judge(change: Partial<Measures>) {
  const track = describeShape({ ...song, ...change });
  const score = scoreTrack(track);
  const categories = writeCategories(score, track);
  const notes = Object.values(categories).map((category) => category.notes);
  const advice = writeAdvice(score, track);
  return { score, categories, notes, advice, all: [...notes, ...advice.map(({ text }) => text)] };
}
type Hook = Measures['hook'];
const spans = (seconds: number, ...starts: number[]) =>
  starts.map((start) => ({ start, end: start + seconds }));
/** The song, four minutes long, with a hook nobody would doubt, or with what is changed in it. */
const judgeHook = (hook: Partial<Hook>, change: Partial<Measures> = {}) =>
  judge({
    ...{ durationSeconds: 240, analysedSeconds: 240, ...change },
    hook: { ...song.hook, firstAt: 30, occurrences: spans(35, 30, 150), ...hook },
  });
/** Ways in which that part may be none. */
const GUESSES: [string, Partial<Hook>][] = [
  ['is unsure', { confidence: 0.5 }],
  ['comes once', { confidence: 0.7, likeness: 0, occurrences: spans(35, 30) }],
  ['comes back as something else', { likeness: 0.35 }],
  ['is most of the track', { occurrences: spans(45, 0, 50, 100, 150) }],
  ['lasts a minute', { occurrences: spans(60, 30, 150) }],
];
const sentencesOf = (texts: readonly string[]) =>
  texts.flatMap((text) => text.split(/(?<=[.!?]) (?=[A-Z0-9])/));

test('PT-6 advice knows the sentences of the notes that say the same fault', () => {
  const { notes, advice } = judge({ hook: { ...song.hook, firstAt: 130 }, integratedLufs: -30 });
  const said = advice.flatMap((one) => one.notes ?? []).filter((note) => notes.join(' ').includes(note));
  expect(said.length).toBeGreaterThan(0);
});

describe('AN-2 a sentence needs its own measurement', () => {
  test('an unsure key is no reason to check the tuning', () => {
    const { all } = judge({ keyConfidence: 0.05 });
    expect(all.join(' ')).not.toMatch(/tun(ed|ing)/i);
  });

  test('the hook rises by what a loudness meter says, in LU', () => {
    const hook = { ...song.hook, riseLu: 2.6, fullerDb: 9.1 };
    expect(judge({ hook }).categories.hookStrength.notes).toMatch(/2\.6 LU/);
    expect(judge({ hook }).all.join(' ')).not.toMatch(/9\.1/);
  });

  test.each([0.05, 0.27])(
    'an instrumental with %f heard as a voice is told nothing about one',
    (voiceShare) => {
      const { all, categories } = judge({ voiceShare, voiceConfidence: 0.64 });
      expect(all.join(' ')).not.toMatch(/more room|topline|hardly rests/);
      expect(categories.commerciality.notes).toMatch(/No voice (is heard|was made out)|As an instrumental/);
    },
  );

  test('nothing is said of a top or a balance that was not measured', () => {
    const { all, categories } = judge({ bandwidthHz: 0, bands: [], balanceErrorDb: 0 });
    expect(all.join(' ')).not.toMatch(/\b0 Hz|balance|treble/);
    expect(categories.production.score).not.toBeNull();
  });

  test('accents are advised only where the rhythm is stiff', () => {
    const stiff = { offbeat: 0.04, syncopation: 0, consistency: 0.97, density: 12 };
    const advised = (rhythm: Partial<Measures['rhythm']>, change: Partial<Measures> = {}) =>
      judge({ rhythm: { ...song.rhythm, ...rhythm }, tempoConfidence: 1, ...change }).all.some((text) =>
        /Loosen the rhythm/.test(text),
      );
    expect(advised(stiff)).toBe(true);
    expect(advised({ ...stiff, offbeat: 0.35 })).toBe(false);
    expect(advised({ ...stiff, consistency: 0.8 })).toBe(false);
    expect(advised(stiff, { tempoConfidence: 0.4 })).toBe(false);
  });

  test('drums, a singer or a single are named only where they were heard', () => {
    const piano = describeShape({ ...song, voiceShare: 0, voiceConfidence: 0.9 });
    const terms = SHEET.filter(({ id }) => id !== 'lyrics').flatMap((sheet) => sheet.terms);
    // A voice has terms of its own, which are left out where none is heard.
    for (const { id, curve } of terms.filter((term) => term.id !== 'voice' && term.id !== 'pace'))
      for (const value of [...curve.map(([at]) => at), curve[0][0] - 1])
        for (const tone of ['good', 'bad', 'advice'] as const)
          expect(WORDING[id][tone](value, piano) ?? '').not.toMatch(
            /drum|kick|snare|\bhats?\b|ghost note|guitar|\bpads?\b|sing(er|le|s)\b|radio edit/i,
          );
    const noted = writeCategories(scoreTrack(piano), piano);
    expect(noted.commerciality.notes).not.toMatch(/single/);
    expect(judge({ durationSeconds: 45 }).all.join(' ')).toMatch(/short for a single/);
  });

  test('a piano is not asked for a sub', () => {
    const bands = song.bands.map((band) => ({ ...band, deviationDb: band.name === 'sub' ? -24 : 0 }));
    expect(judge({ bands }).all.join(' ')).not.toMatch(/the sub/);
  });

  test('EN-3 a part that may not be the hook is not called one, nor is it to come back', () => {
    const hook = { ...song.hook, confidence: 0.4, occurrences: song.hook.occurrences.slice(0, 1) };
    const { all } = judge({ hook });
    expect(all.join(' ')).not.toMatch(/The hook (comes|is|stands|takes)|Bring the hook back/);
  });

  test.each(GUESSES)('AN-2 a hook that %s is not taken for granted', (_, change) => {
    const { notes, all, advice } = judgeHook(change);
    expect(all.join(' ')).not.toMatch(/\bhook (?!is a guess|yet|:)|in the hook|hook within/i);
    expect(advice.map(({ text }) => text).join(' ')).not.toMatch(/hook (?!:)/);
    expect(notes.join(' ')).toMatch(/the hook is a guess|No part is surely the hook|to call the hook/);
  });
});

describe('what is unsure is not marked low', () => {
  /** What is measured on the part that was taken for the hook. */
  // biome-ignore format: a list of words
  const OF_HOOK = ['hookRise', 'hookReturns', 'hookLike', 'hookEarly', 'timeToHook', 'hookTime', 'grip'];
  const found = ({ score }: ReturnType<typeof judge>) =>
    Object.values(score.categories).flatMap(({ marks }) => marks.map(({ term }) => term.id));

  test('EN-4 a hook that is sure is judged by all of it', () => {
    const ids = found(judgeHook({}));
    expect(ids).toEqual(expect.arrayContaining(OF_HOOK));
    expect(ids).not.toContain('likelyParts');
  });

  test.each(GUESSES)('EN-4 a hook that %s is judged by nothing but that no part stands out', (_, change) => {
    const guess = judgeHook(change);
    expect(found(guess).filter((id) => OF_HOOK.includes(id))).toEqual([]);
    expect(guess.score.categories.hookStrength.marks.map(({ term }) => term.id)).toEqual(['hookClear']);
    // Where that part is and how loud does not matter.
    const elsewhere = judgeHook({ ...change, firstAt: 130, start: 130, end: 150, riseLu: -2 });
    expect(elsewhere.score.overall).toBe(guess.score.overall);
  });

  test.each(GUESSES)('EN-4 a hook hidden so that it %s gains nothing', (_, change) => {
    expect(judgeHook(change).score.overall).toBeLessThan(judgeHook({}).score.overall);
  });

  test('EN-4 the less a part stands out, the lower the score', () => {
    const scores = Array.from({ length: 80 }, (_, i) => judgeHook({ confidence: i / 100 }).score.overall);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(scores.at(-1)).toBeGreaterThan(scores[0]);
  });

  test('a guess is no clearer than a part that comes once can be, and less where it is all there is', () => {
    const clearOf = (hook: Partial<Hook>) => judgeHook(hook).score.categories.hookStrength.marks[0].mark;
    const once = clearOf(GUESSES[1][1]);
    for (const [, change] of GUESSES)
      expect(clearOf({ confidence: 0.9, ...change })).toBeLessThanOrEqual(once);
    expect(clearOf({ occurrences: spans(235, 0) })).toBeLessThan(once - 0.1);
  });

  test('EN-4 without a hook and a beat the replay value counts half', () => {
    const weightOf = (hook: Partial<Hook>, tempoConfidence: number) =>
      Math.max(
        ...judgeHook(hook, { tempoConfidence }).score.categories.replayValue.marks.map(
          ({ certainty }) => certainty,
        ),
      );
    const [, guess] = GUESSES[0];
    expect([weightOf(guess, 0.1), weightOf(guess, 0.9), weightOf({}, 0.1)]).toEqual([0.5, 1, 1]);
  });

  test('the summary does not ask for work on a hook that is a guess', async () => {
    const summaryOf = async (hook: Partial<Hook>) => {
      const track = describeShape({ ...song, hook: { ...song.hook, riseLu: -3, ...hook } });
      const transcript = { words: [], language: null, reason: null, by: 'nobody' };
      const names = { artistName: 'A', trackTitle: 'B', audioSha256: 'c' };
      const recording = { track, transcript, engineVersion: '0' };
      return (await writeReport({ writer: embeddedWriter }, recording, names)).analysis.summary;
    };
    expect(await summaryOf({ likeness: 0.6 })).toMatch(/the hook \(\d+\)/);
    expect(await summaryOf({ likeness: 0.3, confidence: 0.1 })).not.toMatch(/the hook \(\d+\)/);
  });

  test('without a beat nobody is told to write a hook', () => {
    const advised = (tempoConfidence: number) =>
      judgeHook({ confidence: 0.2 }, { tempoConfidence }).advice.some(({ text }) =>
        text.startsWith('Make one part the hook'),
      );
    expect([advised(0.9), advised(0.1)]).toEqual([true, false]);
  });

  test('a form that may be another does not get full marks', () => {
    const sections = song.sections.map((section, i) => ({
      ...section,
      label: (['intro', 'verse', 'chorus', 'outro'] as const)[i],
    }));
    const partsOf = (hook: Partial<Hook>) =>
      judgeHook(hook, { sections })
        .score.categories.songStructure.marks.filter(({ term }) => /parts/i.test(term.id))
        .map(({ term, mark }) => [term.id, mark]);
    expect(partsOf({})).toEqual([['parts', 1]]);
    for (const [, change] of GUESSES) expect(partsOf(change)).toEqual([['likelyParts', 0.8]]);
  });

  test('AN-3 EN-4 free playing: the flow is not judged, nothing else falls, and the report says so', () => {
    const free = judge({ tempoConfidence: 0.1, keyConfidence: 0.9 });
    expect(free.score.categories.flow.score).toBeNull();
    expect(free.categories.flow.notes).toMatch(/not judged/);
    expect(free.categories.flow.notes).not.toMatch(/freely/);
    const steady = judge({ keyConfidence: 0.9 });
    for (const id of ['songStructure', 'commerciality', 'production'] as const)
      expect(free.score.categories[id].score).toBe(steady.score.categories[id].score);
  });

  test('a tempo that is only fairly sure is not called unsteady', () => {
    const steadiness = { ...song.steadiness, steadiness: 0.2 };
    expect(judge({ tempoConfidence: 0.45, steadiness }).all.join(' ')).not.toMatch(/wanders|click/);
    expect(judge({ tempoConfidence: 0.9, steadiness }).all.join(' ')).toMatch(/wanders/);
  });
});

describe('how it reads', () => {
  test('each point once, over all notes', () => {
    const sentences = sentencesOf(judge({}).notes);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test('two places are named in the order in which they are heard', () => {
    const section = (start: number, lufs: number) => ({ label: 'verse', start, end: start + 20, lufs });
    const said = (levels: readonly number[], durationSeconds: number) => {
      const sections = levels.map((lufs, i) => section(20 * i, lufs)) as Measures['sections'];
      const { notes } = judge({ sections, durationSeconds }).categories.songStructure;
      return sentencesOf([notes]).find((sentence) => /8\.0 LU/.test(sentence));
    };
    for (let i = 0; i < 12; i++)
      for (const levels of [
        [-12, -18, -10],
        [-12, -10, -18],
      ]) {
        const sentence = said(levels, 150 + i);
        expect(sentence?.match(/\d:\d\d/g)).toEqual(['0:20', '0:40']);
        expect(sentence).toMatch(
          levels[1] < levels[2]
            ? /quietest part.*its loudest|opens up|0:20 is the quietest/
            : /loudest part.*its quietest|comes down|0:20 is the loudest/,
        );
      }
  });

  test('many bars, and returns like each other, can both be true', () => {
    const { notes } = judge({
      form: { ...song.form, variety: 0.8 },
      nature: { ...song.nature, usualDb: 1.8, closestDb: 1 },
    });
    expect(notes.join(' ')).toMatch(/many different bars|any two of its bars/);
    expect(notes.join(' ')).toMatch(/When something does come back, it is nearly the same/);
  });

  test('syncopation is said in a musician’s words', () => {
    expect(WORDING.offbeat.good(0.39, describeShape(song))).toMatch(
      /39% of the accents (come early|are sync)/,
    );
  });

  test('of advice with one aim only what gains most is given', () => {
    const flat = song.sections.map((section) => ({ ...section, lufs: -12 + (section.start % 2) / 10 }));
    const { advice, score } = judge({
      sections: flat,
      loudnessRange: 1.5,
      densityCurve: song.densityCurve.map(() => 0.5),
    });
    const marks = Object.values(score.categories).flatMap((category) => category.marks);
    const low = marks.filter(({ term }) => ['contrast', 'dynamics', 'texture'].includes(term.id));
    expect(low.map(({ mark }) => mark < 0.66)).toEqual([true, true, true]);
    const same = advice.filter(({ text }) => /rise from|their return counts/.test(text));
    expect(same.map(({ gain }) => gain)).toEqual([
      Math.round(10 * Math.max(...low.map(({ gain }) => gain))) / 10,
    ]);
  });

  test('the same track always reads the same', () => {
    expect(judge({}).all).toEqual(judge({}).all);
  });

  test('two tracks choose between ways to say a thing independently of each other', () => {
    const [one, two] = [
      describeShape(song),
      describeShape({ ...song, durationSeconds: song.durationSeconds + 2 }),
    ];
    const agreed = Array.from(
      { length: 400 },
      (_, i) => vary(one, `s${i}`, ['a', 'b']) === vary(two, `s${i}`, ['a', 'b']),
    );
    const share = agreed.filter(Boolean).length / agreed.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.1);
  });

  test('one length is said one way', () => {
    const { categories } = judge({ durationSeconds: 193.95 });
    const length = categories.commerciality.evidence?.find(({ id }) => id === 'length');
    expect(sayUnits(length?.value ?? '')).toBe('3:13');
  });

  test('shares and likenesses are said in per cent', () => {
    const evidence = Object.values(judge({}).categories).flatMap((category) => category.evidence ?? []);
    for (const { value, reference } of evidence)
      for (const text of [value, reference ?? ''])
        expect(text).not.toMatch(/0 to 1$|confidence|likeness|\bshare\b/);
    expect(evidence.find(({ id }) => id === 'groove')?.value).toMatch(/^\d+%$/);
  });
});

test('AN-7 a genre heard with less than 0.7 certainty is not published', async () => {
  const genreOf = async (confidence: number) => {
    const track = describeShape({ ...song, genre: { genre: 'Hip Hop', confidence, reasons: [] } });
    const transcript = { words: [], language: null, reason: null, by: 'nobody' };
    const names = { artistName: 'A', trackTitle: 'B', audioSha256: 'c' };
    const report = await writeReport(
      { writer: embeddedWriter },
      { track, transcript, engineVersion: '0' },
      names,
    );
    return [report.genre, /Hip Hop/.test(JSON.stringify({ ...report.analysis, measures: null }))];
  };
  expect(await genreOf(0.69)).toEqual(['Other', false]);
  expect(await genreOf(0.7)).toEqual(['Hip Hop', true]);
});
