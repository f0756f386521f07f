-- Votes, the totals and the fan ranking that the database keeps with them, and referrals.
CREATE TABLE votes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- No foreign key: paid votes stay on record when their track is deleted (forget_voters, below).
  submission_id integer NOT NULL,
  kind varchar(10) NOT NULL CHECK (kind IN ('free', 'paid', 'referral', 'adjustment')),
  -- Which of the track's counts it belongs to; an adjustment belongs to that of the vote it corrects.
  counts_as varchar(10) NOT NULL CHECK (counts_as IN ('free', 'paid', 'referral')),
  state varchar(10) NOT NULL CHECK (state IN ('counted', 'held', 'voided')),
  -- Why it is held or voided, in words the voter may read.
  reason text,
  voter_name varchar(255) NOT NULL,
  voter_phone varchar(20) NOT NULL,
  phone_e164 varchar(20),
  vote_count integer NOT NULL DEFAULT 1,
  is_paid boolean NOT NULL DEFAULT false,
  payment_id integer REFERENCES payment_intents,
  -- Cents.
  payment_amount integer,
  vote_package varchar(50),
  comment varchar(500),
  -- Staff may hide a comment; the votes it came with still count.
  comment_hidden_at timestamptz,
  comment_hidden_reason text,
  receipt_code varchar(26) NOT NULL UNIQUE,
  address_digest text,
  device_digest text,
  -- The day it was cast, in the campaign's time zone.
  day date NOT NULL,
  -- The vote that an adjustment takes back.
  corrects integer REFERENCES votes ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- When a counted vote lost its ground after the campaign's end: the money went back, or a referred person could not be
  -- reached. It stays in the final standings, but its receipt says void and the books no longer count it as granted.
  lapsed_at timestamptz,
  CHECK (kind = counts_as OR kind = 'adjustment'),
  CHECK ((kind = 'adjustment') = (corrects IS NOT NULL)),
  CHECK ((kind = 'adjustment') = (vote_count < 0)),
  CHECK (vote_count <> 0),
  CHECK (kind <> 'adjustment' OR state = 'counted'),
  CHECK (is_paid = (kind = 'paid')),
  CHECK (is_paid = (payment_id IS NOT NULL AND payment_amount IS NOT NULL AND vote_package IS NOT NULL)),
  CHECK (kind <> 'free' OR (vote_count = 1 AND phone_e164 IS NOT NULL)),
  CHECK (comment IS NULL OR vote_package = 'throne'),
  CHECK ((state = 'counted') OR reason IS NOT NULL),
  CHECK ((comment_hidden_at IS NULL) = (comment_hidden_reason IS NULL)),
  CHECK (lapsed_at IS NULL OR (state = 'counted' AND kind <> 'adjustment' AND reason IS NOT NULL))
);
-- One free vote per phone, track and day, whatever became of it.
CREATE UNIQUE INDEX votes_once_a_day ON votes (submission_id, phone_e164, day) WHERE kind = 'free';
CREATE UNIQUE INDEX votes_once_a_payment ON votes (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX votes_corrected_once ON votes (corrects) WHERE corrects IS NOT NULL;
CREATE INDEX votes_track ON votes (submission_id, id DESC) WHERE state = 'counted';
CREATE INDEX votes_held ON votes (id) WHERE state = 'held';
CREATE INDEX votes_comments ON votes (id DESC) WHERE comment IS NOT NULL;
CREATE INDEX votes_lapsed ON votes (submission_id) WHERE lapsed_at IS NOT NULL;
-- What the fraud rules look at: recent votes of one device, one address, one track.
CREATE INDEX votes_device ON votes (device_digest, created_at) WHERE device_digest IS NOT NULL;
CREATE INDEX votes_address ON votes (address_digest, created_at) WHERE address_digest IS NOT NULL;
CREATE INDEX votes_recent ON votes (submission_id, created_at) WHERE kind = 'free';

-- Every decision about a vote after it was cast, and who made it.
CREATE TABLE vote_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  vote_id integer NOT NULL REFERENCES votes ON DELETE CASCADE,
  at timestamptz NOT NULL,
  state varchar(10) NOT NULL CHECK (state IN ('counted', 'held', 'voided')),
  reason text NOT NULL,
  -- 'rule', 'payment', or the name of a staff account.
  decided_by text NOT NULL
);
CREATE INDEX vote_decisions_vote ON vote_decisions (vote_id, id);

