/** Kit: meters, strips, gauge, counters, progress. */
import { useState } from 'react';
import { createServerClock } from '#web/server-clock.ts';
import { ChannelStrip, Mixer } from '#web/ui/channel-strip.tsx';
import { Gauge } from '#web/ui/gauge.tsx';
import { LevelMeter, Progress, VuMeter } from '#web/ui/level-meter.tsx';
import { TapeCounter } from '#web/ui/tape-counter.tsx';
import { useCountdown } from '#web/ui/use-countdown.ts';
import { KIT_CHANNELS } from './kit-data.ts';
import { KitSection } from './kit-section.tsx';

export function KitDashboard() {
  const [clock] = useState(() => createServerClock(0));
  const running = useCountdown(462_000, clock);
  const [channel, setChannel] = useState('Hook');
  return (
    <KitSection title="Mixer">
      <div className="grid gap-10 md:grid-cols-3">
        <TapeCounter seconds={running} caption="Time left to lock in your top spot" closedLabel="CLOSED">
          Submit inside this window and your track goes to the front of the listening queue.
        </TapeCounter>
        <TapeCounter seconds={24} caption="Last seconds" size="medium" />
        <TapeCounter seconds={0} caption="Time left to lock in your top spot" closedLabel="CLOSED" />
      </div>
      <div className="mt-10 grid items-start gap-6 sm:grid-cols-2 lg:grid-cols-3">
        <Gauge value={74} label="Score" caption="readiness 93" />
        <Gauge value={96} label="Hot" />
        <Gauge value={null} label="Readiness" caption="not measured yet" />
      </div>
      <div className="mt-6">
        <Mixer label="Channels">
          {KIT_CHANNELS.map(([label, raw]) => (
            <ChannelStrip
              key={label}
              label={label}
              raw={raw}
              selected={channel === label}
              onSelect={() => setChannel(label)}
            />
          ))}
        </Mixer>
      </div>
      <div className="mt-10 grid gap-8 md:grid-cols-2">
        <div className="space-y-5">
          <VuMeter label="Saltwater Teeth" value={83} />
          <VuMeter label="Loudness" value={97} figure="-6.1 LUFS" />
          <LevelMeter value={40} className="h-4 w-40" />
        </div>
        <div className="space-y-5">
          <Progress label="Uploading..." value={42.7} />
          <Progress label="Track Uploaded" value={100} figure="done" />
          <Progress label="Waiting for the server" value={null} />
        </div>
      </div>
    </KitSection>
  );
}
