/** Kit: buttons, fields, choices, drop zone. */
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Badge, HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dropzone } from '#web/ui/dropzone.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { KitSection } from './kit-section.tsx';

const GENRES = ['Hip Hop', 'R&B', 'Pop', 'Dancehall'].map((label) => ({ value: label, label }));

export function KitControls() {
  return (
    <KitSection title="Controls">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" size="large">
          Submit your track
        </Button>
        <Button size="large">See the board</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Delete track</Button>
        <Button variant="primary" pending>
          Uploading...
        </Button>
        <Button disabled>Disabled</Button>
        <Button size="icon" aria-label="Refresh">
          <RotateCw aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <HonestyBadge tag="Sample" />
        <HonestyBadge tag="Simulation" />
        <HonestyBadge tag="Demo" />
        <HonestyBadge tag="Automated" />
        <Badge>24 tracks</Badge>
        <Badge tone="good">Live</Badge>
        <Badge tone="warm">Sent</Badge>
        <Badge tone="hot">Failed</Badge>
        <Badge tone="signal">Test mode</Badge>
      </div>
      <Fields />
    </KitSection>
  );
}

function Fields() {
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<File | null>(
    () => new File([new Uint8Array(4_200_000)], 'saltwater-teeth-final-FINAL-master-2.mp3'),
  );
  return (
    <div className="mt-10 grid gap-x-10 gap-y-8 md:grid-cols-2">
      <Field label="Artist Name" required>
        <Input name="artistName" placeholder="As it should stand on the board" />
      </Field>
      <Field label="Phone Number" hint="Only staff can see it." error="Please enter a valid phone number">
        <Input name="phone" type="tel" defaultValue="555" />
      </Field>
      <Field label="Genre">
        <Select options={GENRES} defaultValue="Pop" />
      </Field>
      <Field label="Genre, none chosen">
        <Select options={GENRES} />
      </Field>
      <Field label="Note to staff" className="md:col-span-2">
        <Textarea name="note" />
      </Field>
      <Dropzone
        label="Your track"
        file={file}
        onFile={setFile}
        accept=".mp3"
        hint="Maximum file size: 10MB"
      />
      <Dropzone label="Your track, chosen" file={chosen} onFile={setChosen} accept=".mp3" />
      <Dropzone
        label="Your track, refused"
        file={null}
        onFile={() => {}}
        error="Please upload an MP3 file"
        hint="Maximum file size: 10MB"
      />
      <div>
        <Checkbox label="Everyone I named agreed to be texted about this track" />
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Needed" error="Please confirm this first" />
        <Checkbox label="Not now" disabled />
      </div>
    </div>
  );
}
