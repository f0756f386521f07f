-- Companies that ask to become partners, and what was done about it.
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
