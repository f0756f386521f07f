/** While it plays, the track has its name and its keys on the lock screen and on headphones. */
import { useEffect } from 'react';
import type { AudioControls } from './use-audio.ts';

const STEP_SECONDS = 10;

/** `label`: 'Saltwater Teeth by Mina Okafor'. */
export function useMediaSession({ element, playing, toggle, seek }: AudioControls, label: string): void {
  useEffect(() => {
    if (!playing || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    const cut = label.lastIndexOf(' by ');
    session.metadata = new MediaMetadata(
      cut > 0 ? { title: label.slice(0, cut), artist: label.slice(cut + 4) } : { title: label },
    );
    const by = (seconds: number) => () => seek((element.current?.currentTime ?? 0) + seconds);
    session.setActionHandler('play', toggle);
    session.setActionHandler('pause', toggle);
    session.setActionHandler('seekbackward', by(-STEP_SECONDS));
    session.setActionHandler('seekforward', by(STEP_SECONDS));
    session.setActionHandler('seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime));
  }, [element, playing, toggle, seek, label]);
}
