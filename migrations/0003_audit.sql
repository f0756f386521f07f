-- Who did what, when, to what. Never changed and never deleted, so it refers to no other table.
CREATE TABLE audit_trail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id integer,
  actor_name text NOT NULL,
  action varchar(60) NOT NULL CHECK (action ~ '^[a-z-]+\.[a-z-]+$'),
  subject_type varchar(30),
  subject_id text,
  detail jsonb NOT NULL DEFAULT '{}',
  address text
);
CREATE INDEX audit_trail_action ON audit_trail (action, id DESC);
CREATE INDEX audit_trail_subject ON audit_trail (subject_type, subject_id, id DESC);
CREATE INDEX audit_trail_actor ON audit_trail (actor_id, id DESC);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '23001';
END $$;
CREATE TRIGGER audit_trail_append_only BEFORE UPDATE OR DELETE ON audit_trail
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_trail_no_truncate BEFORE TRUNCATE ON audit_trail
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
