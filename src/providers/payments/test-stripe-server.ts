/** For tests: a small server that speaks the part of Stripe's API we use, with its states, keys, errors and signed events. */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { behaviourOf, brandOf, fingerprintOf } from './sandbox-cards.ts';

interface Charge {
  id: string;
  object: 'charge';
  created: number;
  amount_refunded: number;
  disputed: boolean;
  payment_intent: string;
  payment_method_details: { card: { brand: string; last4: string; fingerprint: string } };
}
interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  status: string;
  created: number;
  client_secret: string;
  latest_charge: string | null;
  last_payment_error: { type: string; code: string; message: string } | null;
}
interface SignedEvent {
  body: string;
  headers: Record<string, string>;
}

export interface StripeServer {
  url: string;
  /** What the buyer does in the browser. */
  confirm(id: string, card?: string): void;
  openDispute(id: string): void;
  closeDispute(id: string, end: 'won' | 'lost'): void;
  events(): SignedEvent[];
  /** Signs anything as Stripe would, for forging. */
  sign(body: string, secret?: string): SignedEvent;
  close(): Promise<void>;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; code?: string; message: string },
  ) {
    super(body.message);
  }
}

const seconds = () => Math.floor(Date.now() / 1000);
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export async function startStripeServer(webhookSecret: string): Promise<StripeServer> {
  const books = new StripeBooks(webhookSecret);
  const server = createServer((request, response) => void answer(books, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    confirm: (id, card) => books.confirm(id, card),
    openDispute: (id) => books.moveDispute(id, 'needs_response', 'charge.dispute.created'),
    closeDispute: (id, end) => books.moveDispute(id, end, 'charge.dispute.closed'),
    events: () => books.events,
    sign: (body, secret) => books.sign(body, secret),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(books: StripeBooks, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
    response.end(JSON.stringify(body));
  };
  try {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const form = new URLSearchParams(await text(request));
    if (!request.headers.authorization?.startsWith('Bearer sk_'))
      throw new Refusal(401, { type: 'invalid_request_error', message: 'No API key.' });
    const key = request.headers['idempotency-key'];
    const call = `${request.method} ${url.pathname}`;
    const work = () => books.handle(call, url.searchParams, form);
    send(200, typeof key === 'string' ? books.once(key, `${call}?${form}`, work) : work());
  } catch (error) {
    if (error instanceof Refusal) send(error.status, { error: error.body });
    else send(500, { error: { type: 'api_error', message: String(error) } });
  }
}

class StripeBooks {
  readonly events: SignedEvent[] = [];
  readonly #intents: Intent[] = [];
  readonly #charges = new Map<string, Charge>();
  readonly #disputes = new Map<
    string,
    { id: string; object: 'dispute'; status: string; payment_intent: string }
  >();
  readonly #answers = new Map<string, { asked: string; answer: string }>();

  constructor(private readonly webhookSecret: string) {}

  /** The first answer to a key is repeated; the same key for something else is refused. */
  once(key: string, asked: string, work: () => unknown): unknown {
    const known = this.#answers.get(key);
    if (known && known.asked !== asked)
      throw new Refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    if (known) return JSON.parse(known.answer);
    const answered = JSON.stringify(work());
    this.#answers.set(key, { asked, answer: answered });
    return JSON.parse(answered);
  }

  handle(call: string, query: URLSearchParams, form: URLSearchParams): unknown {
    const one = /^(GET|POST) \/v1\/payment_intents\/([^/]+)(\/cancel)?$/.exec(call);
    if (one) return one[3] ? this.#cancel(one[2]) : this.#expand(this.#find(one[2]));
    if (call === 'POST /v1/payment_intents') return this.#create(form);
    if (call === 'GET /v1/payment_intents') return this.#list(query);
    if (call === 'POST /v1/refunds') return this.#refund(form);
    if (call === 'GET /v1/disputes') {
      const found = this.#disputes.get(query.get('payment_intent') ?? '');
      return { object: 'list', data: found ? [found] : [], has_more: false };
    }
    throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call}).` });
  }

  confirm(id: string, card = '4242424242424242'): void {
    const intent = this.#find(id);
    if (!['requires_payment_method', 'requires_action'].includes(intent.status)) return;
    const behaviour = behaviourOf(card);
    if (behaviour.kind === 'decline') {
      intent.status = 'requires_payment_method';
      intent.last_payment_error = { type: 'card_error', code: behaviour.code, message: behaviour.message };
      this.#emit('payment_intent.payment_failed', intent);
      return;
    }
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      created: seconds(),
      amount_refunded: 0,
      disputed: false,
      payment_intent: id,
      payment_method_details: {
        card: { brand: brandOf(card), last4: card.slice(-4), fingerprint: fingerprintOf(card) },
      },
    };
    this.#charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', latest_charge: charge.id, last_payment_error: null });
    this.#emit('payment_intent.succeeded', intent);
  }

  moveDispute(id: string, status: string, type: string): void {
    const charge = this.#charges.get(this.#find(id).latest_charge ?? '');
    if (!charge) return;
    charge.disputed = true;
    const dispute = { id: newId('dp'), object: 'dispute' as const, status, payment_intent: id };
    this.#disputes.set(id, dispute);
    this.#emit(type, dispute);
  }

  sign(body: string, secret = this.webhookSecret): SignedEvent {
    const at = seconds();
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return {
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
    };
  }

  #emit(type: string, object: unknown): void {
    const event = { id: newId('evt'), object: 'event', type, created: seconds(), data: { object } };
    this.events.push(this.sign(JSON.stringify(event)));
  }

  #find(id: string): Intent {
    const intent = this.#intents.find((candidate) => candidate.id === id);
    if (intent) return intent;
    throw new Refusal(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such payment_intent: '${id}'`,
    });
  }

  #expand(intent: Intent): unknown {
    return { ...intent, latest_charge: this.#charges.get(intent.latest_charge ?? '') ?? null };
  }

  #create(form: URLSearchParams): unknown {
    const id = newId('pi');
    const metadata: Record<string, string> = {};
    for (const [name, value] of form) {
      const key = /^metadata\[(.+)\]$/.exec(name);
      if (key) metadata[key[1]] = value;
    }
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      description: form.get('description'),
      metadata,
      status: 'requires_payment_method',
      created: seconds(),
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      latest_charge: null,
      last_payment_error: null,
    };
    this.#intents.push(intent);
    return intent;
  }

  #cancel(id: string): unknown {
    const intent = this.#find(id);
    if (!['requires_payment_method', 'requires_action'].includes(intent.status))
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      });
    intent.status = 'canceled';
    this.#emit('payment_intent.canceled', intent);
    return intent;
  }

  #list(query: URLSearchParams): unknown {
    const newest = [...this.#intents].reverse();
    const after = query.get('starting_after');
    const from = after ? newest.findIndex(({ id }) => id === after) + 1 : 0;
    const since = Number(query.get('created[gte]') ?? 0);
    const rest = newest.slice(from).filter(({ created }) => created >= since);
    const limit = Number(query.get('limit') ?? 10);
    return {
      object: 'list',
      data: rest.slice(0, limit).map((intent) => this.#expand(intent)),
      has_more: rest.length > limit,
    };
  }

  #refund(form: URLSearchParams): unknown {
    const intent = this.#find(form.get('payment_intent') ?? '');
    const charge = this.#charges.get(intent.latest_charge ?? '');
    const amount = Number(form.get('amount'));
    if (!charge || charge.amount_refunded + amount > intent.amount)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        message: charge
          ? 'Refund amount is greater than unrefunded amount on charge.'
          : 'This PaymentIntent does not have a successful charge to refund.',
      });
    charge.amount_refunded += amount;
    this.#emit('charge.refunded', charge);
    return { id: newId('re'), object: 'refund', amount, status: 'succeeded' };
  }
}
