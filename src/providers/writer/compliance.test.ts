/** What every writer must hold to: it repeats itself for the same facts, and states no number that was not measured. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatTime, type TrackFacts, type TrackWords, type Writer } from '#ports/writer.ts';
import { embeddedWriter } from './embedded.ts';
import { openChatWriter } from './openai.ts';
import { numbersIn as allNumbersIn, inventedNumbers } from './stated-numbers.ts';

const FACTS: TrackFacts = {
  artistName: 'Mina Okafor',
  trackTitle: 'Saltwater Teeth',
  seed: 'a1',
  genre: 'Dancehall',
  genreConfidence: 0.8,
  durationSeconds: 221.4,
  tempoBpm: 110.2,
  tempoConfidence: 0.9,
  key: 'F minor',
  keyConfidence: 0.7,
  integratedLufs: -13.8,
  voiceShare: 0.4,
  sections: ['intro', 'verse', 'chorus'],
  hook: { start: 58.2, end: 74.1, firstAt: 58.2, times: 3, confidence: 0.8 },
  soundbite: { start: 60, end: 75 },
  overall: 74,
  categories: [
    { title: 'Hook', score: 88 },
    { title: 'Production', score: 58 },
  ],
  strengths: ['No clipping was found.'],
  weaknesses: ['In mono it loses 4.1 dB.'],
};

/** A chat endpoint that writes from the facts it is given, as a model would that does as it is told. */
function answerHonestly(facts: TrackFacts): Record<string, string> {
  const tempo = facts.tempoBpm ? ` at ${facts.tempoBpm} BPM` : '';
  const hook = facts.hook ? ` The hook arrives at ${formatTime(facts.hook.firstAt)}.` : '';
  const from = formatTime(facts.soundbite.start);
  return {
    summary: `${facts.trackTitle} runs ${formatTime(facts.durationSeconds)}${tempo}.${hook}`,
    labelSummary: `Readiness ${facts.overall} of 100. ${facts.weaknesses[0] ?? ''}`,
    bio: `${facts.artistName} enters with ${facts.trackTitle}${tempo}.`,
    challengeName: '#SaltwaterStep',
    campaignIdea: `Play it from ${from} and let people answer${tempo}.`,
  };
}

type Answer = (facts: TrackFacts, response: ServerResponse) => void;
const reply = (response: ServerResponse, content: string) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
let answer: Answer;
const honest: Answer = (facts, response) => reply(response, JSON.stringify(answerHonestly(facts)));
const seen: { authorization?: string; body: string }[] = [];

const server = createServer(async (request, response) => {
  const body = await text(request);
  seen.push({ authorization: request.headers.authorization, body });
  answer(JSON.parse(JSON.parse(body).messages[1].content), response);
});
const endpoint = { kind: 'openai' as const, url: '', key: 'test key', model: 'test-model' };
const refusals: string[] = [];
const chatWriter = openChatWriter(endpoint, {
  fallback: embeddedWriter,
  onRefusal: (reason) => refusals.push(reason),
  timeoutMs: 5000,
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  answer = honest;
  refusals.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const writers: [string, Writer][] = [
  ['our own phrases', embeddedWriter],
  ['a chat endpoint', chatWriter],
];

const textOf = ({ by: _, ...words }: TrackWords) => Object.values(words).join(' ');
const numbersIn = (words: string) => words.match(/\d+(?:[:.]\d+)?/g) ?? [];

describe.each(writers)('%s', (_, writer) => {
  test('the same facts give the same words', async () => {
    expect(await writer.describeTrack(FACTS)).toEqual(await writer.describeTrack({ ...FACTS }));
  });

  test('AN-2 every number in the text was measured', async () => {
    const allowed = new Set([
      '3:41',
      '110',
      '0:58',
      '1:00',
      '1:15',
      '15',
      '3',
      '74',
      '88',
      '58',
      '4.1',
      '100',
      '28',
    ]);
    for (let seed = 0; seed < 50; seed++) {
      const words = textOf(await writer.describeTrack({ ...FACTS, seed: String(seed) }));
      for (const number of numbersIn(words)) expect([...allowed], `${number} in: ${words}`).toContain(number);
    }
  });

  test('tracks do not read alike', async () => {
    const texts = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        writer.describeTrack({
          ...FACTS,
          seed: `s${i}`,
          tempoBpm: 80 + i,
          trackTitle: `Title ${'ab'[i % 2]}`,
        }),
      ),
    );
    expect(new Set(texts.map((words) => words.summary)).size).toBe(30);
    expect(new Set(texts.map((words) => words.campaignIdea)).size).toBeGreaterThan(15);
  });

  test('AN-2 a tempo that may be counted either way is never said one way', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const words = textOf(await writer.describeTrack({ ...FACTS, seed: String(seed), tempoOtherBpm: 220 }));
      expect(words.replaceAll('110 BPM (or 220, as you count)', '')).not.toMatch(/BPM|beats/);
    }
  });

  test('AN-2 what is uncertain is not claimed', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const words = textOf(
        await writer.describeTrack({
          ...FACTS,
          seed: String(seed),
          tempoConfidence: 0.1,
          keyConfidence: 0.05,
          hook: null,
        }),
      );
      expect(words).not.toContain('BPM');
      // A beat that was not found may still be there.
      expect(words).not.toMatch(/free time|no steady beat|without a fixed pulse/);
      expect(words).not.toContain('minor');
      expect(words).not.toMatch(/hook (first comes|arrives)/);
      // Nor does it follow that nothing returns.
      expect(words).not.toMatch(/No part returns|hook .* not found/);
    }
  });
});

