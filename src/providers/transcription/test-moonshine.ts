/**
 * The model once more, done plainly: doubles, weights as numbers, one loop in another, nothing packed, nothing kept from one
 * token to the next, nothing rounded. Far too slow to listen with, and what the fast one is held against.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OnnxFile, readOnnx } from './onnx-file.ts';

type Rows = Float64Array[];

interface Weight {
  /** By output, then by input. */
  rows: Rows;
  bias?: Float64Array;
}

const HEADS = 8;
/** Tokens whose logits are looked at. */
const VOCABULARY = 2048;

/** With the first layers only: the others do the same with other numbers. */
export function openModel(): { encoder: OnnxFile; decoder: OnnxFile } {
  const package_ = dirname(fileURLToPath(import.meta.resolve('@usefulsensors/moonshine-js')));
  const open = (file: string) => {
    const model = readOnnx(readFileSync(join(package_, 'model/base/quantized', file)));
    for (const name of model.tensors.keys())
      if (/layers\.[1-9]\d*\.input_layernorm\.weight/.test(name)) model.tensors.delete(name);
    return model;
  };
  return { encoder: open('encoder_model.onnx'), decoder: open('decoder_model_merged.onnx') };
}

/** Logits of the first 2048 tokens after each of the tokens. */
export function writePlainly(
  { encoder, decoder }: ReturnType<typeof openModel>,
  samples: Float32Array,
  tokens: readonly number[],
): Rows {
  const first = new PlainFile(encoder, '/', '', '');
  const second = new PlainFile(decoder, '/model/decoder/', 'model.decoder.', '_merged_0');
  const turns = first.floats('/rotary_emb/Cast_1_output_0');
  const states = encodePlainly(first, samples, turns);
  const embedding = second.matrix('model.decoder.embed_tokens.weight_merged_0', true);
  let rows: Rows = tokens.map((token) => embedding[token].slice());
  for (const i of second.layers()) {
    const norm = (name: string) => normalise(rows, second.vector(`layers.${i}.${name}.weight`));
    const self = norm('input_layernorm');
    rows = add(rows, attend(second, `layers.${i}/self_attn`, self, self, { turns, causal: true }));
    const cross = norm('post_attention_layernorm');
    rows = add(rows, attend(second, `layers.${i}/encoder_attn`, cross, states, {}));
    const inner = times(
      norm('final_layernorm'),
      second.linear(`layers.${i}/mlp/up_proj`, `layers.${i}.mlp.up_proj.bias`),
    ).map((row) =>
      row.slice(0, row.length / 2).map((value, k) => {
        const gate = row[row.length / 2 + k];
        return (value * gate) / (1 + Math.exp(-gate));
      }),
    );
    rows = add(
      rows,
      times(inner, second.linear(`layers.${i}/mlp/down_proj`, `layers.${i}.mlp.down_proj.bias`)),
    );
  }
  return times(normalise(rows, second.vector('norm.weight')), { rows: embedding });
}

function encodePlainly(file: PlainFile, samples: Float32Array, turns: Float64Array): Rows {
  const heard = slide(
    [...samples].map((x) => Float64Array.of(x)),
    file.convolution('conv1'),
    64,
  ).map((row) => row.map(Math.tanh));
  const all = heard.flatMap((row) => [...row]);
  const mean = all.reduce((sum, x) => sum + x, 0) / all.length;
  const spread = Math.sqrt(all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / all.length + 1e-5);
  const [scale, shift] = [file.ofNode('/groupnorm/Mul'), file.ofNode('/groupnorm/Add')];
  const even = heard.map((row) => row.map((x, c) => ((x - mean) / spread) * scale[c] + shift[c]));
  const second = slide(even, file.convolution('conv2', 'conv2.bias'), 3).map((row) => row.map(gelu));
  let rows: Rows = slide(second, file.convolution('conv3', 'conv3.bias'), 2).map((row) => row.map(gelu));
  for (const i of file.layers()) {
    const norm = (name: string) => normalise(rows, file.vector(`layers.${i}.${name}.weight`));
    const self = norm('input_layernorm');
    rows = add(rows, attend(file, `layers.${i}/self_attn`, self, self, { turns }));
    const inner = times(
      norm('post_attention_layernorm'),
      file.linear(`layers.${i}/mlp/fc1`, `layers.${i}.mlp.fc1.bias`),
    ).map((row) => row.map(gelu));
    rows = add(rows, times(inner, file.linear(`layers.${i}/mlp/fc2`, `layers.${i}.mlp.fc2.bias`)));
  }
  return normalise(rows, file.vector('layer_norm.weight'));
}

function attend(
  file: PlainFile,
  layer: string,
  asking: Rows,
  asked: Rows,
  { turns, causal = false }: { turns?: Float64Array; causal?: boolean },
): Rows {
  const project = (rows: Rows, part: string) => times(rows, file.linear(`${layer}/${part}`));
  const [queries, keys, values] = [
    project(asking, 'q_proj'),
    project(asked, 'k_proj'),
    project(asked, 'v_proj'),
  ];
  const size = queries[0].length / HEADS;
  if (turns)
    for (const rows of [queries, keys])
      rows.forEach((row, place) => {
        turn(row, size, turns, place);
      });
  const seen = queries.map((query, at) => {
    const out = new Float64Array(query.length);
    for (let from = 0; from < query.length; from += size) {
      const shares = keys.slice(0, causal ? at + 1 : keys.length).map((key) => {
        let sum = 0;
        for (let i = from; i < from + size; i++) sum += query[i] * key[i];
        return Math.exp(sum / Math.sqrt(size));
      });
      const total = shares.reduce((sum, share) => sum + share, 0);
      shares.forEach((share, t) => {
        for (let i = from; i < from + size; i++) out[i] += (share / total) * values[t][i];
      });
    }
    return out;
  });
  return project(seen, 'dense');
}

