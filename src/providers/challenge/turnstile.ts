/**
 * A service that speaks Turnstile's protocol: its widget gives the browser a token, which it checks for us. It is told the
 * token and nothing else of the visitor. While it does not answer, the proof of work stands in.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { ChallengeConfig } from '#platform/config-providers.ts';
import type { Challenge } from '#ports/challenge.ts';
import { type ChallengeDeps, openProofOfWork, spendOnce } from './embedded.ts';

type Service = Extract<ChallengeConfig['provider'], { kind: 'turnstile' }>;

const ANSWER_MS = 5000;
/** After a failure it is not asked for so long. */
const PAUSE_MS = 60_000;
const TOKEN_MAX = 2048;

const verdictSchema = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
/** Not the visitor's fault: our key is refused, or it has a bad moment. */
const THEIR_FAULT = /secret|internal-error/;

interface TurnstileOptions extends ChallengeDeps {
  onFailure?(reason: string): void;
  timeoutMs?: number;
}

export function openTurnstile(service: Service, options: TurnstileOptions): Challenge {
  const { clock, limiter, onFailure, timeoutMs = ANSWER_MS } = options;
  const own = openProofOfWork(options);
  let pausedUntil = 0;
  return {
    provider: 'turnstile',
    issue(purpose, bits) {
      if (clock.now().getTime() < pausedUntil) return own.issue(purpose, bits);
      return { kind: 'widget', siteKey: service.siteKey, script: service.script };
    },
    async accept(purpose, answer) {
      if (await own.accept(purpose, answer)) return true;
      if (answer.length > TOKEN_MAX) return false;
      // Before it is asked: the same token twenty times at once is one question.
      if (!(await spendOnce(limiter, hash('sha256', answer, 'base64url')))) return false;
      try {
        const { success, action } = await ask(service, answer, timeoutMs);
        return success && (action === undefined || action === purpose);
      } catch (error) {
        pausedUntil = clock.now().getTime() + PAUSE_MS;
        onFailure?.((error as Error).message);
        return false;
      }
    },
  };
}

async function ask({ url, key }: Service, response: string, timeoutMs: number) {
  const answer = await fetch(`${url}/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret: key, response }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`the challenge service answered ${answer.status}`);
  const verdict = verdictSchema.parse(await answer.json());
  const fault = verdict['error-codes'].find((code) => THEIR_FAULT.test(code));
  if (fault) throw new Error(`the challenge service said ${fault}`);
  return verdict;
}
