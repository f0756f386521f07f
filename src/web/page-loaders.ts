/** Where each page's code is. One dynamic import a page, so each is a file of its own in the build. */
import type { ComponentType } from 'react';
import type { PageName } from './page-list.ts';

export type PageLoader = () => Promise<{ default: ComponentType }>;

export const PAGE_LOADERS: Record<PageName, PageLoader> = {
  landing: () => import('#features/campaign/web/landing-page.tsx'),
  about: () => import('#features/campaign/web/about-page.tsx'),
  rules: () => import('#features/campaign/web/rules-page.tsx'),
  method: () => import('#features/campaign/web/method-page.tsx'),
  refunds: () => import('#features/campaign/web/refunds-page.tsx'),
  privacy: () => import('#features/campaign/web/privacy-page.tsx'),
  terms: () => import('#features/campaign/web/terms-page.tsx'),
  'sms-terms': () => import('#features/campaign/web/sms-terms-page.tsx'),
  support: () => import('#features/campaign/web/support-page.tsx'),
  'upload-form': () => import('#features/submissions/web/upload-form-page.tsx'),
  leaderboard: () => import('#features/leaderboard/web/leaderboard-page.tsx'),
  processing: () => import('#features/submissions/web/processing-page.tsx'),
  results: () => import('#features/analysis/web/results-page.tsx'),
  winners: () => import('#features/staff/web/winners-page.tsx'),
  login: () => import('#features/staff/web/login-page.tsx'),
  dashboard: () => import('#features/staff/web/dashboard-page.tsx'),
  'follow-up': () => import('#features/staff/web/follow-up-page.tsx'),
  kit: () => import('./kit/kit-page.tsx'),
};
