/**
 * The numbers in an ONNX file: tensors by name, and for each node what goes into it, so that a weight can be found by the
 * layer it belongs to. Graphs inside nodes (the two halves of a decoder with and without a past) are read as well. Pure.
 */

export interface Tensor {
  dims: number[];
  /** As stored: bytes, or floats of four, little-endian. */
  raw: Uint8Array;
}

export interface OnnxFile {
  tensors: Map<string, Tensor>;
  /** Names of a node's inputs, by the node's name. */
  inputs: Map<string, string[]>;
}

/** Field numbers of the messages in onnx.proto. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5 };
const NODE = { input: 1, name: 3, attribute: 5 };
const ATTRIBUTE = { graph: 6 };
const TENSOR = { dims: 1, floats: 4, ints: 5, name: 8, raw: 9 };

export function readOnnx(buffer: Uint8Array): OnnxFile {
  // As plain bytes: parts of a Node buffer would share its memory when they are copied.
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
  const file: OnnxFile = { tensors: new Map(), inputs: new Map() };
  for (const { field, bytes: graph } of readFields(bytes)) if (field === MODEL.graph) readGraph(graph, file);
  return file;
}

function readGraph(bytes: Uint8Array, file: OnnxFile): void {
  for (const { field, bytes: part } of readFields(bytes)) {
    if (field === GRAPH.node) readNode(part, file);
    else if (field === GRAPH.initializer) readTensor(part, file);
  }
}

function readNode(bytes: Uint8Array, file: OnnxFile): void {
  const inputs: string[] = [];
  let name = '';
  for (const { field, bytes: part } of readFields(bytes)) {
    if (field === NODE.input) inputs.push(text(part));
    else if (field === NODE.name) name = text(part);
    else if (field === NODE.attribute)
      for (const inner of readFields(part)) if (inner.field === ATTRIBUTE.graph) readGraph(inner.bytes, file);
  }
  file.inputs.set(name, inputs);
}

function readTensor(bytes: Uint8Array, file: OnnxFile): void {
  const tensor: Tensor = { dims: [], raw: new Uint8Array() };
  let name = '';
  for (const { field, value, bytes: part } of readFields(bytes)) {
    if (field === TENSOR.dims) tensor.dims.push(...(part.length > 0 ? readVarints(part) : [value]));
    else if (field === TENSOR.name) name = text(part);
    else if (field === TENSOR.raw || field === TENSOR.floats) tensor.raw = part;
    else if (field === TENSOR.ints) tensor.raw = Uint8Array.from(readVarints(part));
  }
  file.tensors.set(name, tensor);
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

interface Field {
  field: number;
  /** Of a number; 0 otherwise. */
  value: number;
  /** Of anything longer; empty otherwise. */
  bytes: Uint8Array;
}

/** Wire types of protocol buffers. */
const VARINT = 0;
const EIGHT = 1;
const LENGTH = 2;
const NOTHING = new Uint8Array();

function* readFields(bytes: Uint8Array): Generator<Field> {
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) {
    const key = readVarint(reader);
    const [field, type] = [key >>> 3, key & 7];
    if (type === VARINT) yield { field, value: readVarint(reader), bytes: NOTHING };
    else {
      const length = type === LENGTH ? readVarint(reader) : type === EIGHT ? 8 : 4;
      reader.at += length;
      yield { field, value: 0, bytes: bytes.subarray(reader.at - length, reader.at) };
    }
  }
}

function readVarint(reader: { bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = reader.bytes[reader.at++];
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}

function readVarints(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (const reader = { bytes, at: 0 }; reader.at < bytes.length; ) values.push(readVarint(reader));
  return values;
}
