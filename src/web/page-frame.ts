/** What frames every page, in words: read by the browser's layout and by the server's first paint. */

/** Where the content begins, for those who skip what stands before it. */
export const MAIN_ID = 'main';

export const DEMO_SENTENCE = 'DEMO CAMPAIGN · names, figures and offers on this site are fictional';

export interface Place {
  label: string;
  to: string;
  hash?: string;
}

/** What is the visitor's own: wherever it is linked, it says how much is new there. */
export const MINE_PLACE: Place = { label: 'My tracks', to: '/my-tracks' };

export const PLATFORM_PLACES: readonly Place[] = [
  { label: 'Upload', to: '/', hash: 'upload' },
  { label: 'Leaderboard', to: '/leaderboard' },
  { label: 'Albums', to: '/album-mode' },
  { label: 'Listen', to: '/discover/listen' },
  { label: 'Ledger', to: '/ledger' },
  MINE_PLACE,
  { label: 'About', to: '/about' },
];

export const STAFF_PLACE: Place = { label: 'A&R Login', to: '/admin/login' };

/** Where staff work: shown to whoever is signed in as one. */
export const STAFF_PLACES: readonly Place[] = [
  { label: 'Dashboard', to: '/admin/dashboard' },
  { label: 'Album database', to: '/album-dashboard' },
  { label: 'Transcription test', to: '/test-transcription' },
];

export const LEGAL_PLACES: readonly Place[] = [
  { label: 'Official rules', to: '/rules' },
  { label: 'Scoring method', to: '/method' },
  { label: 'Refunds', to: '/refunds' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Terms', to: '/terms' },
  { label: 'SMS terms', to: '/sms-terms' },
  { label: 'Support', to: '/support' },
];
