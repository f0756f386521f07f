/** Listening, the blind duel and its ranking in one file: what the landing page loads must not grow with each of them. */
import { useLocation } from '@tanstack/react-router';
import { DuelPage } from './duel-page.tsx';
import { DuelRankingPage } from './duel-ranking-page.tsx';
import { ListenPage } from './listen-page.tsx';

export default function DiscoveryPage() {
  const path = useLocation().pathname;
  if (path.startsWith('/listen')) return <ListenPage />;
  return path.startsWith('/duel-ranking') ? <DuelRankingPage /> : <DuelPage />;
}
