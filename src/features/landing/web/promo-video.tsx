/** The promotional video in its panel: one large button, a sound switch, and words when it cannot be loaded. */
import { Volume2, VolumeX } from 'lucide-react';
import { useCampaign } from '#web/campaign.ts';
import { classNames } from '#web/ui/class-names.ts';
import { usePromoVideo } from './use-promo-video.ts';

export default function PromoVideo({ className }: { className?: string }) {
  const { media, product } = useCampaign();
  const video = usePromoVideo();
  return (
    <div
      className={classNames(
        'relative aspect-video overflow-hidden rounded-md border border-line bg-pit',
        className,
      )}
    >
      {video.failed ? (
        <Unavailable />
      ) : (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: it has no speech; the pitch stands beside it as text */}
          <video
            ref={video.element}
            src={media.promoVideo}
            poster={media.promoPoster}
            playsInline
            preload="metadata"
            width={1280}
            height={720}
            data-testid="promo-video"
            className="size-full object-cover"
          />
          <button
            type="button"
            onClick={video.toggle}
            aria-label={`${video.playing ? 'Pause' : 'Play'} the promotional video of ${product}`}
            className="group absolute inset-0 grid place-items-center -outline-offset-4"
          >
            {!video.playing && <PlayPlate />}
          </button>
          {video.playing && <SoundSwitch muted={video.muted} onClick={video.toggleSound} />}
        </>
      )}
    </div>
  );
}

const PlayPlate = () => (
  <span className="grid h-18 w-24 place-items-center rounded-md bg-ink text-signal transition-colors group-hover:text-signal-hot">
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-9">
      <path fill="currentColor" d="M8 4.5v15L20 12z" />
    </svg>
  </span>
);

function SoundSwitch({ muted, onClick }: { muted: boolean; onClick: () => void }) {
  const Glyph = muted ? VolumeX : Volume2;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-pressed={!muted}
      className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-md bg-ink/80"
    >
      <Glyph aria-hidden="true" className="size-5" />
      <span className="sr-only">Sound of the promotional video</span>
    </button>
  );
}

function Unavailable() {
  return (
    <div
      role="alert"
      className="grid size-full place-content-center justify-items-center gap-3 p-6 text-center"
    >
      <span aria-hidden="true" className="flex gap-1">
        <span className="h-4 w-6 bg-hot" />
        <span className="h-4 w-6 bg-unlit" />
        <span className="h-4 w-6 bg-unlit" />
      </span>
      <p className="plate text-2xl">Video Unavailable</p>
      <p className="text-muted">The promotional video couldn't be loaded.</p>
    </div>
  );
}
