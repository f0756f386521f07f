/** A private Redis with the standings in a sorted set, where one is installed: what a second store would give. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchDatabase } from './bench-database.ts';
import { findTool } from './find-tool.ts';

type Reply = string | number | null;

export interface BenchRedis {
  /** Sends commands in one go; resolves with their replies. */
  send(commands: readonly (string | number)[][]): Promise<Reply[]>;
  stop(): Promise<void>;
}

/** Null where it is not installed. Nothing listens on the network and nothing is kept. */
export async function startRedis(): Promise<BenchRedis | null> {
  const program = findTool('redis-server');
  if (!program) return null;
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-redis-'));
  const path = join(folder, 'redis.sock');
  const settings = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn(program, settings, { stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const socket = await reach(path, child);
    return {
      send: createSender(socket),
      async stop() {
        socket.destroy();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function reach(path: string, child: ChildProcess): Promise<Socket> {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    const socket = connect(path);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('redis-server did not start.');
}

/** Replies come in the order of the commands (RESP, https://redis.io/docs/latest/develop/reference/protocol-spec/). */
function createSender(socket: Socket): BenchRedis['send'] {
  const waiting: { replies: Reply[]; wanted: number; done(replies: Reply[]): void }[] = [];
  let rest = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    rest += text;
    for (let read = readReply(rest); read; read = readReply(rest)) {
      rest = rest.slice(read.length);
      const [first] = waiting;
      first.replies.push(read.reply);
      if (first.replies.length === first.wanted) waiting.shift()!.done(first.replies);
    }
  });
  return (commands) =>
    new Promise((done) => {
      waiting.push({ replies: [], wanted: commands.length, done });
      socket.write(commands.map(writeCommand).join(''));
    });
}

const writeCommand = (words: readonly (string | number)[]) =>
  `*${words.length}\r\n${words.map((word) => `$${String(word).length}\r\n${word}\r\n`).join('')}`;

/** The first whole reply of a text: a number, a line, or a string of a known length. None of ours is a list. */
function readReply(text: string): { reply: Reply; length: number } | null {
  const end = text.indexOf('\r\n');
  if (end < 0) return null;
  const [kind, line] = [text[0], text.slice(1, end)];
  if (kind === '-') throw new Error(`Redis said: ${line}`);
  if (kind === ':') return { reply: Number(line), length: end + 2 };
  if (kind !== '$') return { reply: line, length: end + 2 };
  if (line === '-1') return { reply: null, length: end + 2 };
  const length = end + 2 + Number(line) + 2;
  return text.length < length ? null : { reply: text.slice(end + 2, length - 2), length };
}

const KEY = 'fans';
/** Votes and score in one number, as a sorted set needs it. The age is left out: Redis gets the easier task. */
const ORDER = 'votes * 101 + score';
const AT_A_TIME = 50_000;

export async function fillRedis(redis: BenchRedis, { pool }: BenchDatabase, entries: number): Promise<void> {
  for (let from = 1; from <= entries; from += AT_A_TIME) {
    const { rows } = await pool.query<{ id: number; place: number }>(
      `SELECT submission_id AS id, ${ORDER} AS place FROM fan_standings WHERE submission_id BETWEEN $1 AND $2`,
      [from, from + AT_A_TIME - 1],
    );
    await redis.send([['ZADD', KEY, ...rows.flatMap(({ id, place }) => [place, id])]]);
  }
  const [count] = await redis.send([['ZCARD', KEY]]);
  if (count !== entries) throw new Error(`Redis has ${count} entries instead of ${entries}.`);
}

/** The same question: the entry's own rank, its rank with more votes, and how many there are. */
export async function askRedis(redis: BenchRedis, id: number, steps: readonly number[]): Promise<boolean> {
  const [place] = await redis.send([['ZSCORE', KEY, id]]);
  const above = [0, ...steps].map((more) => ['ZCOUNT', KEY, `(${Number(place) + more * 101}`, '+inf']);
  const replies = await redis.send([...above, ['ZCARD', KEY]]);
  return replies.every((reply) => typeof reply === 'number');
}

export const voteInRedis = (redis: BenchRedis, id: number) => redis.send([['ZINCRBY', KEY, 101, id]]);
