/** The key that films the hook. What films it is loaded when it is pressed. */
import { Film } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FilmedTrack } from '../film-hook.ts';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { passFile } from './pass-file.ts';
import { toast } from './toast-store.ts';

/** What this browser may lack: recording, or a canvas that can be recorded. */
const canFilm = () => typeof MediaRecorder !== 'undefined' && 'captureStream' in HTMLCanvasElement.prototype;

type State = { step: 'idle' } | { step: 'filming'; percent: number } | { step: 'ready'; film: Blob };

interface HookFilmProps extends Pick<ButtonProps, 'className'> {
  track: FilmedTrack;
  title: string;
}

export function HookFilm({ track, title, className }: HookFilmProps) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  if (!canFilm()) return null;
  const film = async () => {
    setState({ step: 'filming', percent: 0 });
    try {
      const { filmHook } = await import('../film-hook.ts');
      const made = await filmHook(track, {
        signal: leaving.current.signal,
        onProgress: (share) => setState({ step: 'filming', percent: Math.round(share * 100) }),
      });
      setState({ step: 'ready', film: made });
    } catch {
      if (leaving.current.signal.aborted) return;
      setState({ step: 'idle' });
      toast({ title: 'The video was not made', description: 'Try again.', variant: 'destructive' });
    }
  };
  if (state.step === 'ready') {
    const ending = state.film.type.startsWith('video/mp4') ? 'mp4' : 'webm';
    return (
      <Button
        className={classNames('border-signal', className)}
        onClick={() => void passFile(state.film, `${title}.${ending}`)}
      >
        <FilmIcon />
        Save the video
      </Button>
    );
  }
  return (
    <Button pending={state.step === 'filming'} onClick={film} className={className}>
      <FilmIcon />
      {state.step === 'filming' ? `Filming ${state.percent}%` : 'Hook video'}
    </Button>
  );
}

const FilmIcon = () => <Film aria-hidden="true" className="size-5 shrink-0" />;
