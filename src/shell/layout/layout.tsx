/** The frame of every page: demo bar, header, main, footer. Main is a screen high, so the footer never jumps. */
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { MAIN_ID } from '#web/page-frame.ts';
import { orElse } from '#web/ui/lazy-part.tsx';
import { DemoBar } from './demo-bar.tsx';
import { Header } from './header.tsx';
import { OfflineHint } from './offline-hint.tsx';

/** Below every first screen, so it may come after it. */
const Footer = lazy(orElse(() => import('./footer.tsx')));

export function Layout() {
  return (
    <>
      <a
        href={`#${MAIN_ID}`}
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-md bg-signal px-4 py-3 font-semibold text-ink focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(MAIN_ID)?.focus();
        }}
      >
        Skip to content
      </a>
      <DemoBar />
      <Header />
      <main id={MAIN_ID} tabIndex={-1} className="min-h-[calc(100svh-4rem)] outline-none">
        <Outlet />
      </main>
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
      <OfflineHint />
    </>
  );
}
