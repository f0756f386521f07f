/** Hides a track with a reason, or brings it back. */
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { DeedDialog } from '#web/staff/deed-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { hideTrack, showTrack } from '../../calls.ts';

interface HideTrackProps {
  track: { id: number; hiddenReason: string | null };
  onChanged: () => void;
}

export function HideTrack(props: HideTrackProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        {props.track.hiddenReason === null ? 'Hide track' : 'Unhide track'}
      </Button>
      {asking && <HideDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function HideDialog({ track, onClose, onChanged }: HideTrackProps & { onClose: () => void }) {
  const hiding = track.hiddenReason === null;
  return (
    <DeedDialog
      title={hiding ? 'Hide this track' : 'Bring this track back'}
      text={
        hiding ? 'It leaves leaderboard, results and voting; its artist and staff still see it.' : undefined
      }
      label={hiding ? 'Hide' : 'Unhide'}
      act={(reason) =>
        callEndpoint(hiding ? hideTrack : showTrack, { params: { id: String(track.id) }, body: { reason } })
      }
      done={hiding ? 'Track hidden' : 'Track is public again'}
      onDone={onChanged}
      onClose={onClose}
    />
  );
}