CREATE FUNCTION add_votes(track integer, kept_as text, vote_state text, votes integer) RETURNS void
LANGUAGE sql AS $$
  UPDATE submissions SET
    vote_count = vote_count + CASE WHEN vote_state = 'counted' THEN votes ELSE 0 END,
    votes_free = votes_free + CASE WHEN vote_state = 'counted' AND kept_as = 'free' THEN votes ELSE 0 END,
    votes_paid = votes_paid + CASE WHEN vote_state = 'counted' AND kept_as = 'paid' THEN votes ELSE 0 END,
    votes_referred = votes_referred + CASE WHEN vote_state = 'counted' AND kept_as = 'referral' THEN votes ELSE 0 END,
    votes_held = votes_held + CASE WHEN vote_state = 'held' THEN votes ELSE 0 END
  WHERE id = track AND vote_state <> 'voided'
$$;

-- The only way a total changes: with the vote, in its transaction.
CREATE FUNCTION count_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_votes(OLD.submission_id, OLD.counts_as, OLD.state, -OLD.vote_count);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_votes(NEW.submission_id, NEW.counts_as, NEW.state, NEW.vote_count);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_counted AFTER INSERT OR DELETE OR UPDATE OF state, vote_count, counts_as, submission_id ON votes
  FOR EACH ROW EXECUTE FUNCTION count_vote();

-- A deleted track takes its votes with it. Paid ones stay as a line in the books, without the voter.
CREATE FUNCTION forget_voters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM votes WHERE submission_id = OLD.id AND kind <> 'paid';
  UPDATE votes SET voter_name = '', voter_phone = '', phone_e164 = NULL, comment = NULL, address_digest = NULL,
    device_digest = NULL WHERE submission_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_forget_voters AFTER DELETE ON submissions
  FOR EACH ROW EXECUTE FUNCTION forget_voters();

