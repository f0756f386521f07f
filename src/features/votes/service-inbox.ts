/**
 * Takes a free vote in: checks what can be checked without waiting for anybody, has it written to the inbox and answers
 * with a signed receipt. Whether it counts is found out when its batch is counted.
 */
import type { Deps } from '#deps.ts';
import { openEd25519 } from '#platform/signing.ts';
import { randomCode } from '#platform/tokens.ts';
import type { CastFreeVote } from './contract.ts';
import { COPY } from './copy.ts';
import { readVotedTracks, type VotedTrack } from './queries-batch.ts';
import { type Proven, refuseClosed } from './service.ts';
import { digestSource, type VoteSource } from './service-fraud.ts';
import { castFreeVote, identifyVoter, type SentVoter } from './service-free.ts';

type AcceptDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'tokens' | 'voteInbox'>;
type Track = VotedTrack | null;

export type Accept = (
  submissionId: number,
  voter: SentVoter,
  source: VoteSource,
  person: Proven | null,
) => Promise<CastFreeVote>;

export function openAccepting(deps: AcceptDeps): Accept {
  const readTrack = rememberTracks(deps);
  const sign = openReceipts(deps);
  return async (submissionId, voter, source, person) => {
    const { voterName, voterPhone, phone, proof, waits, trapped } = identifyVoter(deps, voter, person);
    // It is in no count before its number is proven: nothing to gain from a batch.
    if (waits) return castFreeVote(deps, submissionId, voter, source, person);
    const track = await readTrack(submissionId);
    refuseClosed(deps, track);
    const vote = { submissionId, receiptCode: randomCode(), acceptedAt: deps.clock.now() };
    await deps.voteInbox.accept({
      ...vote,
      ...digestSource(deps, source),
      voterName,
      voterPhone,
      phone: phone.e164,
      phoneType: phone.type,
      // A card is no way to prove a free vote.
      proof: proof as 'none' | 'sms' | 'passkey',
      trapped,
    });
    return {
      success: true,
      message: COPY.received,
      votes: 1,
      state: 'received',
      receiptCode: vote.receiptCode,
      voteCount: track.total,
      accepted: sign(vote),
    };
  };
}

const REMEMBERED_MS = 3000;
const REMEMBERED_MAX = 10_000;

/** Whether a page takes votes is asked every three seconds and process, not for every vote. Counting asks again. */
function rememberTracks(deps: Pick<Deps, 'db'>): (id: number) => Promise<Track> {
  const readSoon = gatherReads((ids) => readVotedTracks(deps, ids));
  const known = new Map<number, { read: Promise<Track>; until: number }>();
  return (id) => {
    const now = performance.now();
    const found = known.get(id);
    if (found && found.until > now) return found.read;
    if (known.size >= REMEMBERED_MAX) known.clear();
    const read = readSoon(id);
    known.set(id, { read, until: now + REMEMBERED_MS });
    read.catch(() => known.delete(id));
    return read;
  };
}

/** Many callers, one statement: whoever asks in the same turn is answered together. */
function gatherReads(readAll: (ids: number[]) => Promise<Map<number, NonNullable<Track>>>) {
  let next: { ids: number[]; read: ReturnType<typeof readAll> } | null = null;
  const begin = () => {
    const ids: number[] = [];
    const read = new Promise(setImmediate).then(() => {
      next = null;
      return readAll(ids);
    });
    return { ids, read };
  };
  return async (id: number): Promise<Track> => {
    next ??= begin();
    next.ids.push(id);
    return (await next.read).get(id) ?? null;
  };
}

/** The key is the same for all processes and for as long as APP_SECRET is. */
function openReceipts({ tokens }: Pick<Deps, 'tokens'>) {
  const seed = Buffer.from(tokens.digest('vote-receipt-key', 'v1'), 'base64url');
  const { publicKey, sign } = openEd25519(seed);
  const key = Buffer.from(publicKey).toString('base64');
  return (vote: AcceptedVote) => {
    const signature = Buffer.from(sign(spellAcceptance(vote))).toString('base64');
    return { at: vote.acceptedAt.toISOString(), key, signature };
  };
}

interface AcceptedVote {
  submissionId: number;
  receiptCode: string;
  acceptedAt: Date;
}

/** The very bytes that are signed. Nothing in them says who voted. */
export function spellAcceptance({ submissionId, receiptCode, acceptedAt }: AcceptedVote): Buffer {
  return Buffer.from(
    `soundcheck/accepted/v1\n${submissionId}\n${receiptCode}\n${acceptedAt.toISOString()}\n`,
    'utf8',
  );
}
