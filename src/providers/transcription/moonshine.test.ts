/** The fast model against the same one done plainly in doubles, number by number. */
import { expect, test } from 'vitest';
import { type Linear, Matrices } from './matrices.ts';
import { Moonshine } from './moonshine.ts';
import { openModel, writePlainly } from './test-moonshine.ts';
import { readWeights } from './weights.ts';

/** Something like a sung vowel: partials that glide, and a little noise. An odd number of states. */
const samples = Float32Array.from({ length: 6300 }, (_, i) => {
  const t = i / 16_000;
  const partial = (n: number) => Math.sin(2 * Math.PI * n * (180 + 40 * t) * t) / n;
  return 0.1 * (partial(1) + partial(2) + partial(5)) * Math.sin(9 * t) + 0.002 * Math.sin(i * i);
});
/** The start mark, and some words. */
const TOKENS = [1, 450, 1234, 338];

/** All products as the convolutions are done, 64 times as finely: what is left to differ is what is wrong. */
class FineMatrices extends Matrices {
  override multiplyAll(values: Float32Array, linears: readonly Linear[]): Float32Array[] {
    return linears.map((linear) => {
      const { inputs } = linear.matrix;
      return this.slide(values, values.length / inputs, inputs, linear);
    });
  }
  override multiplyBent(values: Float32Array, first: Linear, second: Linear): Float32Array {
    return this.multiply(this.bend(this.multiply(values, first)), second);
  }
}

/** Of each logit, in units of how far logits spread. */
function compare(plain: Float64Array, found: Float32Array): { worst: number; usual: number } {
  const power = (values: Float64Array) => values.reduce((sum, x) => sum + x * x, 0) / values.length;
  const mean = plain.reduce((sum, x) => sum + x, 0) / plain.length;
  const spread = Math.sqrt(power(plain.map((x) => x - mean)));
  const off = plain.map((x, i) => Math.abs(x - found[i]) / spread);
  return { worst: Math.max(...off), usual: Math.sqrt(power(off)) };
}

test('logits are those of the plain model: all of them finely rounded, most of them as it listens', () => {
  const files = openModel();
  const plain = writePlainly(files, samples, TOKENS);
  const write = (matrices: typeof Matrices) => {
    const moonshine = new Moonshine(readWeights(files.encoder, files.decoder, matrices));
    return moonshine.listen(samples, (listening) =>
      TOKENS.map((token, place) => moonshine.step(listening, token, place)),
    );
  };
  const [fine, coarse] = [write(FineMatrices), write(Matrices)];
  plain.forEach((logits, at) => {
    expect(compare(logits, fine[at]).worst, `after token ${at}`).toBeLessThan(0.01);
    expect(compare(logits, coarse[at]).usual, `after token ${at}`).toBeLessThan(0.12);
  });
}, 60_000);
