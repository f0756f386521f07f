-- Companies that ask to become partners, and whether they were answered.
CREATE TABLE partnership_requests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name varchar(255) NOT NULL,
  email varchar(255) NOT NULL,
  company_name varchar(255) NOT NULL,
  message text NOT NULL CHECK (length(message) BETWEEN 10 AND 5000),
  state varchar(10) NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'answered', 'declined')),
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  CHECK ((state = 'new') = (decided_at IS NULL))
);
-- The staff list, new ones first. In its search, line breaks keep a match within one field.
CREATE INDEX partnership_requests_queue ON partnership_requests ((state = 'new'), id);
CREATE INDEX partnership_requests_words ON partnership_requests USING gin
  ((name || E'\n' || email || E'\n' || company_name) gin_trgm_ops);
