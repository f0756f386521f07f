/** Numbers and choices that both sides know. */

/** A new password has at least so many characters; older, shorter ones still open the door. */
export const PASSWORD_MIN = 12;

/** From who listens to who looks after the house; each may do what those before may. */
export const STAFF_ROLES = ['reviewer', 'a&r', 'owner'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What an applicant confirms on the sign-in page. */
export const ACCESS_REQUIREMENTS = [
  'Works at a major label',
  'Ready to sign talent',
  'Authorized to make signing decisions',
] as const;
