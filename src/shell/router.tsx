/** Turns the page list into routes: lazy pages inside one layout, redirects, and the 404 for everything else. */
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Campaign } from '#campaign/document.ts';
import { fillBrand, listPages, REDIRECTS } from '#campaign/page-list.ts';
import { followNavigation, NOT_FOUND_TITLE } from '#web/page-navigation.ts';
import { parseSearch, stringifySearch } from '#web/search-params.ts';
import { Layout } from './layout/layout.tsx';
import { PageFault } from './layout/page-fault.tsx';
import { PagePending } from './layout/page-pending.tsx';
import { PAGE_LOADERS, type PageLoader } from './page-loaders.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
  }
}

/** `/results/:id` as the router writes it: `/results/$id`. */
const toRouterPath = (path: string, campaign: Campaign) =>
  fillBrand(path, campaign.partner.pathWord).replace(/:([A-Za-z]+)/g, '$$$1');

const NotFoundPage = lazyRouteComponent(() => import('./layout/not-found-page.tsx'));
const rootRoute = createRootRoute({ component: Layout, notFoundComponent: NotFoundPage });

/** The router reloads a page whose code will not load, which helps after a new version; offline it would show the browser's own page. */
function explainOffline(cause: unknown): never {
  if (navigator.onLine) throw cause;
  throw new Error('The page could not be fetched: there is no network.', { cause });
}

function createPageRoute(path: string, title: string, load: PageLoader): AnyRoute {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(() => load().catch(explainOffline)),
    staticData: { title },
  });
}

function createRedirectRoute(from: string, to: string): AnyRoute {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: from,
    beforeLoad: ({ search }) => {
      throw redirect({ to, search, replace: true });
    },
  });
}

function createRoutes(campaign: Campaign): AnyRoute[] {
  const workshop = import.meta.env.DEV || document.querySelector('meta[name=workshop]') !== null;
  const shown = listPages(campaign, workshop);
  const pages = shown.map((page) =>
    createPageRoute(toRouterPath(page.path, campaign), page.title, PAGE_LOADERS[page.name]),
  );
  const redirects = REDIRECTS.map(({ from, to }) =>
    createRedirectRoute(toRouterPath(from, campaign), toRouterPath(to, campaign)),
  );
  const unknown = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    component: NotFoundPage,
    staticData: { title: NOT_FOUND_TITLE },
  });
  return [...pages, ...redirects, unknown];
}

export function createAppRouter(campaign: Campaign) {
  const router = createRouter({
    routeTree: rootRoute.addChildren(createRoutes(campaign)),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    scrollRestorationBehavior: 'instant',
    defaultPreload: 'intent',
    defaultPendingMs: 120,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFault,
    defaultNotFoundComponent: NotFoundPage,
  });
  followNavigation(router, campaign);
  return router;
}
