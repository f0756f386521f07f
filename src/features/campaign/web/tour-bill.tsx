/** The tour poster on the wall, with one line free: what is typed as artist name and title is set in it while typing. */
import type { CSSProperties } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { classNames } from '#web/ui/class-names.ts';

interface TourBillProps {
  artistName: string;
  trackTitle: string;
  className?: string;
}

export function TourBill({ artistName, trackTitle, className }: TourBillProps) {
  const { label, celebrity, album, tour } = useCampaign();
  return (
    <figure className={className}>
      <div className="@container relative bg-bone px-[6cqw] pt-10 pb-7 text-ink lg:-rotate-[1.1deg]">
        <Tape className="-top-3 left-8 -rotate-3" />
        <Tape className="-top-3 right-8 rotate-2" />
        <p className="silk text-[0.6875rem]">{label} presents</p>
        <p className="poster mt-3" style={fitLine(celebrity, 12.5)}>
          {celebrity}
        </p>
        <dl className="mt-6 border-t-4 border-ink">
          <BillLine act={album.name} when={album.releasing} />
          <BillLine act={tour.name} when={tour.start} />
        </dl>
        <p className="silk mt-6 text-[0.6875rem]">With</p>
        <FreeLine artistName={artistName} trackTitle={trackTitle} />
      </div>
      <figcaption className="mt-5 text-sm text-muted">
        The free line is filled by somebody from the board. Uploading books nothing, and costs nothing.
      </figcaption>
    </figure>
  );
}

function BillLine({ act, when }: { act: string; when: string }) {
  return (
    <div className="border-b border-ink/40 py-2.5">
      <dt className="plate text-lg">{act}</dt>
      <dd className="text-sm">{when}</dd>
    </div>
  );
}

function FreeLine({ artistName, trackTitle }: { artistName: string; trackTitle: string }) {
  const name = artistName.trim();
  const title = trackTitle.trim();
  const shown = name || 'Your name';
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'mt-2 grid min-h-30 content-center overflow-hidden border-2 px-3 py-3 transition-colors',
        name ? 'border-ink bg-signal' : 'border-dashed border-ink/50',
      )}
    >
      <p
        style={fitLine(shown, 13)}
        className={classNames('poster line-clamp-2 leading-[0.95] break-words', !name && 'opacity-60')}
      >
        {shown}
      </p>
      <p className="mt-1.5 truncate text-sm font-medium">{title ? `“${title}”` : 'and your track'}</p>
    </div>
  );
}

/** Type as large as its line allows: a share of the poster's width for each letter, within a largest size. */
function fitLine(text: string, largestCqw: number): CSSProperties {
  const longestWord = Math.max(...text.split(/\s+/).map((word) => word.length), 4);
  return {
    fontSize: `max(1.125rem, min(${largestCqw}cqw, calc(80cqw / ${(longestWord * 0.8).toFixed(1)})))`,
  };
}

const Tape = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classNames('gaffer absolute h-7 w-24', className)} />
);
