/** For tests: voters with numbers and networks of their own. */
import { hash } from 'node:crypto';
import type { VoteCounts } from '#features/votes/contract.ts';
import type { ChallengeTask } from '#platform/errors.ts';
import type { TestApp } from './test-app.ts';

const AREAS = [
  212, 213, 214, 215, 216, 303, 305, 310, 312, 313, 404, 415, 503, 512, 602, 617, 702, 713, 718, 808,
];

/** The nth phone number: real ones by the numbering plan, far from each other. */
export function findPhone(n: number): string {
  const area = AREAS[n % AREAS.length];
  const exchange = 220 + ((n * 7) % 700);
  const line = 1000 + ((n * 6151) % 9000);
  return `+1${area}${String(exchange).padStart(3, '0')}${line}`;
}

/** Sends a free vote from the nth network, without cookies. The app must trust its proxy. */
export function voteFrom(
  app: Pick<TestApp, 'url'>,
  track: number,
  body: unknown,
  network: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${app.url}/api/submissions/${track}/vote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': networkOf(network), ...headers },
    body: JSON.stringify(body),
  });
}

export const networkOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

export async function readCounts(app: Pick<TestApp, 'browser'>, track: number): Promise<VoteCounts> {
  const { counts } = await app.browser().read<{ counts: VoteCounts }>(`/api/submissions/${track}/voting`);
  return counts;
}

/** Does what a browser is asked to do before its vote is taken. */
export function workFor({ token, bits }: Extract<ChallengeTask, { kind: 'work' }>): string {
  for (let number = 0; ; number++) {
    const answer = `${token}.${number}`;
    if (hash('sha256', answer, 'buffer').readUInt32BE(0) >>> (32 - bits) === 0) return answer;
  }
}

/** What a total is made of, with nothing in all that is not said. */
export const countsOf = (counts: Partial<VoteCounts>): VoteCounts => ({
  total: 0,
  free: 0,
  proven: 0,
  unproven: 0,
  paid: 0,
  referred: 0,
  held: 0,
  waiting: 0,
  ...counts,
});

/** Moves the clock to a time of day at which texts are sent everywhere in the campaign's default country. */
export function moveToDaylight({ clock }: Pick<TestApp, 'clock'>): void {
  const now = clock.now();
  const noon = new Date(now);
  noon.setUTCHours(18, 0, 0, 0);
  if (noon < now) noon.setUTCDate(noon.getUTCDate() + 1);
  clock.advance((noon.getTime() - now.getTime()) / 1000);
}