-- The fan ranking (docs/adr/0008-fan-rank-from-a-histogram-and-its-moves.md): analysed tracks the public may see, apart
-- from the wide row, with one index in ranking order.
CREATE TABLE fan_standings (
  submission_id integer PRIMARY KEY,
  votes integer NOT NULL,
  score integer NOT NULL,
  entered_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX fan_standings_order ON fan_standings (votes DESC, score DESC, entered_at, submission_id);

-- Each change of the standings as a move from one (votes, score) cell to another. An API process keeps the histogram in
-- memory and stays exact by reading the moves its last snapshot had not seen. Swept after an hour.
CREATE TABLE fan_moves (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  made_at timestamptz NOT NULL DEFAULT now(),
  from_votes integer,
  from_score integer,
  to_votes integer,
  to_score integer
);
CREATE INDEX fan_moves_xid ON fan_moves (xid);
CREATE INDEX fan_moves_age ON fan_moves USING brin (made_at);

-- The end in the campaign file at the last start, written by the app. From then on the standings are frozen
-- (docs/adr/0013-final-standings.md).
CREATE TABLE campaign_end (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  ends_at timestamptz NOT NULL
);
INSERT INTO campaign_end (ends_at) VALUES ('infinity');

-- After the end a track keeps the score it is ranked by, and one sent later is not ranked at all. Votes still move it:
-- the only ones left are those paid before the end that we learn of later.
CREATE FUNCTION follow_standing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.analyzed AND OLD.listed;
  will boolean := TG_OP <> 'DELETE' AND NEW.analyzed AND NEW.listed;
  the_end timestamptz := (SELECT ends_at FROM campaign_end);
  stood fan_standings;
BEGIN
  IF now() >= the_end THEN
    IF was THEN
      SELECT * INTO stood FROM fan_standings WHERE submission_id = OLD.id;
      was := FOUND;
      will := will AND was;
      OLD.vote_count := stood.votes;
      OLD.score := stood.score;
    ELSIF will THEN
      will := NEW.created_at < the_end;
    END IF;
    IF was AND will THEN
      NEW.score := stood.score;
      IF NEW.vote_count = stood.votes THEN
        RETURN NULL;
      END IF;
    END IF;
  END IF;
  IF was AND will THEN
    UPDATE fan_standings SET votes = NEW.vote_count, score = NEW.score WHERE submission_id = NEW.id;
    INSERT INTO fan_moves (from_votes, from_score, to_votes, to_score)
      VALUES (OLD.vote_count, OLD.score, NEW.vote_count, NEW.score);
  ELSIF will THEN
    INSERT INTO fan_standings VALUES (NEW.id, NEW.vote_count, NEW.score, NEW.created_at);
    INSERT INTO fan_moves (to_votes, to_score) VALUES (NEW.vote_count, NEW.score);
  ELSIF was THEN
    DELETE FROM fan_standings WHERE submission_id = OLD.id;
    INSERT INTO fan_moves (from_votes, from_score) VALUES (OLD.vote_count, OLD.score);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_standing_new AFTER INSERT OR DELETE ON submissions
  FOR EACH ROW EXECUTE FUNCTION follow_standing();
CREATE TRIGGER submissions_standing
  AFTER UPDATE OF vote_count, score, analyzed, archive_id, hidden_at, held_at ON submissions
  FOR EACH ROW WHEN ((OLD.vote_count, OLD.score, OLD.analyzed, OLD.archive_id, OLD.hidden_at, OLD.held_at)
    IS DISTINCT FROM (NEW.vote_count, NEW.score, NEW.analyzed, NEW.archive_id, NEW.hidden_at, NEW.held_at))
  EXECUTE FUNCTION follow_standing();

-- For a campaign that goes on after all: catches up on everything that was kept back.
CREATE FUNCTION thaw_standings() RETURNS void LANGUAGE sql AS $$
  UPDATE votes SET state = 'voided', lapsed_at = NULL WHERE lapsed_at IS NOT NULL;
  WITH stale AS (
    SELECT f.submission_id, f.votes, f.score, s.vote_count AS new_votes, s.score AS new_score
    FROM fan_standings f JOIN submissions s ON s.id = f.submission_id
    WHERE (f.votes, f.score) IS DISTINCT FROM (s.vote_count, s.score) FOR UPDATE OF f, s
  ), moved AS (
    UPDATE fan_standings f SET votes = new_votes, score = new_score FROM stale WHERE f.submission_id = stale.submission_id
  )
  INSERT INTO fan_moves (from_votes, from_score, to_votes, to_score) SELECT votes, score, new_votes, new_score FROM stale;
  WITH late AS (
    INSERT INTO fan_standings
      SELECT id, vote_count, score, created_at FROM submissions s, campaign_end e
      WHERE s.analyzed AND s.listed AND s.created_at < e.ends_at
    ON CONFLICT DO NOTHING RETURNING votes, score
  )
  INSERT INTO fan_moves (to_votes, to_score) SELECT votes, score FROM late;
$$;

-- An ordinary free vote is one trip to the database (docs/adr/0012-an-ordinary-free-vote-is-one-trip.md). Any other takes
-- two in a transaction: trace_vote brings what the service decides by, write_free_vote writes what it decided.

-- Inside a function every statement sees what was committed before it began, so the traces read after taking the lock
-- hold all votes of this device and this address: a burst cannot overtake its own count.
CREATE FUNCTION trace_vote(
  track integer, device text, address text, around text[], moment timestamptz, today date, hour_ago date, rush integer,
  OUT state varchar, OUT analyzed_at timestamptz, OUT created_at timestamptz, OUT distribution_paid boolean,
  OUT listed boolean, OUT device_today integer, OUT device_recent integer, OUT address_hour integer,
  OUT track_minute integer, OUT near text[]
) LANGUAGE plpgsql
-- A plan made while the table is small is kept for a while: it must not be one that reads all of it.
SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key) FROM (
    SELECT hashtextextended(digest, 7) AS key FROM unnest(ARRAY[address, device]) digest ORDER BY 1) keys;

  -- Keeps the row from being deleted, without keeping anybody else from voting.
  SELECT s.state, s.analyzed_at, s.created_at, s.distribution_paid, s.listed
    INTO trace_vote.state, trace_vote.analyzed_at, trace_vote.created_at, trace_vote.distribution_paid, trace_vote.listed
    FROM submissions s WHERE s.id = track FOR KEY SHARE;

  SELECT count(*) FILTER (WHERE v.submission_id = track AND v.day = today),
      count(*) FILTER (WHERE v.created_at > moment - interval '5 minutes')
    INTO device_today, device_recent
    FROM votes v WHERE v.device_digest = device AND v.created_at > moment - interval '26 hours' AND v.kind <> 'paid';
  SELECT count(*) INTO address_hour FROM votes v
    WHERE v.address_digest = address AND v.created_at > moment - interval '1 hour' AND v.submission_id = track
      AND v.kind <> 'paid';
  SELECT count(*) INTO track_minute FROM (
    SELECT 1 FROM votes v WHERE v.submission_id = track AND v.kind = 'free'
      AND v.created_at > moment - interval '1 minute' LIMIT rush) recent;
  SELECT array_agg(v.phone_e164) INTO near FROM votes v
    WHERE v.kind = 'free' AND v.submission_id = track AND v.day >= hour_ago AND v.phone_e164 = ANY(around);
