// The compiler keeps the audit trail honest: an entry is part of a transaction, and somebody stands behind it.
import { expectTypeOf, test } from 'vitest';
import type { AuditEntry, recordAudit, StaffActor } from './audit.ts';
import type { Db, Tx } from './db/connect.ts';

test('an entry is written in a transaction: a bare connection does not compile', () => {
  expectTypeOf<Parameters<typeof recordAudit>[0]>().toEqualTypeOf<Tx>();
  expectTypeOf<Db>().not.toExtend<Tx>();
});

test('an entry names a person or says outright that it was the system', () => {
  expectTypeOf<AuditEntry['actor']>().toEqualTypeOf<StaffActor | 'system'>();
  expectTypeOf<null | undefined>().not.toExtend<AuditEntry['actor']>();
});
