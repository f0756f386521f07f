-- The best tracks whose names match one of the patterns, in the order of the board. Which way is quick depends on how common the
-- words are, and what the planner makes of that may be a thousand times off: so it is tried out instead of estimated.

-- Within a band of the score, by the index of its words: never by walking over it.
CREATE FUNCTION search_band(matching text, low integer, high integer, most integer) RETURNS integer[]
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = on SET enable_sort = on AS $$
DECLARE
  found integer[];
BEGIN
  EXECUTE format(
    'SELECT array_agg(id ORDER BY score DESC, created_at, id) FROM (
       SELECT s.id, s.score, s.created_at FROM submissions s
       WHERE s.analyzed AND s.listed AND s.score >= %s AND s.score < %s AND %s
       ORDER BY s.score DESC, s.created_at, s.id LIMIT %s) best', low, high, matching, most) INTO found;
  RETURN coalesce(found, '{}');
END $$;

-- The walk goes along the index of the board, and never sorts everything to begin with.
CREATE FUNCTION search_board(patterns text[], of_genre text, most integer) RETURNS integer[]
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  genre text := CASE WHEN of_genre = '' THEN '' ELSE format(' AND s.genre = %L', of_genre) END;
  matching text := (SELECT string_agg(format('(s.artist_name || E''\n'' || s.track_title) ILIKE %L', pattern), ' OR ')
    FROM unnest(patterns) pattern);
  walked text;
  found integer[];
  high integer := 101;
  low integer;
BEGIN
  -- A word that several of the first three hundred have is common: the rest is found by going on.
  FOREACH walked IN ARRAY ARRAY['300', 'ALL'] LOOP
    EXECUTE format('SELECT array_agg(id) FROM (
      SELECT s.id FROM (SELECT s.id, s.score, s.created_at, s.artist_name, s.track_title FROM submissions s
        WHERE s.analyzed AND s.listed%s ORDER BY s.score DESC, s.created_at, s.id LIMIT %s OFFSET 0) s
      WHERE %s ORDER BY s.score DESC, s.created_at, s.id LIMIT %s) best', genre, walked, matching, most) INTO found;
    IF walked = 'ALL' OR cardinality(found) >= most THEN
      RETURN found;
    END IF;
    EXIT WHEN found IS NULL OR cardinality(found) < 15;
  END LOOP;
  found := '{}';
  matching := format('(%s)%s', matching, genre);
  FOREACH low IN ARRAY ARRAY[95, 90, 80, 70, 60, 50, 0] LOOP
    found := found || search_band(matching, low, high, most - cardinality(found));
    EXIT WHEN cardinality(found) >= most;
    high := low;
    -- Hardly one among the first so many: there are few anywhere, and one look finds them.
    IF cardinality(found) <= 5 AND low > 0 AND
      (SELECT sum(entries) FILTER (WHERE score >= low) > 0.03 * sum(entries) FROM board_cells) THEN
      RETURN found || search_band(matching, 0, high, most - cardinality(found));
    END IF;
  END LOOP;
  RETURN found;
END $$;
