/** For tests: a small server that speaks the OpenAI audio API, and answers as the test says. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CLIP } from './test-speech.ts';

type Answer = (response: ServerResponse) => unknown;

export interface TestEndpoint {
  url: string;
  answer: Answer;
  /** What a good endpoint says of the test clip, and of a track without speech. */
  honest: Answer;
  silent: Answer;
  /** Answers with this from now on. */
  say(body: object): void;
  seen: { authorization?: string; body: string }[];
  close(): void;
}

export async function startTestEndpoint(): Promise<TestEndpoint> {
  const seen: TestEndpoint['seen'] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('latin1');
    seen.push({ authorization: request.headers.authorization, body });
    endpoint.answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const send = (body: object) => (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const honest = send(describeClip());
  const endpoint: TestEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: honest,
    honest,
    silent: send({ text: '', language: 'english', words: [], segments: [] }),
    say(body) {
      endpoint.answer = send(body);
    },
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return endpoint;
}

/** The clip's two lines begin at 1 s and 5.2 s; a word takes about 0.28 s. */
function describeClip() {
  const words = CLIP.lines.flatMap((line, index) =>
    line.split(' ').map((word, i) => {
      const start = (index === 0 ? 1 : 5.2) + 0.28 * i;
      return { word, start, end: start + 0.25 };
    }),
  );
  const segments = [
    { text: CLIP.lines.join(' '), start: 1, end: 9, avg_logprob: -0.1, no_speech_prob: 0.01 },
  ];
  return { text: CLIP.lines.join(' '), language: 'english', words, segments };
}
