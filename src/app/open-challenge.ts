/** Chooses who asks a browser to show that it is one. */
import type { Deps } from '#deps.ts';
import type { Challenge } from '#ports/challenge.ts';
import { openProofOfWork } from '#providers/challenge/embedded.ts';
import { openTurnstile } from '#providers/challenge/turnstile.ts';

type ChallengeDeps = Pick<Deps, 'config' | 'tokens' | 'clock' | 'limiter' | 'log' | 'lanes'>;

export function openChallenge({ config, log, lanes, ...deps }: ChallengeDeps): Challenge {
  const { provider } = config.challenge;
  // What it writes belongs to a vote.
  const parts = { ...deps, limiter: deps.limiter.on?.(lanes.db.votes) ?? deps.limiter };
  if (provider.kind === 'embedded') return openProofOfWork(parts);
  return openTurnstile(provider, {
    ...parts,
    onFailure: (reason) =>
      log.warn({ reason }, 'the challenge service failed, the proof of work is asked for'),
  });
}
