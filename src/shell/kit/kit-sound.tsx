/** Kit: player and waveforms. */
import { audioUrl } from '#web/audio-url.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Card } from '#web/ui/card.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { KIT_PEAKS } from './kit-data.ts';
import { KitSection } from './kit-section.tsx';

const SECTIONS = [
  { label: 'Intro', start: 0, end: 18 },
  { label: 'Verse', start: 18, end: 58 },
  { label: 'Hook', start: 58, end: 98, isHook: true },
  { label: 'Verse', start: 98, end: 140 },
  { label: 'Bridge', start: 140, end: 152 },
  { label: 'Hook', start: 152, end: 200, isHook: true },
];
const MARKERS = [
  { at: 58, label: 'hook, first time', tone: 'good' as const },
  { at: 114, label: 'vocal buried 4 dB', tone: 'warm' as const },
  { at: 175, label: 'clipping, 212 samples', tone: 'hot' as const },
];

export function KitSound() {
  return (
    <KitSection title="Sound">
      <Card title="Player with sections and moments">
        <AudioPlayer
          src={audioUrl('')}
          label="Sample track"
          size="large"
          peaks={KIT_PEAKS}
          duration={221}
          sections={SECTIONS}
          markers={MARKERS}
        />
      </Card>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <Card title="Small, file missing">
          <AudioPlayer src="/api/audio/nothing-here.mp3" label="Missing track" peaks={KIT_PEAKS} />
        </Card>
        <Card title="Without peaks">
          <AudioPlayer src={audioUrl('')} label="Track without peaks" preload="none" />
        </Card>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-8">
        <MiniWaveform peaks={KIT_PEAKS} progress={0.3} className="h-11 w-72" />
        <MiniWaveform peaks={KIT_PEAKS} className="h-11 w-72" />
        <MiniWaveform peaks={null} className="h-11 w-72" />
      </div>
    </KitSection>
  );
}
