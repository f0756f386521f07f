-- Votes that are people's: how each was proven, votes that wait, votes another one stands for, and the cap on paid ones.
ALTER TABLE votes
  -- How the voter was known when it was written. 'none': a typed number that nobody proved.
  ADD COLUMN proof varchar(10) NOT NULL DEFAULT 'none' CHECK (proof IN ('none', 'sms', 'passkey', 'card')),
  -- The card it was paid with, as a keyed digest of the provider's fingerprint.
  ADD COLUMN card_digest text;
UPDATE votes SET proof = 'card' WHERE kind = 'paid';
-- waiting: counts once its number is proven, or once somebody invited came.
-- replaced: another vote of this number, for this track and day, stands in its place.
ALTER TABLE votes
  DROP CONSTRAINT votes_state_check,
  ADD CONSTRAINT votes_state_check CHECK (state IN ('counted', 'held', 'waiting', 'voided', 'replaced')),
  ADD CONSTRAINT votes_proof_of_kind CHECK ((proof = 'card') <= (kind = 'paid')),
  ADD CONSTRAINT votes_card_paid CHECK (card_digest IS NULL OR kind = 'paid'),
  ADD CONSTRAINT votes_paid_at_once CHECK (kind <> 'paid' OR state IN ('counted', 'voided'));
ALTER TABLE vote_decisions
  DROP CONSTRAINT vote_decisions_state_check,
  ADD CONSTRAINT vote_decisions_state_check CHECK (state IN ('counted', 'held', 'waiting', 'voided', 'replaced'));

-- One free vote per phone, track and day, whatever became of it; further ones are kept as replaced.
DROP INDEX votes_once_a_day;
CREATE UNIQUE INDEX votes_once_a_day ON votes (submission_id, phone_e164, day) WHERE kind = 'free' AND state <> 'replaced';
-- What is left of the day's paid votes.
CREATE INDEX votes_paid_card ON votes (card_digest, day) WHERE card_digest IS NOT NULL;
CREATE INDEX votes_paid_phone ON votes (phone_e164, day) WHERE kind = 'paid' AND phone_e164 IS NOT NULL;
-- What a number left waiting for its proof.
CREATE INDEX votes_waiting ON votes (phone_e164, day) WHERE kind = 'free' AND state = 'waiting';

ALTER TABLE submissions
  -- Of the free ones, those of a proven number.
  ADD COLUMN votes_proven integer NOT NULL DEFAULT 0 CHECK (votes_proven >= 0),
  -- Referred ones that nobody came for yet; in no other count.
  ADD COLUMN votes_waiting integer NOT NULL DEFAULT 0 CHECK (votes_waiting >= 0);

-- When the first of the three came: followed the link, or proved the number.
ALTER TABLE referral_sets ADD COLUMN came_at timestamptz;
CREATE INDEX referral_sets_waiting ON referral_sets (id) WHERE state = 'sent' AND came_at IS NULL;
CREATE INDEX referrals_phone ON referrals (phone_e164);
CREATE INDEX referrals_referrer ON referrals (referrer_phone) WHERE referrer_phone IS NOT NULL;

DROP TRIGGER votes_counted ON votes;
DROP FUNCTION count_vote();
DROP FUNCTION add_votes(integer, text, text, integer);

CREATE FUNCTION add_votes(vote votes, votes integer) RETURNS void
LANGUAGE sql AS $$
  UPDATE submissions SET
    vote_count = vote_count + CASE WHEN vote.state = 'counted' THEN votes ELSE 0 END,
    votes_free = votes_free + CASE WHEN vote.state = 'counted' AND vote.counts_as = 'free' THEN votes ELSE 0 END,
    votes_proven = votes_proven
      + CASE WHEN vote.state = 'counted' AND vote.counts_as = 'free' AND vote.proof <> 'none' THEN votes ELSE 0 END,
    votes_paid = votes_paid + CASE WHEN vote.state = 'counted' AND vote.counts_as = 'paid' THEN votes ELSE 0 END,
    votes_referred = votes_referred
      + CASE WHEN vote.state = 'counted' AND vote.counts_as = 'referral' THEN votes ELSE 0 END,
    votes_held = votes_held + CASE WHEN vote.state = 'held' THEN votes ELSE 0 END,
    votes_waiting = votes_waiting
      + CASE WHEN vote.state = 'waiting' AND vote.counts_as = 'referral' THEN votes ELSE 0 END
  WHERE id = vote.submission_id AND (vote.state IN ('counted', 'held') OR vote.state = 'waiting' AND vote.counts_as = 'referral')