function turn(row: Float64Array, size: number, turns: Float64Array, place: number): void {
  for (let head = 0; head < row.length; head += size)
    turns.forEach((angle, pair) => {
      const [i, cos, sin] = [head + 2 * pair, Math.cos(angle * place), Math.sin(angle * place)];
      [row[i], row[i + 1]] = [row[i] * cos - row[i + 1] * sin, row[i + 1] * cos + row[i] * sin];
    });
}

const times = (rows: Rows, { rows: weights, bias }: Weight): Rows =>
  rows.map((row) => Float64Array.from(weights, (weight, output) => dot(row, weight) + (bias?.[output] ?? 0)));

function slide(rows: Rows, weight: Weight, step: number): Rows {
  const channels = rows[0].length;
  const kernel = weight.rows[0].length / channels;
  const parts: Rows = [];
  for (let from = 0; from + kernel <= rows.length; from += step) {
    const part = new Float64Array(channels * kernel);
    for (let k = 0; k < kernel; k++) part.set(rows[from + k], k * channels);
    parts.push(part);
  }
  return times(parts, weight);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

const add = (rows: Rows, more: Rows): Rows => rows.map((row, i) => row.map((x, k) => x + more[i][k]));

const normalise = (rows: Rows, weights: Float64Array): Rows =>
  rows.map((row) => {
    const mean = row.reduce((sum, x) => sum + x, 0) / row.length;
    const spread = Math.sqrt(row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / row.length + 1e-5);
    return row.map((x, i) => ((x - mean) / spread) * weights[i]);
  });

/** x times the share of a normal distribution below it, by the series of the error function. */
function gelu(x: number): number {
  if (Math.abs(x) > 6) return Math.max(0, x);
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-17 && n < 200; n++) {
    term *= (x * x) / (2 * n + 1);
    sum += term;
  }
  return x * (0.5 + (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum);
}

class PlainFile {
  constructor(
    private readonly file: OnnxFile,
    private readonly node: string,
    private readonly prefix: string,
    private readonly suffix: string,
  ) {}

  layers(): number[] {
    const count = [...this.file.tensors.keys()].filter((name) =>
      /\d+\.input_layernorm\.weight/.test(name),
    ).length;
    return Array.from({ length: count }, (_, i) => i);
  }

  raw(name: string): { dims: number[]; raw: Uint8Array } {
    const tensor = this.file.tensors.get(name);
    if (!tensor) throw new Error(`no ${name}`);
    return tensor;
  }

  floats(name: string): Float64Array {
    return Float64Array.from(new Float32Array(this.raw(name).raw.slice().buffer));
  }

  vector(name: string): Float64Array {
    return this.floats(`${this.prefix}${name}${this.suffix}`);
  }

  ofNode(name: string): Float64Array {
    return this.floats(this.file.inputs.get(name)?.[1] ?? name);
  }

  linear(layer: string, bias?: string): Weight {
    const name =
      this.file.inputs.get(`${this.node}${layer}/MatMul_quant`)?.[1].replace(/_quantized$/, '') ?? layer;
    return { rows: this.matrix(name, false), bias: bias === undefined ? undefined : this.vector(bias) };
  }

  /** Bytes without a sign around a zero point; `byOutput`: outputs come first in the file. */
  matrix(name: string, byOutput: boolean): Rows {
    const most = byOutput ? VOCABULARY : Number.POSITIVE_INFINITY;
    const { dims, raw } = this.raw(`${name}_quantized`);
    const [scale] = this.floats(`${name}_scale`);
    const [zero] = this.raw(`${name}_zero_point`).raw;
    const [outputs, inputs] = byOutput ? dims : [dims[1], dims[0]];
    return Array.from({ length: Math.min(outputs, most) }, (_, o) =>
      Float64Array.from(
        { length: inputs },
        (_, i) => scale * (raw[byOutput ? o * inputs + i : i * outputs + o] - zero),
      ),
    );
  }

  /** Of each output all channels of one moment after the other. */
  convolution(name: string, bias?: string): Weight {
    const { dims, raw } = this.raw(`${name}.weight_quantized`);
    const [outputs, channels, kernel] = dims;
    const [scale] = this.floats(`${name}.weight_scale`);
    const [offset] = this.floats(`${name}.weight_zero_point`);
    const bytes = new Int8Array(raw.slice().buffer);
    const rows = Array.from({ length: outputs }, (_, o) =>
      Float64Array.from(
        { length: channels * kernel },
        (_, i) => scale * bytes[(o * channels + (i % channels)) * kernel + Math.floor(i / channels)] + offset,
      ),
    );
    return { rows, bias: bias === undefined ? undefined : this.vector(bias) };
  }
}
