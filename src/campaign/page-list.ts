/**
 * Every page of the site, by path and title. Pure data: the server reads it too, to answer 404 for the rest.
 * `{brand}` stands for the campaign's partner path word; `:name` is a parameter. To add a page: a line here, and its
 * loader in page-loaders.ts.
 */
export interface Page {
  name: string;
  path: string;
  /** Shown before the product's name in the window title. Empty: the product and its tagline. */
  title: string;
  /** For those who build the site: not in production. */
  workshopOnly?: true;
}

export const PAGES = [
  { name: 'landing', path: '/', title: '' },
  { name: 'about', path: '/about', title: 'About' },
  { name: 'rules', path: '/rules', title: 'Official rules' },
  { name: 'method', path: '/method', title: 'Scoring method' },
  { name: 'refunds', path: '/refunds', title: 'Refunds' },
  { name: 'privacy', path: '/privacy', title: 'Privacy' },
  { name: 'terms', path: '/terms', title: 'Terms' },
  { name: 'sms-terms', path: '/sms-terms', title: 'SMS terms' },
  { name: 'support', path: '/support', title: 'Support' },
  { name: 'upload-form', path: '/upload-form', title: 'Submit a track' },
  { name: 'leaderboard', path: '/leaderboard', title: 'Leaderboard' },
  { name: 'processing', path: '/submission/:id', title: 'Processing' },
  { name: 'results', path: '/results/:id', title: 'Results' },
  { name: 'artist', path: '/artist/:id', title: 'Artist' },
  { name: 'my-tracks', path: '/my-tracks', title: 'My tracks' },
  { name: 'texts-off', path: '/texts-off/:code', title: 'Texts off' },
  { name: 'winners', path: '/winners', title: 'Winners' },
  { name: 'jury', path: '/jury', title: 'Jury' },
  { name: 'listen', path: '/listen/:token', title: 'Listen' },
  { name: 'sign-in', path: '/sign-in', title: 'Sign in' },
  { name: 'login', path: '/admin/login', title: 'A&R Login' },
  { name: 'dashboard', path: '/admin/dashboard', title: 'A&R Admin Dashboard' },
  { name: 'follow-up', path: '/admin/artist-update/:id', title: 'Follow up' },
  { name: 'pitch', path: '/artist-update/:id', title: 'Final round' },
  { name: 'distribution-sales', path: '/artist-distro/:id', title: 'Distribution' },
  { name: 'distribution-pitch', path: '/{brand}-distribution/:submissionId', title: 'Distribution' },
  { name: 'distribution-dashboard', path: '/artist-update-2/:id', title: 'Distribution dashboard' },
  { name: 'payment-success', path: '/payment-success', title: 'Payment' },
  { name: 'payment-success-track', path: '/payment-success/:id', title: 'Payment' },
  { name: 'payment', path: '/payment/:id', title: 'Payment' },
  { name: 'payment-demo', path: '/payment-success-demo', title: 'Payment' },
  { name: 'payment-demo-track', path: '/payment-success-demo/:id', title: 'Payment' },
  { name: 'receipt', path: '/receipt/:code', title: 'Receipt' },
  { name: 'test-bank', path: '/test-bank/:code', title: 'Test bank' },
  { name: 'vote', path: '/artist-vote/:id', title: 'Vote' },
  { name: 'throne-vote', path: '/artist-throne-vote/:id', title: 'Vote' },
  { name: 'vote-receipt', path: '/vote-receipt/:code', title: 'Vote receipt' },
  { name: 'ledger', path: '/ledger', title: 'The public ledger' },
  { name: 'discover', path: '/discover/:view', title: 'Listen' },
  { name: 'test-transcription', path: '/test-transcription', title: 'Transcription test' },
  { name: 'share', path: '/share', title: 'Invite artists' },
  { name: 'invite', path: '/invite/:code', title: 'Your invitation' },
  { name: 'partner', path: '/{brand}-platform', title: 'Partner platform' },
  { name: 'release', path: '/release/:kind/:id', title: 'Release' },
  { name: 'album-mode', path: '/album-mode', title: 'Album mode' },
  { name: 'album-selected', path: '/album-selected/:id', title: 'Album offer' },
  { name: 'album-dashboard', path: '/album-dashboard', title: 'Album Database' },
  { name: 'album-publish', path: '/album-publish', title: 'Publish your album' },
  { name: 'kit', path: '/kit', title: 'Component kit', workshopOnly: true },
] as const satisfies readonly Page[];

export type PageName = (typeof PAGES)[number]['name'];

/** Old or short addresses. The query is kept. */
export const REDIRECTS = [
  { from: '/{brand}', to: '/{brand}-platform' },
  { from: '/admin', to: '/admin/dashboard' },
  { from: '/success', to: '/payment-success' },
] as const;

export function fillBrand(path: string, pathWord: string): string {
  return path.replaceAll('{brand}', pathWord);
}

/** The pages a campaign has, their paths filled in. */
export function listPages(campaign: { partner: { pathWord: string } }, workshop = false) {
  return PAGES.filter((page: Page) => workshop || !page.workshopOnly).map((page) => ({
    ...page,
    path: fillBrand(page.path, campaign.partner.pathWord),
  }));
}
