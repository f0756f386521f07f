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
  pitch: () => import('#features/offers/web/pitch-page.tsx'),
  'distribution-sales': () => import('#features/distribution/web/sales-page.tsx'),
  'distribution-pitch': () => import('#features/distribution/web/partner-pitch-page.tsx'),
  'distribution-dashboard': () => import('#features/distribution/web/dashboard-page.tsx'),
  'payment-success': () => import('#features/payments/web/payment-success-page.tsx'),
  'payment-success-track': () => import('#features/payments/web/payment-success-page.tsx'),
  payment: () => import('#features/payments/web/payment-page.tsx'),
  'payment-demo': () => import('#features/payments/web/payment-demo-page.tsx'),
  'payment-demo-track': () => import('#features/payments/web/payment-demo-page.tsx'),
  receipt: () => import('#features/payments/web/receipt-page.tsx'),
  'test-bank': () => import('#features/payments/web/test-bank-page.tsx'),
  vote: () => import('#features/votes/web/vote-page.tsx'),
  'throne-vote': () => import('#features/votes/web/throne-vote-page.tsx'),
  'vote-receipt': () => import('#features/votes/web/vote-receipt-page.tsx'),
  'test-transcription': () => import('#features/staff/web/transcription-page.tsx'),
  share: () => import('#features/invitations/web/share-page.tsx'),
  invite: () => import('#features/invitations/web/invite-page.tsx'),
  partner: () => import('#features/partners/web/partner-page.tsx'),
  kit: () => import('./kit/kit-page.tsx'),
};
