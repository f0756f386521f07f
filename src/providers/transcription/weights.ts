/** The weights of Moonshine out of its two ONNX files, by what they are for; the sizes are those of the weights. */
import { type Linear, Matrices, type Matrix, roundUp } from './matrices.ts';
import type { OnnxFile, Tensor } from './onnx-file.ts';

/** What is taken off bytes without a sign, so that they have one. */
const ZERO = 128;
/** Bytes for what is worked on, beside the weights: windows of some twelve seconds. */
const WORKING = 56e6;

export interface Attention {
  query: Linear;
  key: Linear;
  value: Linear;
  out: Linear;
}

interface EncoderLayer {
  before: Float32Array;
  attention: Attention;
  between: Float32Array;
  up: Linear;
  down: Linear;
}

interface DecoderLayer extends EncoderLayer {
  beforeCross: Float32Array;
  cross: Attention;
}

export interface Weights {
  matrices: Matrices;
  /** Numbers of a state. */
  width: number;
  /** The address of the first convolution, which is done in floats. */
  first: number;
  group: { scale: Float32Array; shift: Float32Array };
  second: Linear;
  third: Linear;
  encoder: EncoderLayer[];
  encoderEnd: Float32Array;
  /** Radians a place by which pairs of numbers are turned. */
  turns: Float32Array;
  tokens: Matrix;
  decoder: DecoderLayer[];
  decoderEnd: Float32Array;
}

export function readWeights(encoder: OnnxFile, decoder: OnnxFile, Products = Matrices): Weights {
  const matrices = new Products(sizeOf(encoder) + sizeOf(decoder) + WORKING);
  const first = new WeightFile(encoder, matrices, { node: '/', tensor: '', suffix: '' });
  const names = { node: '/model/decoder/', tensor: 'model.decoder.', suffix: '_merged_0' };
  const second = new WeightFile(decoder, matrices, names);
  const group = { scale: first.vectorOf('/groupnorm/Mul'), shift: first.vectorOf('/groupnorm/Add') };
  return {
    matrices,
    width: group.scale.length,
    first: first.floatConvolution('conv1'),
    group,
    second: { matrix: first.convolution('conv2'), bias: first.vector('conv2.bias') },
    third: { matrix: first.convolution('conv3'), bias: first.vector('conv3.bias') },
    encoder: countLayers(encoder).map((layer) => ({
      before: first.vector(`layers.${layer}.input_layernorm.weight`),
      attention: first.attention(`layers.${layer}/self_attn`),
      between: first.vector(`layers.${layer}.post_attention_layernorm.weight`),
      up: first.linear(`layers.${layer}/mlp/fc1`, `layers.${layer}.mlp.fc1.bias`),
      down: first.linear(`layers.${layer}/mlp/fc2`, `layers.${layer}.mlp.fc2.bias`),
    })),
    encoderEnd: first.vector('layer_norm.weight'),
    turns: floatsOf(first.tensor('/rotary_emb/Cast_1_output_0')),
    tokens: second.embedding('model.decoder.embed_tokens.weight_merged_0'),
    decoder: countLayers(decoder).map((layer) => ({
      before: second.vector(`layers.${layer}.input_layernorm.weight`),
      attention: second.attention(`layers.${layer}/self_attn`),
      beforeCross: second.vector(`layers.${layer}.post_attention_layernorm.weight`),
      cross: second.attention(`layers.${layer}/encoder_attn`),
      between: second.vector(`layers.${layer}.final_layernorm.weight`),
      up: second.linear(`layers.${layer}/mlp/up_proj`, `layers.${layer}.mlp.up_proj.bias`),
      down: second.linear(`layers.${layer}/mlp/down_proj`, `layers.${layer}.mlp.down_proj.bias`),
    })),
    decoderEnd: second.vector('norm.weight'),
  };
}

const sizeOf = ({ tensors }: OnnxFile) =>
  [...tensors.values()].reduce((sum, { raw }) => sum + 16 + raw.length, 0);

function countLayers({ tensors }: OnnxFile): number[] {
  const layers = [...tensors.keys()].flatMap((name) =>
    Number(/layers\.(\d+)\.input_layernorm\.weight/.exec(name)?.[1] ?? -1),
  );
  return Array.from({ length: Math.max(...layers) + 1 }, (_, layer) => layer);
}

