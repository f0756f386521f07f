/** The shout that answers an uploaded track: two seconds of it, and silence where the browser wants none. */
const ADLIB_MS = 2000;
let playing: HTMLAudioElement | null = null;

export function playAdlib(src: string): void {
  playing?.pause();
  const audio = new Audio(src);
  playing = audio;
  setTimeout(() => audio.pause(), ADLIB_MS);
  audio.play().catch(() => {});
}
