/** Every total once more, from what visitors were answered and from the rows alone. What disagrees is a sentence. */
import type { Book } from './book.ts';
import type { Site } from './site.ts';

type Sql = Site['sql'];
type Check = (sql: Sql, book: Book) => Promise<string[]>;

/** Each vote that was answered is there; one stands for each voter, track and day; none that nobody sent. */
const checkVotes: Check = async (sql, { votes, voters }) => {
  const rows = await sql<{ receipt: string; voter: string; day: string; state: string }>(
    `SELECT receipt_code AS receipt, submission_id || ' ' || phone_e164 AS voter, day::text, state FROM votes WHERE kind = 'free'`,
  );
  const refused = await sql<{ receipt: string }>('SELECT receipt_code AS receipt FROM refused_votes');
  const there = new Set(rows.map(({ receipt }) => receipt));
  for (const { receipt } of refused) there.add(receipt);
  const standing = rows.filter(({ state }) => state === 'counted' || state === 'held');
  const stands = new Set(standing.map(({ voter }) => voter));
  const days = new Map<string, number>();
  for (const { voter, day } of standing) days.set(`${voter} ${day}`, (days.get(`${voter} ${day}`) ?? 0) + 1);
  const answered = new Set(votes.map(({ track, phone }) => `${track} ${phone}`));
  return [
    ...votes
      .filter(({ receipt }) => !there.has(receipt))
      .map(({ receipt, state }) => `The vote ${receipt}, answered '${state}', is lost.`),
    ...[...answered]
      .filter((voter) => !stands.has(voter))
      .map((voter) => `No vote stands for ${voter}, who was answered.`),
    ...[...days]
      .filter(([, count]) => count > 1)
      .map(([voter, count]) => `${count} votes stand for ${voter}.`),
    ...standing
      .filter(({ voter }) => !voters.has(voter))
      .map(({ voter }) => `A vote of ${voter} stands, whom nobody sent.`),
  ];
};

/** What a track shows is the sum of its votes. */
const checkTotals: Check = async (sql) => {
  const rows = await sql<{ id: number; shown: string; summed: string }>(`
    SELECT s.id, format('%s: %s free (%s proven), %s paid, %s referred, %s held', s.vote_count, s.votes_free, s.votes_proven,
        s.votes_paid, s.votes_referred, s.votes_held) AS shown,
      format('%s: %s free (%s proven), %s paid, %s referred, %s held', coalesce(v.total, 0), coalesce(v.free, 0),
        coalesce(v.proven, 0), coalesce(v.paid, 0), coalesce(v.referred, 0), coalesce(v.held, 0)) AS summed
    FROM submissions s LEFT JOIN (
      SELECT submission_id,
        sum(vote_count) FILTER (WHERE state = 'counted') AS total,
        sum(vote_count) FILTER (WHERE state = 'counted' AND counts_as = 'free') AS free,
        sum(vote_count) FILTER (WHERE state = 'counted' AND counts_as = 'free' AND proof <> 'none') AS proven,
        sum(vote_count) FILTER (WHERE state = 'counted' AND counts_as = 'paid') AS paid,
        sum(vote_count) FILTER (WHERE state = 'counted' AND counts_as = 'referral') AS referred,
        sum(vote_count) FILTER (WHERE state = 'held') AS held
      FROM votes GROUP BY 1) v ON v.submission_id = s.id`);
  return rows
    .filter(({ shown, summed }) => shown !== summed)
    .map(({ id, shown, summed }) => `Track ${id} shows ${shown}; its votes add up to ${summed}.`);
};

interface PaidRow {
  secret: string;
  id: number;
  amount: number;
  state: string;
  grant_state: string;
  refunded: number;
  votes: number;
  rows: number;
  at_provider: string;
}

/** Whoever was told that they paid has their votes, once, or their money back. */
const checkPayments: Check = async (sql, { payments, refunds }) => {
  const found = await sql<PaidRow>(`
    SELECT p.client_secret AS secret, p.id, p.amount, p.state, p.grant_state, p.refunded_amount AS refunded,
      coalesce(sum(v.vote_count), 0)::int AS votes, count(v.id)::int AS rows,
      coalesce(i.state || ' ' || i.amount || ' ' || i.refunded, 'unknown') AS at_provider
    FROM payment_intents p LEFT JOIN votes v ON v.payment_id = p.id AND v.state IN ('counted', 'held')
    LEFT JOIN sandbox_intents i ON i.id = p.provider_id GROUP BY p.id, i.id`);
  const bySecret = new Map(found.map((row) => [row.secret, row]));
  const problems: string[] = [];
  for (const [secret, { votes, amount, isPaid }] of payments) {
    const row = bySecret.get(secret);
    if (!row) problems.push(`A payment of ${amount} cents that began is unknown.`);
    else problems.push(...comparePayment(row, { votes, amount, isPaid }));
  }
  const byId = new Map(found.map((row) => [row.id, row]));
  const asked = new Map<number, number>();
  for (const { paymentId, cents } of refunds) asked.set(paymentId, (asked.get(paymentId) ?? 0) + cents);
  for (const [id, cents] of asked) {
    const back = byId.get(id)?.refunded ?? 0;
    if (back < cents)
      problems.push(`Staff were told that ${cents} cents of payment ${id} go back; ${back} did.`);
  }
  return problems;
};

