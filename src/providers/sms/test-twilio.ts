/** For tests: a local server that speaks the part of Twilio's API we use, with the outbox's number patterns. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'twilio token for tests' };

interface Message {
  sid: string;
  to: string;
  body: string;
  from: string | null;
  statusCallback: string | null;
  /** When it leaves: at once, or at its SendAt. */
  at: number;
  service: string | null;
  canceled: boolean;
}

export interface FakeTwilio {
  url: string;
  messages: Message[];
  /** Takes the next message but never answers, as a lost connection. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

export async function startFakeTwilio(now: () => Date): Promise<FakeTwilio> {
  const messages: Message[] = [];
  let lose = false;
  const right = `Basic ${Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64')}`;
  const show = (message: Message) => ({ ...message, status: statusOf(message, now()) });
  const server = createServer(async (request, response) => {
    const form = await readForm(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    if (request.headers.authorization !== right) return answer(response, 401, { code: 20003, status: 401 });
    const sid = /Messages\/(\w+)\.json$/.exec(pathname)?.[1];
    if (request.method === 'POST' && sid) {
      const waiting = messages.find(
        (message) => message.sid === sid && statusOf(message, now()) === 'scheduled',
      );
      if (!waiting || form.get('Status') !== 'canceled')
        return answer(response, 409, { code: 30409, status: 409, message: 'cannot be canceled' });
      waiting.canceled = true;
      return answer(response, 200, show(waiting));
    }
    if (request.method === 'POST') {
      const refusal = refuse(form.get('To') ?? '');
      if (refusal) return answer(response, refusal, { code: 21211, status: refusal, message: 'refused' });
      const message = store(messages, form, now());
      if (lose) {
        lose = false;
        return void request.socket.destroy();
      }
      return answer(response, 201, show(message));
    }
    if (!sid) {
      const found = messages.filter(({ to }) => to === searchParams.get('To')).map(show);
      return answer(response, 200, { messages: found, next_page_uri: null, uri: pathname });
    }
    const found = messages.find((message) => message.sid === sid);
    return found ? answer(response, 200, show(found)) : answer(response, 404, { code: 20404, status: 404 });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    loseNextAnswer() {
      lose = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const piece of request) text += piece;
  return new URLSearchParams(text);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const refuse = (to: string) => (to.endsWith('0000') ? 400 : to.endsWith('0001') ? 503 : null);

function store(messages: Message[], form: URLSearchParams, now: Date): Message {
  // As the real one: only a messaging service keeps messages, without one they go at once.
  const keeps = form.get('ScheduleType') === 'fixed' && form.get('MessagingServiceSid') !== null;
  const sendAt = keeps ? form.get('SendAt') : null;
  const message = {
    sid: `SM${randomBytes(16).toString('hex')}`,
    to: form.get('To') ?? '',
    body: form.get('Body') ?? '',
    from: form.get('From'),
    statusCallback: form.get('StatusCallback'),
    at: sendAt ? Date.parse(sendAt) : now.getTime(),
    service: form.get('MessagingServiceSid'),
    canceled: false,
  };
  messages.push(message);
  return message;
}

function statusOf({ to, at, canceled }: Message, now: Date): string {
  if (canceled) return 'canceled';
  if (now.getTime() < at) return 'scheduled';
  if (to.endsWith('0002')) return 'undelivered';
  return to.endsWith('0003') && now.getTime() < at + 600_000 ? 'queued' : 'delivered';
}
