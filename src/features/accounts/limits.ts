/** Numbers and choices that both sides know. */

/** What an applicant confirms on the sign-in page. */
export const ACCESS_REQUIREMENTS = [
  'Works at a major label',
  'Ready to sign talent',
  'Authorized to make signing decisions',
] as const;
