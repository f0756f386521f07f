/** What is fixed about notices. */

/** What the keys of their texts begin with. */
export const NOTICE_KEY = 'notice:';
