/** The measures of timbre and voice together: what they need from the shared spectrum pass, and what comes out. */

import { measureNoiseFloor, type NoiseFloor } from '../level/noise-floor.ts';
import { GlideSink } from '../voice/glides.ts';
import { findVoice, type Voice } from '../voice/voice.ts';
import { type BandBalance, measureBandBalance } from './band-balance.ts';
import { type Brightness, BrightnessSink } from './brightness.ts';
import { type Density, measureDensity } from './density.ts';
import type { FrameSink } from './frames.ts';
import { ThirdOctaves } from './third-octaves.ts';

export interface Timbre extends BandBalance, Brightness, Density, NoiseFloor, Voice {}

export class TimbreListener {
  readonly #thirds = new ThirdOctaves();
  readonly #brightness = new BrightnessSink();
  readonly #glides = new GlideSink();
  /** To be run over the mono signal with the shared frame shape. */
  readonly sinks: readonly FrameSink[] = [this.#thirds, this.#brightness, this.#glides];

  finish(): Timbre {
    const { energies } = this.#thirds;
    const levels = this.#thirds.levels();
    return {
      ...measureBandBalance(this.#thirds.means()),
      ...this.#brightness.finish(),
      ...measureDensity(energies, levels),
      ...measureNoiseFloor(energies, levels),
      ...findVoice(this.#glides.finish(), energies),
    };
  }
}
