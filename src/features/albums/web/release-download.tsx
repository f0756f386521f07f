/** After paying: that it is ordered, and the package a distributor wants. */
import { endpointUrl } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { getRelease } from '../contract.ts';

export function ReleaseDownload({ albumId, receipt }: { albumId: number; receipt: string | null }) {
  const href = endpointUrl(getRelease, {
    params: { id: String(albumId) },
    query: { receipt: receipt ?? undefined },
  });
  return (
    <div className="rounded-md border border-good/60 p-5">
      <p className="silk text-good">Paid</p>
      <p className="mt-2">Distribution of this album is ordered. Our staff work on it within 14 days.</p>
      <Button asChild variant="primary" className="mt-4">
        <a href={href} download>
          Download the release package
        </a>
      </Button>
      <p className="mt-2 text-sm text-muted">Cover, the three tracks and a metadata sheet, as a ZIP file.</p>
      {receipt && (
        <p className="mt-3 text-sm">
          <a href={`/receipt/${receipt}`} className="underline underline-offset-4 hover:text-signal">
            Your receipt
          </a>
        </p>
      )}
    </div>
  );
}
