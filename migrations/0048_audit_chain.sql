-- The audit trail as a chain (docs/adr/0035-two-database-roles.md): each link hashes the one before it and an entry, so that
-- nobody can change, remove or slip in an entry without every later link being another. The sealer adds links, and puts
-- the last one into the public ledger once a day.
CREATE TABLE audit_chain (
  -- 1, 2, 3 …: in the order of the seals, not of the ids, which commit out of order.
  position bigint PRIMARY KEY CHECK (position > 0),
  audit_id bigint NOT NULL UNIQUE,
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON audit_chain
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The moment as a number: its spelling would depend on the session's time zone.
CREATE FUNCTION hash_audit(before bytea, entry audit_trail) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(before || convert_to(jsonb_build_array(entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.actor_name,
    entry.action, entry.subject_type, entry.subject_id, entry.detail, entry.address)::text, 'UTF8'))
$$;

-- Adds what is new and answers with the end of the chain. Runs as the schema's owner: the app itself may only read it.
CREATE FUNCTION chain_audit(OUT entries bigint, OUT head bytea) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  entry audit_trail;
BEGIN
  SELECT c.position, c.hash INTO entries, head FROM audit_chain c ORDER BY c.position DESC LIMIT 1;
  entries := coalesce(entries, 0);
  head := coalesce(head, sha256(convert_to('soundcheck/audit/v1', 'UTF8')));
  -- An entry may become visible after others with higher ids; none is ten thousand late, for no transaction lives so long.
  FOR entry IN
    SELECT a.* FROM audit_trail a
    WHERE a.id > coalesce((SELECT max(c.audit_id) FROM audit_chain c), 0) - 10000
      AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = a.id)
    ORDER BY a.id
  LOOP
    entries := entries + 1;
    head := hash_audit(head, entry);
    INSERT INTO audit_chain VALUES (entries, entry.id, head);
  END LOOP;
END $$;

-- What the ledger last said of the chain: the day, how many entries, the last link.
ALTER TABLE ledger_log ADD audit_seal jsonb;

-- The documents behind sealed hashes are as final as the hashes.
CREATE TRIGGER ledger_rules_append_only BEFORE UPDATE OR DELETE ON ledger_rules
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_rules_no_truncate BEFORE TRUNCATE ON ledger_rules
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