END $$;

-- Returns the track's total with this vote in it. Comes last in its transaction: until that ends, nobody else can vote
-- for the track.
CREATE FUNCTION write_free_vote(
  track integer, voter_name text, voter_phone text, phone text, receipt text, address text, device text,
  vote_day date, moment timestamptz, held_for text
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  vote integer;
  total integer;
BEGIN
  INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, phone_e164, receipt_code,
      address_digest, device_digest, day, created_at)
    VALUES (track, 'free', 'free', CASE WHEN held_for IS NULL THEN 'counted' ELSE 'held' END, held_for,
      write_free_vote.voter_name, write_free_vote.voter_phone, phone, receipt, address, device, vote_day, moment)
    RETURNING id INTO vote;
  IF held_for IS NOT NULL THEN
    INSERT INTO vote_decisions (vote_id, at, state, reason, decided_by) VALUES (vote, moment, 'held', held_for, 'rule');
  END IF;
  SELECT vote_count INTO total FROM submissions WHERE id = track;
  RETURN total;
END $$;

-- The ordinary vote, written at once when the track is open and every trace is below what any rule notices. Returns the
-- total, or nothing: then nothing was written, and the service has to decide.
CREATE FUNCTION write_clear_vote(
  track integer, device text, address text, around text[], moment timestamptz, today date, hour_ago date,
  recent_limit integer, address_limit integer, rush integer, closed_before timestamptz,
  voter_name text, voter_phone text, phone text, receipt text
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  found := trace_vote(track, device, address, around, moment, today, hour_ago, rush);
  IF found.listed AND found.state = 'done'
    AND (found.distribution_paid OR coalesce(found.analyzed_at, found.created_at) > closed_before)
    AND found.device_today = 0 AND found.device_recent < recent_limit AND found.address_hour < address_limit
    AND found.track_minute < rush AND found.near IS NULL
  THEN
    RETURN write_free_vote(track, voter_name, voter_phone, phone, receipt, address, device, today, moment, NULL);
  END IF;
  RETURN NULL;
END $$;

-- Three people referred together. 'sending' until the text provider has taken all three messages.
CREATE TABLE referral_sets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  state varchar(10) NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'sent', 'taken_back')),
  -- The votes it gave; kept here so that a set gives them once.
  vote_id integer UNIQUE REFERENCES votes ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  CHECK (state <> 'sending' OR vote_id IS NULL)
);

CREATE TABLE referrals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  set_id integer NOT NULL REFERENCES referral_sets ON DELETE CASCADE,
  submission_id integer NOT NULL,
  referrer_name varchar(255) NOT NULL,
  referrer_phone varchar(20),
  referred_name varchar(255) NOT NULL,
  referred_phone varchar(20) NOT NULL,
  phone_e164 varchar(20) NOT NULL,
  -- The key of its text message, which must not spell out the number.
  text_key text,
  message_sent boolean NOT NULL DEFAULT false,
  message_sid text,
  -- What the provider said about the delivery.
  delivery varchar(12) NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'delivered', 'undelivered')),
  created_at timestamptz NOT NULL,
  CHECK (message_sent = (message_sid IS NOT NULL)),
  -- A person is referred to a track once.
  UNIQUE (submission_id, phone_e164)
);
CREATE INDEX referrals_set ON referrals (set_id);
CREATE INDEX referrals_text_key ON referrals (text_key);
CREATE INDEX referrals_waiting ON referrals (created_at) WHERE message_sent AND delivery = 'waiting';
CREATE UNIQUE INDEX referrals_sid ON referrals (message_sid) WHERE message_sid IS NOT NULL;
