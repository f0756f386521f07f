/**
 * Findings that are known and not yet mended, as check-structure names them: 'file -> file', or 'feature <-> feature'.
 * The list only gets shorter: one that is mended fails until it is taken off.
 */
export const STILL_TO_CUT = [
  'audit <-> dashboard',
  'dashboard <-> invitations',
  'dashboard <-> moderation',
  'dashboard <-> orders',
  'dashboard <-> payments',
  'dashboard <-> processing',
  'src/web/staff/sort-order.tsx -> src/features/dashboard/rules.ts',
];
