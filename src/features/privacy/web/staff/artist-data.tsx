/** An artist's data, for an owner: exported, moved to another number, erased. */
import { useState } from 'react';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { eraseArtist, exportArtistData } from '../../calls.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface ArtistDataProps {
  /** One of the artist's tracks. */
  track: { id: number; artistName: string; phoneNumber: string };
  onChanged: () => void;
}

export function ArtistData({ track, onChanged }: ArtistDataProps) {
  const [asking, setAsking] = useState<'move' | 'erase' | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Button asChild>
        <a href={endpointUrl(exportArtistData, { params: { id: String(track.id) } })}>Export artist data</a>
      </Button>
      <Button onClick={() => setAsking('move')}>Change number</Button>
      <Button variant="danger" onClick={() => setAsking('erase')}>
        Erase artist
      </Button>
      {asking === 'move' && <MoveDialog track={track} onClose={close} onChanged={onChanged} />}
      {asking === 'erase' && (
        <EraseDialog
          who={track.artistName}
          phoneNumber={track.phoneNumber}
          erase={(body) => callEndpoint(eraseArtist, { params: { id: String(track.id) }, body })}
          onClose={close}
          onChanged={onChanged}
        />
      )}
    </>
  );
}
