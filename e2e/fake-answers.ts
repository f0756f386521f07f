/** Answers of the API for states a real server is in only for a moment, or only when it is broken. */
import type { Page, Route } from '@playwright/test';
import type { Row } from '../src/features/leaderboard/contract.ts';
import type { LyricSheet, SungLine } from '../src/features/lyrics/contract-sheet.ts';
import type { Analysis, Category } from '../src/features/scoring/contract.ts';
import type { Submission } from '../src/features/submissions/contract.ts';
import type { Status } from '../src/features/submissions/contract-status.ts';

export const answer =
  (body: unknown, status = 200) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

export const never = (): void => {};

export const FAKE_ID = 424_242;

export function fakeStatus(change: Partial<Status> = {}): Status {
  return {
    analyzed: false,
    state: 'running',
    stage: 'listening',
    progress: { listening: 40, analyzing: 0, report: 0 },
    ahead: 0,
    lane: 'normal',
    remainingSeconds: null,
    failure: null,
    ...change,
  };
}

export function fakeSubmission(change: Partial<Submission> = {}): Submission {
  return {
    id: FAKE_ID,
    artistName: 'Mina Okafor',
    artistId: null,
    trackTitle: 'Saltwater Teeth',
    audioFilePath: '',
    audioUrl: '',
    duration: 221,
    analyzed: false,
    analysis: null,
    score: null,
    genre: null,
    genreHeard: null,
    genreGivenBy: null,
    transcription: null,
    createdAt: '2026-11-01T12:00:00.000Z',
    voteCount: 0,
    distributionPaid: false,
    peaks: null,
    demo: false,
    listed: true,
    mine: false,
    ...change,
  };
}

/** Words as an artist gave them, with rhymes, a hook line, an explicit word and a doubt: all the panel can show. */
export function fakeLyrics(change: Partial<LyricSheet> = {}): LyricSheet {
  const line = (text: string, start: number, more: Partial<SungLine> = {}): SungLine => ({
    start,
    end: start + 2,
    words: text.split(' ').map((word, i, all) => ({
      text: word,
      start: start + i / 4,
      end: start + i / 4 + 0.2,
      ...(i === all.length - 1 && more.rhyme ? { rhyme: more.rhyme } : {}),
    })),
    ...more,
  });
  return {
    ...{ source: 'artist', by: null, approximate: true, language: 'en' },
    doubt: 'No voice was found in this track that could sing them.',
    lines: [
      line('I walk alone into the night', 0, { section: 'Verse', opens: true, rhyme: 'A' }),
      line('and never see the morning light', 2, { rhyme: 'A' }),
      line('saltwater teeth are calling out', 4, { section: 'Chorus', opens: true, hook: true }),
    ],
    measures: {
      ...{ words: 17, distinctWords: 17, lines: 3, syllables: 24, known: 1, confidence: 0.7 },
      ...{ endRhymes: 0.67, rhymeDensity: 0.1, internalRhymes: 1, multiRhymes: 0, scheme: null },
      ...{ syllableRate: null, onBeat: null, syncopation: null, tightness: null, steadiness: null },
      ...{ paceRange: null, paceChanges: [], vocabulary: null, repetition: 0, unevenness: null },
      hookLine: { text: 'saltwater teeth are calling out', times: 2, starts: [4], inHook: null },
      sentiment: 0.1,
      explicit: { words: 1, starts: [2] },
    },
    ...change,
  };
}

const category = (score: number | null, notes: string): Category => ({ score, notes, confidence: 1 });

export function fakeAnalysis(change: Partial<Analysis> = {}): Analysis {
  return {
    engineVersion: '9',
    summary: 'A bright song that lifts at 0:02.',
    labelSummary: 'Ready for a playlist test.',
    recommendations: ['Pull the limiter back: samples are cut off at 0:03. (up to +4 points)'],
    commerciality: category(74, 'The hook comes early.'),
    flow: category(81, 'The pulse is clear.'),
    lyrics: category(null, 'Not transcribed, so there is no lyrics score.'),
    production: {
      ...category(58, 'Clipped at 0:03.'),
      evidence: [
        {
          id: 'clipping',
          measure: 'Clipped samples',
          value: '0.2 %',
          reference: 'at most 0 %',
          mark: 0.2,
          ranges: [{ start: 3, end: 4 }],
        },
      ],
    },
    hookStrength: category(88, 'It returns and lifts.'),
    songStructure: category(79, 'Five different parts.'),
    originality: category(70, 'Nothing here sounds like it.'),
    replayValue: category(77, 'It asks to be heard again.'),
    campaign: {
      challengeName: '#SaltwaterWalk',
      soundbiteTimestamp: '0:02',
      campaignIdea: 'A step on every snare.',
    },
    measures: {
      ...{ durationSeconds: 6, integratedLufs: -13.84, loudnessRange: 5, truePeakDb: -1 },
      ...{ tempoBpm: 110, tempoConfidence: 0.9, key: 'Fm', keyConfidence: 0.6 },
      sections: [
        { start: 0, end: 2, label: 'intro' },
        { start: 2, end: 6, label: 'chorus' },
      ],
      hook: { start: 2, end: 6 },
    },
    ...change,
  };
}

/** The processing or results page of a submission that exists only in the browser. */
export async function fakeTrack(page: Page, submission: Submission, status?: Status): Promise<void> {
  await page.route(`**/api/submissions/${FAKE_ID}`, answer(submission));
  await page.route(
    `**/api/submissions/${FAKE_ID}/private-link`,
    answer({ privateLink: '/submission/1?owner=x', expiresAt: '2026-12-31T00:00:00.000Z' }),
  );
  if (status) await page.route(`**/api/submissions/${FAKE_ID}/status`, answer(status));
}

export function fakeRow(rank: number, change: Partial<Row> = {}): Row {
  return {
    rank,
    id: rank,
    trackTitle: `Track ${rank}`,
    artistName: `Artist ${rank}`,
    artistId: null,
    audioFilePath: '',
    score: 100 - rank,
    genre: 'Pop',
    duration: 200 + rank,
    voteCount: 0,
    demo: false,
    heard: false,
    peaks: [10, 60, 90, 40, 20],
    ...change,
  };
}

/** Where the board asks for its rows: at its bare address the first page comes with it, and no fake would be seen. */
export const ASKING_BOARD = '/leaderboard?page=1';

/** A leaderboard of these rows, in pages of five as the server makes them. */
export async function fakeBoard(page: Page, rows: readonly Row[]): Promise<void> {
  await page.route('**/api/leaderboard**', (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('page') ?? 1);
    const body = {
      rows: rows.slice((asked - 1) * 5, asked * 5),
      page: asked,
      total: rows.length,
      everything: rows.length,
    };
    return answer(body)(route);
  });
}
