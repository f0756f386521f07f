/** Stages of the pipeline, in order; the last two are ends. */
export const STAGES = ['contacted', 'meeting', 'offer', 'contract', 'signed', 'declined'] as const;
export const ENDS: readonly string[] = ['signed', 'declined'];
/** Weeks a report looks back. */
export const REPORT_WEEKS = 26;
