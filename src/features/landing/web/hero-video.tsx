/** The hero video as a studio monitor, with its two switches and the campaign's audio spot below it. */
import { useCampaign } from '#web/campaign.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useAudio } from '#web/ui/use-audio.ts';
import { useHeroVideo } from './use-hero-video.ts';

const SWITCH = 'grid size-11 place-items-center text-muted hover:text-bone';

export default function HeroVideo() {
  const { media, celebrity } = useCampaign();
  const video = useHeroVideo();
  const running = video.playing && !video.failed;
  return (
    <section aria-label={`Hero video: ${celebrity}`}>
      <div className="relative aspect-video overflow-hidden rounded-md border border-line bg-pit">
        {video.failed ? (
          <TestPattern />
        ) : (
          <video
            ref={video.element}
            src={media.heroVideo}
            poster={media.heroPoster}
            playsInline
            muted
            preload="auto"
            width={1280}
            height={720}
            data-testid="hero-video"
            className="size-full object-cover"
          />
        )}
      </div>
      <div className="flex items-center justify-between border-b border-line">
        <HeroSpot />
        {!video.failed && (
          <span className="flex items-center">
            <span
              aria-hidden="true"
              className={classNames('size-2 rounded-full', running ? 'bg-hot' : 'bg-edge')}
            />
            <button type="button" onClick={video.togglePlay} className={SWITCH}>
              <PlayGlyph playing={video.playing} />
              <span className="sr-only">
                {video.playing ? 'Pause the hero video' : 'Play the hero video'}
              </span>
            </button>
            <button type="button" onClick={video.toggleSound} aria-pressed={!video.muted} className={SWITCH}>
              <SpeakerGlyph muted={video.muted} />
              <span className="sr-only">Sound of the hero video</span>
            </button>
          </span>
        )}
      </div>
    </section>
  );
}

/** The campaign's audio spot: a few seconds, on demand. */
function HeroSpot() {
  const { media } = useCampaign();
  const spot = useAudio(media.heroAudio);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a wordless sting */}
      <audio
        ref={spot.element}
        src={media.heroAudio}
        preload="none"
        data-testid="hero-audio"
        className="hidden"
      />
      <button
        type="button"
        onClick={spot.toggle}
        aria-pressed={spot.playing}
        className="silk flex min-h-11 items-center gap-2 text-muted hover:text-bone"
      >
        <PlayGlyph playing={spot.playing} />
        {spot.error ?? (spot.playing ? 'Stop the spot' : 'Hear the spot')}
      </button>
    </>
  );
}

function PlayGlyph({ playing }: { playing: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
      <path fill="currentColor" d={playing ? 'M7 5h4v14H7zM13 5h4v14h-4z' : 'M8 4.5v15L20 12z'} />
    </svg>
  );
}

function SpeakerGlyph({ muted }: { muted: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={classNames('size-5 fill-none stroke-current stroke-2', !muted && 'text-signal')}
    >
      <path
        d={`M11 5 6 9H3v6h3l5 4z${muted ? 'M16 9l6 6M22 9l-6 6' : 'M15 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12'}`}
      />
    </svg>
  );
}

/** No picture: the bars a monitor shows without a signal. */
function TestPattern() {
  return (
    <div className="flex size-full flex-col">
      <div
        aria-hidden="true"
        className="flex-1 bg-[linear-gradient(90deg,var(--color-bone)_0_20%,var(--color-signal)_0_40%,var(--color-good)_0_60%,var(--color-hot)_0_80%,var(--color-line)_0)] opacity-60"
      />
      <p className="silk py-3 text-center text-muted">No picture on this monitor</p>
    </div>
  );
}
