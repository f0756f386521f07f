-- When browsers have to work for an unproven vote, and votes whose form a program filled in (docs/adr/0044-votes-that-cost-work.md).

-- How many unproven votes were held lately is asked every few seconds. Those that staff let count were none of a program's.
CREATE INDEX votes_suspect ON votes (created_at) WHERE proof = 'none' AND state IN ('held', 'voided');

-- A field that no person sees was filled in.
ALTER TABLE vote_inbox ADD COLUMN trapped boolean NOT NULL DEFAULT false;