function comparePayment(row: PaidRow, told: { votes: number; amount: number; isPaid: boolean }): string[] {
  const problems: string[] = [];
  const say = (what: string) => problems.push(`Payment ${row.id}: ${what}.`);
  if (row.amount !== told.amount) say(`${told.amount} cents were asked for, ${row.amount} are written down`);
  if (told.isPaid && row.state !== 'succeeded') say(`the buyer was told it is paid, and it is ${row.state}`);
  if (row.state === 'succeeded' && row.at_provider !== `succeeded ${row.amount} ${row.refunded}`)
    say(`here it is succeeded ${row.amount} ${row.refunded}, at the provider ${row.at_provider}`);
  if (row.state !== 'succeeded' && row.at_provider.startsWith('succeeded'))
    say(`the provider took it, and here it is ${row.state}`);
  if (row.grant_state === 'granted' && (row.rows !== 1 || row.votes !== told.votes))
    say(`${told.votes} votes were bought, ${row.votes} stand in ${row.rows} rows`);
  if (row.state === 'succeeded' && row.grant_state === 'none') say('it is paid, and nothing was given');
  if (row.grant_state !== 'granted' && row.rows > 0)
    say(`it is ${row.grant_state}, and ${row.votes} votes stand`);
  if (row.grant_state === 'refused' && row.refunded !== row.amount)
    say('it was refused, and the money did not go back');
  return problems;
}

/** What was answered with an id is there and was heard to its end, one way or the other. */
const checkUploads: Check = async (sql, { uploads, albums, draftTracks }) => {
  const rows = await sql<{ id: number; state: string; sha256: string }>(
    'SELECT id, state, audio_sha256 AS sha256 FROM submissions',
  );
  const tracks = new Map(rows.map((row) => [row.id, row]));
  const sent = new Set((await sql<{ id: number }>('SELECT id FROM album_submissions')).map(({ id }) => id));
  const drafted = new Set((await sql<{ id: number }>('SELECT id FROM album_tracks')).map(({ id }) => id));
  return [
    ...uploads.flatMap(({ id, sha256 }) => {
      const track = tracks.get(id);
      if (!track) return `Track ${id} was taken in and is lost.`;
      return track.sha256 === sha256 ? [] : `Track ${id} is another file than was sent.`;
    }),
    ...albums.filter((id) => !sent.has(id)).map((id) => `Album ${id} was taken in and is lost.`),
    ...draftTracks
      .filter(({ id, isRemoved }) => drafted.has(id) === isRemoved)
      .map(
        ({ id, isRemoved }) =>
          `Draft track ${id} was ${isRemoved ? 'removed and is there' : 'taken in and is lost'}.`,
      ),
  ];
};

/** One set a referral, and nobody was texted twice. */
const checkReferrals = async (site: Site, { referrals }: Book): Promise<string[]> => {
  const rows = await site.sql<{ receipt: string }>(
    `SELECT receipt_code AS receipt FROM votes WHERE kind = 'referral'`,
  );
  const there = new Set(rows.map(({ receipt }) => receipt));
  const friends = new Set(referrals.flatMap(({ phones }) => phones));
  const texts = site.texts.messages.filter(({ to }) => friends.has(to)).map(({ to }) => to);
  return [
    ...referrals
      .filter(({ receipt }) => !there.has(receipt))
      .map(({ receipt }) => `The referral ${receipt} is lost.`),
    ...texts.filter((to, n) => texts.indexOf(to) < n).map((to) => `${to} was texted more than once.`),
  ];
};

/** A job that died for good is not silent: whoever waits for it is told. Those that come by themselves come again. */
const checkJobs: Check = async (sql) => {
  const dead = await sql<{ name: string; count: number; why: string }>(`
    SELECT name, count(*)::int, min(output ->> 'message') AS why FROM pgboss.job j WHERE state = 'failed'
      AND NOT EXISTS (SELECT FROM pgboss.schedule s WHERE s.name = j.name) GROUP BY name`);
  return dead.map(({ name, count, why }) => `${count} ${name} job(s) died: ${why}.`);
};

export async function checkSums(site: Site, book: Book): Promise<string[]> {
  const checks = [checkVotes, checkTotals, checkPayments, checkUploads, checkJobs];
  const found = await Promise.all(checks.map((check) => check(site.sql, book)));
  return [...book.strange, ...found.flat(), ...(await checkReferrals(site, book))];
}
