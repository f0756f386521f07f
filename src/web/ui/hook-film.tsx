/** The key that films the hook. What films it is loaded when it is pressed. */
import { useEffect, useRef, useState } from 'react';
import type { FilmedTrack } from '../film-hook.ts';
import { Button } from './button.tsx';
import { passFile } from './pass-file.ts';
import { toast } from './toast-store.ts';

/** What this browser may lack: recording, or a canvas that can be recorded. */
const canFilm = () => typeof MediaRecorder !== 'undefined' && 'captureStream' in HTMLCanvasElement.prototype;

type State = { step: 'idle' } | { step: 'filming'; percent: number } | { step: 'ready'; film: Blob };

export function HookFilm({ track, title }: { track: FilmedTrack; title: string }) {
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
      toast({ title: 'The film was not made', description: 'Try again.', variant: 'destructive' });
    }
  };
  if (state.step === 'ready') {
    const ending = state.film.type.startsWith('video/mp4') ? 'mp4' : 'webm';
    return (
      <Button variant="primary" onClick={() => void passFile(state.film, `${title}.${ending}`)}>
        Get the film
      </Button>
    );
  }
  return (
    <Button pending={state.step === 'filming'} onClick={film}>
      {state.step === 'filming' ? `Filming ${state.percent}%` : 'Hook video'}
    </Button>
  );
}
