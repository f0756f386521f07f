/** Starts the browser app: campaign from the page, query client, router. */
import '#web/trusted-text.ts';
import '#web/csp-nonce.ts';
import '#web/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CampaignContext, readCampaign } from '#web/campaign.ts';
import { createQueryClient } from '#web/query-client.ts';
import { ReportDialogContext } from '#web/report-dialog.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { AppBoundary } from './layout/app-boundary.tsx';
import { createAppRouter } from './router.tsx';

const campaign = readCampaign();
const router = createAppRouter(campaign);
const queryClient = createQueryClient();
const ReportDialog = lazy(() => import('#features/moderation/web/report-dialog.tsx'));

/** The server's first paint stays until the page's own code is there: no second of skeletons in between. */
router.load().finally(() =>
  createRoot(document.getElementById('app')!).render(
    <StrictMode>
      <AppBoundary>
        <CampaignContext value={campaign}>
          <QueryClientProvider client={queryClient}>
            <ReportDialogContext value={ReportDialog}>
              <RouterProvider router={router} />
            </ReportDialogContext>
            <Toaster />
          </QueryClientProvider>
        </CampaignContext>
      </AppBoundary>
    </StrictMode>,
  ),
);
