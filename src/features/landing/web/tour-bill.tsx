/** The tour poster on the wall, with one line free: what is typed as artist name and title is set in it while typing. */
import { useCampaign } from '#web/campaign.ts';
import { classNames } from '#web/ui/class-names.ts';
import { fitPoster } from '#web/ui/poster-title.tsx';

interface TourBillProps {
  artistName: string;
  trackTitle: string;
}

export default function TourBill({ artistName, trackTitle }: TourBillProps) {
  const { label, celebrity, album, tour } = useCampaign();
  return (
    <figure>
      <div className="relative bg-bone px-5 pt-11 pb-7 text-ink sm:px-8 lg:-rotate-[1.1deg]">
        <Tape className="-top-3 left-8 -rotate-3" />
        <Tape className="-top-3 right-8 rotate-2" />
        <p className="silk text-[0.6875rem]">{label} presents</p>
        <div className="@container mt-3">
          <p className="poster leading-[0.86]" style={fitPoster(celebrity, 6)}>
            {celebrity}
          </p>
        </div>
        <dl className="mt-6 border-t-4 border-ink">
          <BillLine act={album.name} when={album.releasing} />
          <BillLine act={tour.name} when={tour.start} />
        </dl>
        <p className="silk mt-6 text-[0.6875rem]">With</p>
        <FreeLine artistName={artistName} trackTitle={trackTitle} />
      </div>
      <figcaption className="mt-5 text-sm text-muted">
        That empty line is for somebody on the board. Uploading is free and commits you to nothing.
      </figcaption>
    </figure>
  );
}

function BillLine({ act, when }: { act: string; when: string }) {
  return (
    <div className="border-b border-ink/40 py-3">
      <dt className="plate text-xl">{act}</dt>
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
        '@container mt-2 grid min-h-44 content-center overflow-hidden border-2 px-3 py-3 transition-colors',
        name ? 'border-ink bg-signal' : 'border-dashed border-ink/50',
      )}
    >
      <p
        style={fitPoster(shown, 4.5)}
        className={classNames('poster line-clamp-2 leading-[0.95] break-words', !name && 'opacity-60')}
      >
        {shown}
      </p>
      <p className="mt-1.5 truncate text-sm font-medium">{title ? `“${title}”` : 'and your track'}</p>
    </div>
  );
}

const Tape = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classNames('gaffer absolute h-7 w-24', className)} />
);
