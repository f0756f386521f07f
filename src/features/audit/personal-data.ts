/** What the audit trail keeps about people: what staff did. Artists stand in it by the number of their track alone. */
import type { PersonalData } from '#ports/personal-data.ts';

export const auditData = (): PersonalData => ({
  columns: [],
  kept: {
    'the trail can be added to and nothing else, so no artist’s name or number goes into it': [
      'audit_trail.actor_name',
      'audit_trail.action',
      'audit_trail.subject_type',
      'audit_trail.subject_id',
      'audit_trail.detail',
      'audit_trail.address',
    ],
  },
});