test('where no artist is named, none is spoken of', async () => {
  for (let seed = 0; seed < 30; seed++)
    for (const integratedLufs of [-13.8, -90]) {
      const facts = { ...FACTS, artistName: '', seed: String(seed), integratedLufs };
      const words = textOf(await embeddedWriter.describeTrack(facts));
      expect(words).not.toMatch(/ by lasts|by {2}|” {2}| {2}|(^| )’s|undefined|the artist/);
      expect(words).toContain('Saltwater Teeth');
    }
});

describe('a chat endpoint that misbehaves', () => {
  const spoil =
    (change: Record<string, string>): Answer =>
    (facts, response) =>
      reply(response, JSON.stringify({ ...answerHonestly(facts), ...change }));
  const cases: [string, Answer, RegExp][] = [
    [
      'states a number that was not measured',
      spoil({ bio: 'A track with 250000 streams so far.' }),
      /250000/,
    ],
    ['hides one in words', spoil({ bio: 'It was played eleven times on the radio.' }), /11/],
    ['forgets a text', spoil({ campaignIdea: '' }), /campaignIdea/],
    ['answers without JSON', (_, response) => reply(response, 'Sure! Here are your texts.'), /JSON/],
    ['is down', (_, response) => response.writeHead(500).end(), /500/],
  ];
  test.each(cases)('AN-2 when it %s, our own phrases are taken', async (_, misbehave, reason) => {
    answer = misbehave;
    expect(await chatWriter.describeTrack(FACTS)).toEqual(await embeddedWriter.describeTrack(FACTS));
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatch(reason);
  });

  test('AN-2 a letter that states what is not in the facts is replaced by ours', async () => {
    const album = {
      artistName: 'Mina Okafor',
      albumName: 'Low Tide',
      label: 'Overpass',
      product: 'Soundcheck',
      seed: 'a1',
      overallScore: 7.4,
      single: 'Saltwater Teeth',
      strength: null,
      weakness: null,
      songs: [{ title: 'Saltwater Teeth', score: 8.1 }],
    };
    const letter =
      (text: string): Answer =>
      (_, response) =>
        reply(response, JSON.stringify({ text }));
    const honestText = 'Dear Mina Okafor, your album Low Tide comes to 7.4 in our measurements. Overpass';
    answer = letter(honestText);
    expect(await chatWriter.writeAlbumLetter(album)).toEqual({
      text: honestText,
      by: 'chat endpoint test-model',
    });
    answer = letter(honestText.replace('7.4', '9.4'));
    expect(await chatWriter.writeAlbumLetter(album)).toEqual(await embeddedWriter.writeAlbumLetter(album));
    expect(refusals).toHaveLength(1);
  });

  test('when it never answers, it is not waited for', async () => {
    answer = () => {};
    const hasty = openChatWriter(endpoint, { fallback: embeddedWriter, timeoutMs: 50 });
    expect((await hasty.describeTrack(FACTS)).by).toBe('phrases 6');
  });

  test('it is given measurements only, with the key, and named in the result', async () => {
    seen.length = 0;
    const words = await chatWriter.describeTrack({ ...FACTS, seed: 'secret-digest', tempoConfidence: 0.1 });
    expect(words.by).toBe('chat endpoint test-model');
    expect(seen[0].authorization).toBe('Bearer test key');
    expect(seen[0].body).not.toContain('secret-digest');
    expect(seen[0].body).not.toContain('110');
  });
});

test('numbers are found in digits and words, and compared as they may be written', () => {
  expect(allNumbersIn('At 1:02, 98.5 BPM, two drops and twenty bars')).toEqual([
    '1:02',
    '98.5',
    '2',
    'twenty',
  ]);
  expect(inventedNumbers('3:41 long, 110 BPM, 40% voice, hook at 0:58, 3 times, -13.8 LUFS', FACTS)).toEqual(
    [],
  );
  expect(inventedNumbers('111 BPM and 4:41', FACTS)).toEqual(['111', '4:41']);
});
