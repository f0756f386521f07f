/** Every component of the kit in its states, for development and the accessibility check. */

import { KitDashboard } from './kit-console.tsx';
import { KitControls } from './kit-controls.tsx';
import { KitPanels } from './kit-panels.tsx';
import { KitSound } from './kit-sound.tsx';

export default function KitPage() {
  return (
    <div className="column pt-12">
      <p className="silk text-muted">For those who build it</p>
      <h1 className="poster mt-3 text-[clamp(3rem,11vw,9rem)]">The kit</h1>
      <KitDashboard />
      <KitSound />
      <KitControls />
      <KitPanels />
    </div>
  );
}