$$;

-- The only way a total changes: with the vote, in its transaction.
CREATE FUNCTION count_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_votes(OLD, -OLD.vote_count);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_votes(NEW, NEW.vote_count);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_counted
  AFTER INSERT OR DELETE OR UPDATE OF state, vote_count, counts_as, proof, submission_id ON votes
  FOR EACH ROW EXECUTE FUNCTION count_vote();

-- As before, and without the card.
CREATE OR REPLACE FUNCTION forget_voters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM votes WHERE submission_id = OLD.id AND kind <> 'paid';
  UPDATE votes SET voter_name = '', voter_phone = '', phone_e164 = NULL, comment = NULL, address_digest = NULL,
    device_digest = NULL, card_digest = NULL WHERE submission_id = OLD.id;
  RETURN NULL;
END $$;

DROP FUNCTION write_clear_vote(integer, text, text, text[], timestamptz, date, date, integer, integer, integer, timestamptz,
  text, text, text, text);
DROP FUNCTION write_free_vote(integer, text, text, text, text, text, text, date, timestamptz, text);
DROP FUNCTION trace_vote(integer, text, text, text[], timestamptz, date, date, integer);

-- Inside a function every statement sees what was committed before it began, so the traces read after taking the lock
-- hold all votes of this device, this address and this number: a burst cannot overtake its own count. Traces weigh votes,
-- not rows. Those of a proven vote are other proven votes: nobody gets it held by typing numbers nearby.
CREATE FUNCTION trace_vote(
  track integer, device text, address text, phone text, around text[], proven boolean, moment timestamptz, today date,
  hour_ago date, rush integer,
  OUT state varchar, OUT analyzed_at timestamptz, OUT created_at timestamptz, OUT distribution_paid boolean,
  OUT listed boolean, OUT device_today integer, OUT device_recent integer, OUT address_hour integer,
  OUT address_anywhere integer, OUT track_minute integer, OUT near text[]
) LANGUAGE plpgsql
-- A plan made while the table is small is kept for a while: it must not be one that reads all of it.
SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key) FROM (
    SELECT hashtextextended(shared, 7) AS key FROM unnest(ARRAY[address, device, track || phone]) shared ORDER BY 1) keys;

  -- Keeps the row from being deleted, without keeping anybody else from voting.
  SELECT s.state, s.analyzed_at, s.created_at, s.distribution_paid, s.listed
    INTO trace_vote.state, trace_vote.analyzed_at, trace_vote.created_at, trace_vote.distribution_paid, trace_vote.listed
    FROM submissions s WHERE s.id = track FOR KEY SHARE;

  SELECT coalesce(sum(v.vote_count) FILTER (WHERE v.submission_id = track AND v.day = today), 0),
      coalesce(sum(v.vote_count) FILTER (WHERE v.created_at > moment - interval '5 minutes'), 0)
    INTO device_today, device_recent
    FROM votes v WHERE v.device_digest = device AND v.created_at > moment - interval '26 hours' AND v.kind <> 'paid'
      AND (NOT proven OR v.proof <> 'none');
  SELECT coalesce(sum(v.vote_count) FILTER (WHERE v.submission_id = track), 0), coalesce(sum(v.vote_count), 0)
    INTO address_hour, address_anywhere FROM votes v
    WHERE v.address_digest = address AND v.created_at > moment - interval '1 hour' AND v.kind <> 'paid'
      AND (NOT proven OR v.proof <> 'none');
  SELECT count(*) INTO track_minute FROM (
    SELECT 1 FROM votes v WHERE v.submission_id = track AND v.kind = 'free'
      AND v.created_at > moment - interval '1 minute' LIMIT rush) recent;
  SELECT array_agg(v.phone_e164) INTO near FROM votes v
    WHERE v.kind = 'free' AND v.state <> 'replaced' AND v.submission_id = track AND v.day >= hour_ago
      AND v.phone_e164 = ANY(around);
