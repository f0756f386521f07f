/** The measures of timbre together: what they need from the shared spectrum pass, and what comes out. */
import { type BandBalance, measureBandBalance } from './band-balance.ts';
import { type Brightness, BrightnessSink } from './brightness.ts';
import { type Density, measureDensity } from './density.ts';
import type { FrameSink } from './frames.ts';
import { measureNoiseFloor, type NoiseFloor } from './noise-floor.ts';
import { ThirdOctaves } from './third-octaves.ts';

export interface Timbre extends BandBalance, Brightness, Density, NoiseFloor {}

export class TimbreListener {
  readonly #thirds = new ThirdOctaves();
  readonly #brightness = new BrightnessSink();
  /** To be run over the mono signal with the shared frame shape. */
  readonly sinks: readonly FrameSink[] = [this.#thirds, this.#brightness];

  finish(): Timbre {
    const { energies } = this.#thirds;
    const levels = this.#thirds.levels();
    return {
      ...measureBandBalance(this.#thirds.means()),
      ...this.#brightness.finish(),
      ...measureDensity(energies, levels),
      ...measureNoiseFloor(energies, levels),
    };
  }
}
