/** A row's buttons: listen, process again, artist link, follow-up, analysis. */
import { Link } from '@tanstack/react-router';
import { ExternalLink, Headphones, Link2, MessageSquare, RotateCw } from 'lucide-react';
import { openArtistLink } from '#features/offers/web/staff/artist-link.ts';
import { reprocess } from '#features/processing/calls.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import type { DashboardRow } from '../contract.ts';

const ICON =
  'grid size-8 pointer-coarse:size-11 place-items-center rounded-md text-muted hover:bg-raised hover:text-bone';

export function RowActions({ row, onChanged }: { row: DashboardRow; onChanged: () => void }) {
  const { busy, run } = useStaffCall();
  const again = async () => {
    await run('again', () => callEndpoint(reprocess, { params: { id: String(row.id) } }), {
      done: ({ message }) => message,
      failed: 'Reprocessing Error',
    });
    onChanged();
  };
  const about = `${row.trackTitle} by ${row.artistName}`;
  return (
    <span className="flex">
      <a
        href={`/api/submissions/${row.id}/audio`}
        target="_blank"
        rel="noreferrer"
        className={ICON}
        title="Open audio"
      >
        <Headphones aria-hidden="true" className="size-4" />
        <span className="sr-only">Open the audio of {about} in a new tab</span>
      </a>
      {!row.analyzed && (
        <button type="button" disabled={busy !== null} onClick={again} className={ICON} title="Re-process">
          <RotateCw aria-hidden="true" className="size-4" />
          <span className="sr-only">Re-process {about}</span>
        </button>
      )}
      <button
        type="button"
        onClick={() => void openArtistLink(row.id)}
        className={ICON}
        title="Copy and open the artist link"
      >
        <Link2 aria-hidden="true" className="size-4" />
        <span className="sr-only">Copy and open the artist link of {about}</span>
      </button>
      <Link to="/admin/artist-update/$id" params={{ id: String(row.id) }} className={ICON} title="Follow up">
        <MessageSquare aria-hidden="true" className="size-4" />
        <span className="sr-only">Follow up with {row.artistName}</span>
      </Link>
      {row.analyzed && (
        <a
          href={`/results/${row.id}`}
          target="_blank"
          rel="noreferrer"
          className={ICON}
          title="View analysis"
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          <span className="sr-only">View the analysis of {about}</span>
        </a>
      )}
    </span>
  );
}
