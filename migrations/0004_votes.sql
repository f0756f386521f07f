-- Votes: every vote once, totals kept with them by the database, the fan ranking, referrals and their messages.

-- What the total is made of. Kept by the trigger on votes, in the same statement as vote_count.
ALTER TABLE submissions
  ADD COLUMN votes_free integer NOT NULL DEFAULT 0 CHECK (votes_free >= 0),
  ADD COLUMN votes_paid integer NOT NULL DEFAULT 0 CHECK (votes_paid >= 0),
  ADD COLUMN votes_referred integer NOT NULL DEFAULT 0 CHECK (votes_referred >= 0),
  ADD COLUMN votes_held integer NOT NULL DEFAULT 0 CHECK (votes_held >= 0);
-- Room on each page for the next version of a row: a vote changes no indexed column, so it stays on its page.
ALTER TABLE submissions SET (fillfactor = 80);

CREATE TABLE votes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- No foreign key: what was paid stays on record when its track is deleted (see forget_voters below).
  submission_id integer NOT NULL,
  kind varchar(10) NOT NULL CHECK (kind IN ('free', 'paid', 'referral', 'adjustment')),
  -- Under which of the separate counts it stands; an adjustment stands under that of the vote it corrects.
  counts_as varchar(10) NOT NULL CHECK (counts_as IN ('free', 'paid', 'referral')),
  state varchar(10) NOT NULL CHECK (state IN ('counted', 'held', 'voided')),
  -- Why it is held or voided, as the voter may read it.
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
  receipt_code varchar(26) NOT NULL UNIQUE,
  address_digest text,
  device_digest text,
  -- The day of the campaign's time zone it was cast on.
  day date NOT NULL,
  -- The vote an adjustment takes back.
  corrects integer REFERENCES votes ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  CHECK (kind = counts_as OR kind = 'adjustment'),
  CHECK ((kind = 'adjustment') = (corrects IS NOT NULL)),
  CHECK ((kind = 'adjustment') = (vote_count < 0)),
  CHECK (vote_count <> 0),
  CHECK (kind <> 'adjustment' OR state = 'counted'),
  CHECK (is_paid = (kind = 'paid')),
  CHECK (is_paid = (payment_id IS NOT NULL AND payment_amount IS NOT NULL AND vote_package IS NOT NULL)),
  CHECK (kind <> 'free' OR (vote_count = 1 AND phone_e164 IS NOT NULL)),
  CHECK (comment IS NULL OR vote_package = 'throne'),
  CHECK ((state = 'counted') OR reason IS NOT NULL)
);
-- One free vote a phone, a track and a day, whatever became of it.
CREATE UNIQUE INDEX votes_once_a_day ON votes (submission_id, phone_e164, day) WHERE kind = 'free';
CREATE UNIQUE INDEX votes_once_a_payment ON votes (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX votes_corrected_once ON votes (corrects) WHERE corrects IS NOT NULL;
CREATE INDEX votes_track ON votes (submission_id, id DESC) WHERE state = 'counted';
CREATE INDEX votes_held ON votes (id) WHERE state = 'held';
-- What fraud signals look at: recent votes of one device, one address, one track.
CREATE INDEX votes_device ON votes (device_digest, created_at) WHERE device_digest IS NOT NULL;
CREATE INDEX votes_address ON votes (address_digest, created_at) WHERE address_digest IS NOT NULL;
CREATE INDEX votes_recent ON votes (submission_id, created_at) WHERE kind = 'free';

-- Every decision about a vote after it was cast, and by whom. Written once.
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

-- Who is ranked by fans: analysed tracks the public may see, apart from the wide row, with the one index of the order.
CREATE TABLE fan_standings (
  submission_id integer PRIMARY KEY,
  votes integer NOT NULL,
  score integer NOT NULL,
  entered_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX fan_standings_order ON fan_standings (votes DESC, score DESC, entered_at, submission_id);

-- Each change of the standings as a move from one (votes, score) cell to another, so that every API process can keep
-- the histogram in memory and be exact: it reads the moves its last snapshot had not seen. Swept after an hour.
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

CREATE FUNCTION follow_standing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.analyzed AND OLD.listed;
  will boolean := TG_OP <> 'DELETE' AND NEW.analyzed AND NEW.listed;
BEGIN
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
CREATE TRIGGER submissions_standing AFTER UPDATE OF vote_count, score, analyzed, archive_id, hidden_at ON submissions
  FOR EACH ROW WHEN ((OLD.vote_count, OLD.score, OLD.analyzed, OLD.archive_id, OLD.hidden_at)
    IS DISTINCT FROM (NEW.vote_count, NEW.score, NEW.analyzed, NEW.archive_id, NEW.hidden_at))
  EXECUTE FUNCTION follow_standing();
INSERT INTO fan_standings SELECT id, vote_count, score, created_at FROM submissions WHERE analyzed AND listed;

-- How many tracks the leaderboard has of each genre and score: totals and deep pages without counting rows.
CREATE TABLE board_cells (
  genre varchar(100) NOT NULL,
  score integer NOT NULL,
  entries integer NOT NULL CHECK (entries >= 0),
  PRIMARY KEY (genre, score)
) WITH (fillfactor = 50);

CREATE FUNCTION follow_board() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.analyzed AND OLD.listed THEN
    UPDATE board_cells SET entries = entries - 1 WHERE genre = OLD.genre AND score = OLD.score;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.analyzed AND NEW.listed THEN
    INSERT INTO board_cells VALUES (NEW.genre, NEW.score, 1)
      ON CONFLICT (genre, score) DO UPDATE SET entries = board_cells.entries + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_board_new AFTER INSERT OR DELETE ON submissions
  FOR EACH ROW EXECUTE FUNCTION follow_board();
CREATE TRIGGER submissions_board AFTER UPDATE OF genre, score, analyzed, archive_id, hidden_at ON submissions
  FOR EACH ROW WHEN ((OLD.genre, OLD.score, OLD.analyzed, OLD.archive_id, OLD.hidden_at)
    IS DISTINCT FROM (NEW.genre, NEW.score, NEW.analyzed, NEW.archive_id, NEW.hidden_at))
  EXECUTE FUNCTION follow_board();
INSERT INTO board_cells
  SELECT genre, score, count(*) FROM submissions WHERE analyzed AND listed GROUP BY genre, score;

-- The leaderboard's search: one text a track; the line break keeps a search from matching across the two fields.
DROP INDEX submissions_words;
CREATE INDEX submissions_words ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed;

-- Three people referred together. 'sending' until the text provider took all three messages.
CREATE TABLE referral_sets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  state varchar(10) NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'sent', 'taken_back')),
  -- The five votes; kept here so that a set gives them once.
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
  message_sent boolean NOT NULL DEFAULT false,
  message_sid text,
  -- What the provider said of the delivery.
  delivery varchar(12) NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'delivered', 'undelivered')),
  created_at timestamptz NOT NULL,
  CHECK (message_sent = (message_sid IS NOT NULL)),
  -- A person is referred to a track once.
  UNIQUE (submission_id, phone_e164)
);
CREATE INDEX referrals_set ON referrals (set_id);
CREATE INDEX referrals_waiting ON referrals (created_at) WHERE message_sent AND delivery = 'waiting';
CREATE UNIQUE INDEX referrals_sid ON referrals (message_sid) WHERE message_sid IS NOT NULL;

-- The embedded text provider's own books: what it was asked to send, and what became of it.
CREATE TABLE sms_outbox (
  sid text PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  to_number varchar(20) NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the simulated network answers, and how.
  settles_at timestamptz NOT NULL,
  outcome varchar(12) NOT NULL CHECK (outcome IN ('delivered', 'undelivered'))
);
CREATE INDEX sms_outbox_age ON sms_outbox (created_at DESC);

-- A deleted track takes its votes with it; what was paid stays as a line of the books, without the voter.
CREATE FUNCTION forget_voters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM votes WHERE submission_id = OLD.id AND kind <> 'paid';
  UPDATE votes SET voter_name = '', voter_phone = '', phone_e164 = NULL, comment = NULL, address_digest = NULL,
    device_digest = NULL WHERE submission_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_forget_voters AFTER DELETE ON submissions
  FOR EACH ROW EXECUTE FUNCTION forget_voters();
