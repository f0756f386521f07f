-- A third kind of account: reviewers listen, rate and write notes, and decide nothing.
ALTER TABLE admins DROP CONSTRAINT admins_role_check;
ALTER TABLE admins ADD CONSTRAINT admins_role_check CHECK (role IN ('reviewer', 'a&r', 'owner'));
