/** After payment: the order, and the release package for the distributor. */
import { Link } from '@tanstack/react-router';
import { endpointUrl } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { getRelease } from '../calls.ts';

/** `mine`: this browser sent the album, so the server gives it the package; others get it from their receipt. */
export function ReleaseDownload({ albumId, mine }: { albumId: number; mine: boolean }) {
  return (
    <div className="rounded-md border border-good/60 p-5">
      <p className="silk text-good">Paid</p>
      <p className="mt-2">Distribution of this album is ordered. Our staff work on it within 14 days.</p>
      {mine ? (
        <>
          <Button asChild variant="primary" className="mt-4">
            <a href={endpointUrl(getRelease, { params: { id: String(albumId) } })} download>
              Download the release package
            </a>
          </Button>
          <p className="mt-2 text-sm text-muted">
            What a distributor takes, as a ZIP file.{' '}
            <Link to="/release/$kind/$id" params={{ kind: 'album', id: String(albumId) }}>
              Say what stores have to know
            </Link>{' '}
            to make it whole.
          </p>
        </>
      ) : (
        <p className="mt-3 text-sm text-muted">
          The release package is on the receipt of that payment, and in the browser that sent the album.
        </p>
      )}
    </div>
  );
}
