// One process's share of rendering: songs `first`, `first + step` and so on, below `count`.
import { renderSong } from './songs.ts';

const [first, step, count] = process.argv.slice(2).map(Number);
for (let index = first; index < count; index += step) {
  await renderSong(index);
  console.log(`song ${index + 1} of ${count}`);
}
