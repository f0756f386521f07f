/** Says on every page of a demo campaign that it is one. */
import { useCampaign } from '#web/campaign.ts';
import { DEMO_SENTENCE } from '#web/page-frame.ts';

export function DemoBar() {
  const { demo } = useCampaign();
  if (!demo) return null;
  return (
    <aside aria-label="About this site" className="bg-signal text-ink">
      <p className="column figures py-1.5 text-xs font-medium leading-4">{DEMO_SENTENCE}</p>
    </aside>
  );
}
