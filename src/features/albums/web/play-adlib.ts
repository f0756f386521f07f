/** The ad-lib played after an upload: two seconds, or nothing where the browser does not allow sound. */
const ADLIB_MS = 2000;
let playing: HTMLAudioElement | null = null;

export function playAdlib(src: string): void {
  playing?.pause();
  const audio = new Audio(src);
  playing = audio;
  setTimeout(() => audio.pause(), ADLIB_MS);
  audio.play().catch(() => {});
}
