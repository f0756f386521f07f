-- Counts that are kept instead of counted: ranks, rounds and the line of waiting recordings cost the same at any size.

-- Tracks the public sees, by score and the day or hour they were sent in (UTC). A place among equal scores is a few days,
-- at most 24 hours, and the tracks of one hour; a round is the same between its dates.
CREATE TABLE board_times (
  span varchar(4) NOT NULL CHECK (span IN ('day', 'hour')),
  score integer NOT NULL,
  starts_at timestamptz NOT NULL,
  entries integer NOT NULL CHECK (entries >= 0),
  PRIMARY KEY (span, score, starts_at)
) WITH (fillfactor = 50);
INSERT INTO board_times
  SELECT span, score, date_trunc(span, created_at, 'UTC'), count(*)
  FROM submissions, unnest(ARRAY['day', 'hour']) span WHERE analyzed AND listed GROUP BY 1, 2, 3;

CREATE OR REPLACE FUNCTION follow_board() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.analyzed AND OLD.listed THEN
    UPDATE board_cells SET entries = entries - 1 WHERE genre = OLD.genre AND score = OLD.score;
    UPDATE board_times SET entries = entries - 1 WHERE span = 'day' AND score = OLD.score
      AND starts_at = date_trunc('day', OLD.created_at, 'UTC');
    UPDATE board_times SET entries = entries - 1 WHERE span = 'hour' AND score = OLD.score
      AND starts_at = date_trunc('hour', OLD.created_at, 'UTC');
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.analyzed AND NEW.listed THEN
    INSERT INTO board_cells VALUES (NEW.genre, NEW.score, 1)
      ON CONFLICT (genre, score) DO UPDATE SET entries = board_cells.entries + 1;
    INSERT INTO board_times VALUES ('day', NEW.score, date_trunc('day', NEW.created_at, 'UTC'), 1)
      ON CONFLICT (span, score, starts_at) DO UPDATE SET entries = board_times.entries + 1;
    INSERT INTO board_times VALUES ('hour', NEW.score, date_trunc('hour', NEW.created_at, 'UTC'), 1)
      ON CONFLICT (span, score, starts_at) DO UPDATE SET entries = board_times.entries + 1;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER submissions_board ON submissions;
-- created_at is what the tables above go by: whoever moves a track in time moves its counts.
CREATE TRIGGER submissions_board
  AFTER UPDATE OF genre, score, analyzed, archive_id, hidden_at, held_at, created_at ON submissions
  FOR EACH ROW WHEN ((OLD.genre, OLD.score, OLD.analyzed, OLD.archive_id, OLD.hidden_at, OLD.held_at, OLD.created_at)
    IS DISTINCT FROM (NEW.genre, NEW.score, NEW.analyzed, NEW.archive_id, NEW.hidden_at, NEW.held_at, NEW.created_at))
  EXECUTE FUNCTION follow_board();

-- How many tracks of one score the public sees that were sent in before this one.
CREATE FUNCTION count_older(of_score integer, moment timestamptz, track integer) RETURNS integer LANGUAGE sql STABLE
-- As in trace_vote: a plan made while the table is small must not be one that reads all of it.
SET enable_seqscan = off AS $$
  SELECT (
    coalesce((SELECT sum(entries) FROM board_times WHERE span = 'day' AND score = of_score
      AND starts_at < date_trunc('day', moment, 'UTC')), 0)
    + coalesce((SELECT sum(entries) FROM board_times WHERE span = 'hour' AND score = of_score
      AND starts_at >= date_trunc('day', moment, 'UTC') AND starts_at < date_trunc('hour', moment, 'UTC')), 0)
    + (SELECT count(*) FROM submissions s WHERE s.analyzed AND s.listed AND s.score = of_score
      AND s.created_at >= date_trunc('hour', moment, 'UTC') AND (s.created_at, s.id) < (moment, track)))::integer
$$;

