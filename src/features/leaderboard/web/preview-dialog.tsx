/** Listen to a track of the ranking without leaving it. */
import { Link } from '@tanstack/react-router';
import { audioUrl } from '#web/audio-url.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Row } from '../contract.ts';
import { isSample } from '../copy-samples.ts';
import { Score } from './board-parts.tsx';

export default function PreviewDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={row.trackTitle}
      description={row.artistName}
    >
      {isSample(row) && (
        <p className="mb-4 flex flex-wrap items-center gap-3 text-sm text-muted">
          <HonestyBadge tag="Sample" />
          This song is made up. What you hear is our sample track.
        </p>
      )}
      <AudioPlayer
        src={audioUrl(row.audioFilePath)}
        label={`${row.trackTitle} by ${row.artistName}`}
        peaks={row.peaks}
        duration={row.duration}
      />
      <div className="mt-3 flex items-center justify-between gap-4 border-t border-line pt-3">
        <span className="silk text-muted">Score</span>
        <Score score={row.score} />
      </div>
      {!isSample(row) && (
        <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-5">
          <Button asChild variant="primary" size="large" className="flex-1">
            <Link to={`/artist-vote/${row.id}`}>Vote free</Link>
          </Button>
          <Button asChild size="large">
            <Link to={`/results/${row.id}`}>See the analysis</Link>
          </Button>
        </div>
      )}
    </Dialog>
  );
}
