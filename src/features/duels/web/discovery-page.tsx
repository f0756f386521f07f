/** /discover: listening, the blind duel and its ranking in one file, because the landing page carries a loader for each. */
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { DuelPage } from './duel-page.tsx';
import { DuelRankingPage } from './duel-ranking-page.tsx';
import { ListenPage } from './listen-page.tsx';

const VIEWS = {
  listen: { title: 'Listen', View: ListenPage },
  duel: { title: 'Blind duel', View: DuelPage },
  ranking: { title: 'Duel ranking', View: DuelRankingPage },
};

export default function DiscoveryPage() {
  const name = usePathParam('view');
  const { title, View } = VIEWS[Object.hasOwn(VIEWS, name) ? (name as keyof typeof VIEWS) : 'listen'];
  usePageTitle(title);
  return <View />;
}