-- How many tracks with at least this score were sent in from one moment to another, the second not included.
CREATE FUNCTION count_entries(since timestamptz, until timestamptz, lowest integer) RETURNS integer LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET jit = off AS $$
DECLARE
  first_hour constant timestamptz := date_trunc('hour', since + interval '3599.999999 seconds', 'UTC');
  last_hour constant timestamptz := date_trunc('hour', until, 'UTC');
  first_day constant timestamptz := date_trunc('day', since + interval '86399.999999 seconds', 'UTC');
  last_day constant timestamptz := date_trunc('day', until, 'UTC');
  total integer;
  edges integer;
BEGIN
  IF first_hour > last_hour THEN
    SELECT count(*) INTO total FROM submissions s WHERE s.analyzed AND s.listed AND s.score >= lowest
      AND s.created_at >= since AND s.created_at < until;
    RETURN total;
  END IF;
  IF first_day < last_day THEN
    SELECT coalesce(sum(entries), 0) INTO total FROM board_times WHERE score >= lowest AND (
      span = 'day' AND starts_at >= first_day AND starts_at < last_day
      OR span = 'hour' AND (starts_at >= first_hour AND starts_at < first_day OR starts_at >= last_day AND starts_at < last_hour));
  ELSE
    SELECT coalesce(sum(entries), 0) INTO total FROM board_times WHERE score >= lowest
      AND span = 'hour' AND starts_at >= first_hour AND starts_at < last_hour;
  END IF;
  -- What is left of an hour at either end.
  IF since < first_hour THEN
    SELECT count(*) INTO edges FROM submissions s WHERE s.analyzed AND s.listed AND s.archive_id IS NULL AND s.score >= lowest
      AND s.created_at >= since AND s.created_at < first_hour;
    total := total + edges;
  END IF;
  IF last_hour < until THEN
    SELECT count(*) INTO edges FROM submissions s WHERE s.analyzed AND s.listed AND s.archive_id IS NULL AND s.score >= lowest
      AND s.created_at >= last_hour AND s.created_at < until;
    total := total + edges;
  END IF;
  RETURN total;
END $$;

-- The line of recordings that wait, by the minute they joined it: who is asked how many are ahead adds up minutes.
CREATE TABLE waiting_runs (
  priority smallint NOT NULL,
  minute timestamptz NOT NULL,
  waiting integer NOT NULL CHECK (waiting >= 0),
  PRIMARY KEY (priority, minute)
) WITH (fillfactor = 50);
INSERT INTO waiting_runs
  SELECT priority, date_trunc('minute', queued_at), count(*) FROM recording_runs WHERE stage = 'queued' GROUP BY 1, 2;

CREATE FUNCTION follow_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.stage = 'queued' THEN
    UPDATE waiting_runs SET waiting = waiting - 1
      WHERE priority = OLD.priority AND minute = date_trunc('minute', OLD.queued_at);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.stage = 'queued' THEN
    INSERT INTO waiting_runs VALUES (NEW.priority, date_trunc('minute', NEW.queued_at), 1)
      ON CONFLICT (priority, minute) DO UPDATE SET waiting = waiting_runs.waiting + 1;
  END IF;
  RETURN NULL;
END $$;
-- At the commit: nobody waits for a minute's count while a transaction does other things.
CREATE CONSTRAINT TRIGGER recording_runs_line_new AFTER INSERT OR DELETE ON recording_runs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION follow_line();
CREATE CONSTRAINT TRIGGER recording_runs_line_moved AFTER UPDATE OF stage, priority, queued_at ON recording_runs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.stage, OLD.priority, OLD.queued_at) IS DISTINCT FROM (NEW.stage, NEW.priority, NEW.queued_at))
  EXECUTE FUNCTION follow_line();
CREATE INDEX recording_runs_running ON recording_runs (audio_sha256) WHERE stage IN ('listening', 'analyzing', 'transcribing');

-- How often a word stands in names: without it the planner takes a search that finds everything for one that finds little,
-- or the other way round, and reads the whole table either way.
CREATE STATISTICS board_words ON ((artist_name || E'\n' || track_title)) FROM submissions;
ALTER STATISTICS board_words SET STATISTICS 1000;
