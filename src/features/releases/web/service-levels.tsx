/** Plays a track as loud as each service would, and says what is lost there. Switching changes nothing but the level. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { claimTogether, createSound, type LevelledSound } from '#web/levelled-sound.ts';
import { classNames } from '#web/ui/class-names.ts';
import { FieldError } from '#web/ui/field.tsx';
import { PlayButton } from '#web/ui/play-button.tsx';
import { type Loud, playAt, SERVICES, sayLoss, toFactor } from '../rules-levels.ts';

interface LevelsProps {
  src: string;
  label: string;
  loud: Loud;
}

export function ServiceLevels({ src, label, loud }: LevelsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const service = SERVICES.find(({ name }) => name === chosen) ?? null;
  const level = service ? toFactor(playAt(service, loud).gainDb) : 1;
  const { playing, error, toggle } = useSound(src, level);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-4">
        <PlayButton playing={playing} label={`${label}, ${chosen ?? 'as sent'}`} onClick={toggle} />
        <div role="radiogroup" aria-label="Play it as" className="flex flex-wrap gap-2">
          {[null, ...SERVICES.map(({ name }) => name)].map((name) => (
            <label
              key={name}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center rounded-md border px-3 text-sm has-focus-visible:outline-2',
                name === chosen ? 'border-signal text-signal' : 'border-line text-muted',
              )}
            >
              <input
                type="radio"
                name={`levels-${src}`}
                className="sr-only"
                checked={name === chosen}
                onChange={() => setChosen(name)}
              />
              {name ?? 'As sent'}
            </label>
          ))}
        </div>
      </div>
      <p role="status" className="max-w-prose text-sm text-muted">
        {service
          ? sayLoss(service, loud)
          : `As it was sent: ${loud.integratedLufs} LUFS, peaks at ${loud.truePeakDb} dBTP.`.replace(
              /-(?=\d)/g,
              '−',
            )}
      </p>
      <FieldError>{error}</FieldError>
    </div>
  );
}

function useSound(src: string, level: number) {
  const sound = useRef<LevelledSound | null>(null);
  const [playing, setPlaying] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const together = useMemo(() => claimTogether(() => sound.current?.pause()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another sound
  useEffect(
    () => () => {
      together.release();
      sound.current?.close();
      sound.current = null;
    },
    [src, together],
  );
  useEffect(() => sound.current?.setLevel(level), [level]);
  const open = () => {
    const made = createSound(src);
    made.element.onplay = () => setPlaying(true);
    made.element.onpause = () => setPlaying(false);
    made.element.onerror = () => setError('This cannot be played right now.');
    sound.current = made;
    return made;
  };
  const toggle = () => {
    if (playing) return sound.current?.pause();
    together.claim();
    setError(null);
    (sound.current ?? open()).play(level).catch(() => setError('Touch play once more.'));
  };
  return { playing, error, toggle };
}
