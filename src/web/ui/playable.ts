/** The page's one player, for everything on the page that plays a moment of it or follows it in time. */
import { createContext } from 'react';

export interface Playable {
  /** Seconds of the whole track: times past it are no times of this track. */
  duration: number;
  playFrom: (seconds: number) => void;
  /** The page's player, once it is there: for what follows it in time. */
  audio: () => HTMLAudioElement | null;
}

export const PlayableContext = createContext<Playable>({
  duration: 0,
  playFrom: () => {},
  audio: () => null,
});
