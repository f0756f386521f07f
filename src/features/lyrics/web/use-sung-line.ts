/** Follows the player: which line is being sung now. */
import { useContext, useEffect, useState } from 'react';
import { PlayableContext } from '#web/ui/playable.ts';
import type { SungLine } from '../contract-sheet.ts';
import { findSungLine } from '../rules-display.ts';

export interface Singing {
  line: number | null;
  playing: boolean;
}

export function useSungLine(lines: readonly SungLine[]): Singing {
  const { audio } = useContext(PlayableContext);
  const [singing, setSinging] = useState<Singing>({ line: null, playing: false });
  useEffect(() => {
    const element = audio();
    if (!element) return;
    const look = () => {
      const playing = !element.paused;
      // At the very start nothing has been sung or chosen yet.
      const line = element.currentTime > 0 ? findSungLine(lines, element.currentTime) : null;
      setSinging((before) =>
        before.line === line && before.playing === playing ? before : { line, playing },
      );
    };
    const listening = new AbortController();
    for (const type of ['timeupdate', 'seeked', 'play', 'pause', 'ended'])
      element.addEventListener(type, look, { signal: listening.signal });
    look();
    return () => listening.abort();
  }, [audio, lines]);
  return singing;
}