const floatsOf = ({ raw }: Tensor) => new Float32Array(raw.slice().buffer);

/** The weights of one file by the names of its layers. */
class WeightFile {
  constructor(
    private readonly file: OnnxFile,
    private readonly matrices: Matrices,
    private readonly prefix: { node: string; tensor: string; suffix: string },
  ) {}

  tensor(name: string): Tensor {
    const tensor = this.file.tensors.get(name);
    if (!tensor) throw new Error(`The model has no ${name}.`);
    return tensor;
  }

  vector(name: string): Float32Array {
    return floatsOf(this.tensor(`${this.prefix.tensor}${name}${this.prefix.suffix}`));
  }

  /** What goes into a node beside what is worked on. */
  vectorOf(node: string): Float32Array {
    return floatsOf(this.tensor(this.file.inputs.get(node)?.[1] ?? node));
  }

  linear(layer: string, bias?: string): Linear {
    const node = `${this.prefix.node}${layer}/MatMul_quant`;
    const name = this.file.inputs.get(node)?.[1].replace(/_quantized$/, '') ?? node;
    const { dims, raw } = this.tensor(`${name}_quantized`);
    const [inputs, outputs] = dims;
    const scales = this.readScales(name);
    const step = { output: 1, input: outputs };
    const matrix = this.matrices.store({ inputs, outputs, ...scales }, raw, step, ZERO);
    return { matrix, bias: bias === undefined ? undefined : this.vector(bias) };
  }

  /** Tokens by what they mean: for what goes in and for what comes out. */
  embedding(name: string): Matrix {
    const { dims, raw } = this.tensor(`${name}_quantized`);
    const [outputs, inputs] = dims;
    const step = { output: inputs, input: 1 };
    return this.matrices.store({ inputs, outputs, ...this.readScales(name) }, raw, step, ZERO);
  }

  /** Bytes without a sign around a zero point. */
  private readScales(name: string): { scale: number; offset: number } {
    const [scale] = floatsOf(this.tensor(`${name}_scale`));
    return { scale, offset: scale * (ZERO - this.tensor(`${name}_zero_point`).raw[0]) };
  }

  /** Of a convolution: a row of inputs is all channels of one moment after the other. */
  convolution(name: string): Matrix {
    const { dims, raw } = this.tensor(`${name}.weight_quantized`);
    const [outputs, channels, kernel] = dims;
    const bytes = new Int8Array(raw.slice().buffer);
    const inputs = channels * kernel;
    const turned = bytes.map((_, i) => {
      const [output, input] = [Math.floor(i / inputs), i % inputs];
      return bytes[(output * channels + (input % channels)) * kernel + Math.floor(input / channels)];
    });
    const step = { output: inputs, input: 1 };
    return this.matrices.store({ inputs, outputs, ...this.readFactor(name) }, turned, step);
  }

  /** The address of a convolution over one channel, as floats. */
  floatConvolution(name: string): number {
    const { dims, raw } = this.tensor(`${name}.weight_quantized`);
    const [outputs, , kernel] = dims;
    const bytes = new Int8Array(raw.slice().buffer);
    const { scale, offset } = this.readFactor(name);
    const address = this.matrices.take(4 * outputs * roundUp(kernel, 4));
    const weights = Float32Array.from(bytes, (byte) => scale * byte + offset);
    this.matrices.packFloats(address, { outputs, inputs: kernel }, weights, { output: kernel, input: 1 });
    return address;
  }

  /** Those of convolutions have a sign, and a zero point that is added at the end. */
  private readFactor(name: string): { scale: number; offset: number } {
    const [scale] = floatsOf(this.tensor(`${name}.weight_scale`));
    const [offset] = floatsOf(this.tensor(`${name}.weight_zero_point`));
    return { scale, offset };
  }

  attention(layer: string): Attention {
    const [query, key, value, out] = ['q_proj', 'k_proj', 'v_proj', 'dense'].map((part) =>
      this.linear(`${layer}/${part}`),
    );
    return { query, key, value, out };
  }
}
