/** Starts the browser app: campaign from the page, query client, router. */
import '#web/trusted-text.ts';
import '#web/csp-nonce.ts';
import '#web/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { CampaignContext, readCampaign } from '#web/campaign.ts';
import { createQueryClient, takeFirstAnswers } from '#web/query-client.ts';
import { ReportDialogContext } from '#web/report-dialog.ts';
import { lazyPanel } from '#web/ui/lazy-part.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { handOverFocus } from './hand-over-focus.ts';
import { AppBoundary } from './layout/app-boundary.tsx';
import { createAppRouter } from './router.tsx';

const ReportDialog = lazyPanel(
  () => import('#features/moderation/web/report-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** Between two steps, so that a slow phone can answer a finger. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The server's first paint stays until the page's own code is there: no second of skeletons in between. In a transition
 * the page is worked out in short slices.
 */
async function start(): Promise<void> {
  await pause();
  const campaign = readCampaign();
  const router = createAppRouter(campaign);
  await pause();
  const queryClient = createQueryClient();
  takeFirstAnswers(queryClient);
  // A page whose code will not load is said to be so by its route.
  await router.load().catch(() => {});
  await pause();
  const app = document.getElementById('app')!;
  handOverFocus(app);
  startTransition(() =>
    createRoot(app).render(
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
}

void start();
