/** What a page change means for the person: the window's title changes, and the keyboard starts at the new content. */
import { type AnyRouter, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Campaign } from '#campaign/document.ts';
import { useCampaign } from './campaign.ts';
import { MAIN_ID } from './page-frame.ts';

export const NOT_FOUND_TITLE = 'Page not found';

export function windowTitle(campaign: Pick<Campaign, 'product' | 'tagline'>, title: string): string {
  return title ? `${title} · ${campaign.product}` : `${campaign.product} · ${campaign.tagline}`;
}

/** Sets the title of each page, and moves focus to it after a navigation (never on the first load). */
export function followNavigation(router: AnyRouter, campaign: Campaign): void {
  router.subscribe('onResolved', () => {
    const match = router.state.matches.at(-1);
    const title = match?.status === 'notFound' ? NOT_FOUND_TITLE : match?.staticData.title;
    document.title = windowTitle(campaign, title ?? '');
  });
  // Our own memory of what is shown: a click before the first page has settled is a navigation too, and the router's
  // account of where one came from is then empty.
  let shown = window.location.pathname;
  let isFirst = true;
  router.subscribe('onRendered', ({ toLocation }) => {
    const moved = toLocation.pathname !== shown;
    const isFirstLoad = isFirst && !moved;
    shown = toLocation.pathname;
    isFirst = false;
    if (isFirstLoad) return;
    const target = toLocation.hash ? document.getElementById(toLocation.hash) : null;
    if (!moved && !target) return;
    focusQuietly(target ?? document.getElementById(MAIN_ID));
  });
}

/** Focus without scrolling: the router has just put the page where it belongs. */
function focusQuietly(element: HTMLElement | null): void {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

/** For pages whose title is known only once their data is there. */
export function usePageTitle(title: string | undefined): void {
  const campaign = useCampaign();
  useEffect(() => {
    if (title) document.title = windowTitle(campaign, title);
  }, [campaign, title]);
}

/** A parameter of the current path, as text; empty when the path has none of that name. */
export function usePathParam(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  return params[name] ?? '';
}
