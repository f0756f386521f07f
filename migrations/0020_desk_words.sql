-- Orders, reports and requests are searched and sorted on the staff desk, and stay quick at a hundred thousand rows.
-- A line break between the fields keeps what is searched for within one of them.

CREATE INDEX orders_words ON orders USING gin ((title || E'\n' || note) gin_trgm_ops);
CREATE INDEX orders_due ON orders (due_at, id);
CREATE INDEX orders_placed ON orders (opened_at, id);
CREATE INDEX orders_album ON orders (album_id) WHERE album_id IS NOT NULL;
CREATE INDEX album_submissions_words ON album_submissions USING gin ((artist_name || E'\n' || album_name) gin_trgm_ops);

CREATE INDEX reports_words ON reports USING gin ((message || E'\n' || contact) gin_trgm_ops);
CREATE INDEX reports_queue ON reports ((state = 'open'), id);

CREATE INDEX access_requests_words ON access_requests USING gin ((name || E'\n' || email || E'\n' || label) gin_trgm_ops);
CREATE INDEX access_requests_queue ON access_requests ((state = 'new'), id);
CREATE INDEX partnership_requests_words ON partnership_requests USING gin
  ((name || E'\n' || email || E'\n' || company_name) gin_trgm_ops);
CREATE INDEX partnership_requests_queue ON partnership_requests ((state = 'new'), id);

-- Payments by amount; those by date are in the order of their ids.
CREATE INDEX payment_intents_amount ON payment_intents (amount, id) WHERE provider_id IS NOT NULL;