END $$;

-- Returns the track's total with this vote in it. Comes after trace_vote, which locked the number, and last in its
-- transaction: until that ends, nobody else can vote for the track.
-- A number has one vote a track and day. A proven vote takes the place of a typed one, and a typed one that counts that
-- of a typed one that is held; a typed vote that finds the place taken is kept beside it, and nobody is told. Only the
-- person themselves hears that they have voted (unique_violation).
CREATE FUNCTION write_free_vote(
  track integer, voter_name text, voter_phone text, phone text, proven_by text, receipt text, address text, device text,
  vote_day date, moment timestamptz, verdict text, why text
) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  standing record;
  stands boolean := true;
  vote integer;
  total integer;
BEGIN
  SELECT v.id, v.proof, v.state INTO standing FROM votes v
    WHERE v.kind = 'free' AND v.state <> 'replaced' AND v.submission_id = track AND v.phone_e164 = phone AND v.day = vote_day
    FOR UPDATE;
  IF FOUND THEN
    IF standing.proof = 'none' AND (proven_by <> 'none' OR standing.state = 'held' AND verdict = 'counted') THEN
      UPDATE votes SET state = 'replaced', reason = CASE WHEN proven_by = 'none'
        THEN 'Another vote of this number counts for this day.' ELSE 'The number was proven: that vote stands instead.' END
        WHERE id = standing.id;
      INSERT INTO vote_decisions (vote_id, at, state, reason, decided_by)
        SELECT id, moment, 'replaced', reason, 'rule' FROM votes WHERE id = standing.id;
    ELSIF proven_by <> 'none' THEN
      RAISE unique_violation USING MESSAGE = 'This person has voted for this track today.';
    ELSE
      stands := false;
    END IF;
  END IF;
  INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, phone_e164, proof,
      receipt_code, address_digest, device_digest, day, created_at)
    VALUES (track, 'free', 'free', CASE WHEN stands THEN verdict ELSE 'replaced' END,
      CASE WHEN stands THEN why ELSE 'This number has a vote for this day.' END,
      write_free_vote.voter_name, write_free_vote.voter_phone, phone, proven_by, receipt, address, device, vote_day, moment)
    RETURNING id INTO vote;
  IF verdict <> 'counted' THEN
    INSERT INTO vote_decisions (vote_id, at, state, reason, decided_by) VALUES (vote, moment, verdict, why, 'rule');
  END IF;
  IF NOT stands THEN
    INSERT INTO vote_decisions (vote_id, at, state, reason, decided_by)
      SELECT id, moment, 'replaced', reason, 'rule' FROM votes WHERE id = vote;
  END IF;
  SELECT vote_count INTO total FROM submissions WHERE id = track;
  RETURN total;
END $$;

-- The ordinary vote, written at once when the track is open and every trace is below what any rule notices. Returns the
-- total, or nothing: then nothing was written, and the service has to decide.
CREATE FUNCTION write_clear_vote(
  track integer, device text, address text, phone text, around text[], proven boolean, moment timestamptz, today date,
  hour_ago date, recent_limit integer, address_limit integer, anywhere_limit integer, rush integer,
  closed_before timestamptz, voter_name text, voter_phone text, proven_by text, receipt text, verdict text, why text
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  found := trace_vote(track, device, address, phone, around, proven, moment, today, hour_ago, rush);
  IF found.listed AND found.state = 'done'
    AND (found.distribution_paid OR coalesce(found.analyzed_at, found.created_at) > closed_before)
    AND found.device_today = 0 AND found.device_recent < recent_limit AND found.address_hour < address_limit
    AND found.address_anywhere < anywhere_limit AND found.track_minute < rush AND found.near IS NULL
  THEN
    RETURN write_free_vote(track, voter_name, voter_phone, phone, proven_by, receipt, address, device, today, moment,
      verdict, why);
  END IF;
  RETURN NULL;
END $$;
