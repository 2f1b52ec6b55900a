import fs from 'node:fs'

/** Numbers of a tensor of the tiny model, and what its values are. */
type Tensor = { name: string; dims: readonly number[]; values: Float32Array }
type Value =
  | { kind: 'text'; value: string }
  | { kind: 'u32' | 'f32'; value: number }
  | { kind: 'texts'; value: readonly string[] }
  | { kind: 'i32s'; value: readonly number[] }

const TYPES = { u32: 4, i32: 5, f32: 6, text: 8, list: 9 } as const
const ALIGNMENT = 32
const BYTES = 256
const SPECIAL = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'] as const
const [END_OF_TEXT, END_OF_TURN] = [256, 258]
const WIDTH = 288
const INNER = 32
const QUOTE = '"'.charCodeAt(0)

const CHAT_TEMPLATE =
  "{% for m in messages %}{{'<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>' + '\\n'}}{% endfor %}{% if add_generation_prompt %}{{'<|im_start|>assistant\\n'}}{% endif %}"

/**
 * Makes a real language model of 2 MB: it knows how often a byte follows another in `corpus`, in the architecture of Llama. It writes letters
 * that look like words and mean nothing.
 */
export function tinyGguf(corpus: string, { contextTokens = 2048, name = 'tiny-bigram' } = {}): Buffer {
  const tokens = [...byteLetters(), ...SPECIAL]
  const metadata: [string, Value][] = [
    ['general.architecture', { kind: 'text', value: 'llama' }],
    ['general.name', { kind: 'text', value: name }],
    ['llama.context_length', { kind: 'u32', value: contextTokens }],
    ['llama.embedding_length', { kind: 'u32', value: WIDTH }],
    ['llama.block_count', { kind: 'u32', value: 1 }],
    ['llama.feed_forward_length', { kind: 'u32', value: INNER }],
    ['llama.attention.head_count', { kind: 'u32', value: 9 }],
    ['llama.attention.head_count_kv', { kind: 'u32', value: 9 }],
    ['llama.attention.layer_norm_rms_epsilon', { kind: 'f32', value: 1e-6 }],
    ['llama.rope.dimension_count', { kind: 'u32', value: 32 }],
    ['llama.vocab_size', { kind: 'u32', value: tokens.length }],
    ['tokenizer.ggml.model', { kind: 'text', value: 'gpt2' }],
    ['tokenizer.ggml.pre', { kind: 'text', value: 'gpt-2' }],
    ['tokenizer.ggml.tokens', { kind: 'texts', value: tokens }],
    ['tokenizer.ggml.token_type', { kind: 'i32s', value: tokens.map((_, at) => (at < BYTES ? 1 : 3)) }],
    ['tokenizer.ggml.merges', { kind: 'texts', value: [`${tokens[0x20]} ${tokens[0x74]}`] }],
    ['tokenizer.ggml.bos_token_id', { kind: 'u32', value: END_OF_TEXT }],
    ['tokenizer.ggml.eos_token_id', { kind: 'u32', value: END_OF_TURN }],
    ['tokenizer.ggml.padding_token_id', { kind: 'u32', value: END_OF_TEXT }],
    ['tokenizer.chat_template', { kind: 'text', value: CHAT_TEMPLATE }],
  ]
  return gguf(metadata, tensorsOf(Buffer.from(corpus), tokens.length))
}

/** The documents of this repository as a corpus. */
export const ourWords = (): string =>
  ['README.md', 'ARCHITECTURE.md', 'docs/ai.md'].map((file) => fs.readFileSync(file, 'utf8')).join('\n')

function tensorsOf(corpus: Buffer, words: number): Tensor[] {
  const chances = countPairs(corpus, words)
  const input = new Float32Array(WIDTH * words)
  const output = new Float32Array(WIDTH * words)
  for (let one = 0; one < words; one += 1) {
    input[one * WIDTH + one] = 1
    for (let next = 0; next < words; next += 1) output[next * WIDTH + one] = chances[one]![next]!
  }
  const ones = (value = 1) => new Float32Array(WIDTH).fill(value)
  const nothing = (name: string, dims: readonly [number, number]): Tensor => ({
    name: `blk.0.${name}.weight`,
    dims,
    values: new Float32Array(dims[0] * dims[1]),
  })
  return [
    { name: 'token_embd.weight', dims: [WIDTH, words], values: input },
    { name: 'output_norm.weight', dims: [WIDTH], values: ones(1 / Math.sqrt(WIDTH)) },
    { name: 'output.weight', dims: [WIDTH, words], values: output },
    { name: 'blk.0.attn_norm.weight', dims: [WIDTH], values: ones() },
    nothing('attn_q', [WIDTH, WIDTH]),
    nothing('attn_k', [WIDTH, WIDTH]),
    nothing('attn_v', [WIDTH, WIDTH]),
    nothing('attn_output', [WIDTH, WIDTH]),
    { name: 'blk.0.ffn_norm.weight', dims: [WIDTH], values: ones() },
    nothing('ffn_gate', [WIDTH, INNER]),
    nothing('ffn_up', [WIDTH, INNER]),
    nothing('ffn_down', [INNER, WIDTH]),
  ]
}

/** Logarithms of how likely each byte is behind each other. Quotes end words now and then, and full stops a text, so that both end. */
function countPairs(corpus: Buffer, words: number): Float64Array[] {
  const counts = Array.from({ length: words }, () => new Float64Array(words).fill(0.02))
  for (let at = 0; at + 1 < corpus.length; at += 1) counts[corpus[at]!]![corpus[at + 1]!]! += 1
  for (const [one, row] of counts.entries()) {
    const all = row.reduce((sum, count) => sum + count, 0)
    for (let next = 0; next < words; next += 1) row[next] = Math.log(row[next]! / all)
    if (one >= BYTES) continue
    if (/[a-z.]/.test(String.fromCharCode(one))) row[QUOTE] = Math.log(0.04)
    row[END_OF_TURN] = Math.log(one === '.'.charCodeAt(0) ? 0.1 : 0.002)
  }
  return counts
}

/** Letters that GPT-2 writes bytes as. */
function byteLetters(): string[] {
  const isPlain = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255)
  let others = 0
  return Array.from({ length: BYTES }, (_, byte) => String.fromCodePoint(isPlain(byte) ? byte : BYTES + others++))
}

function gguf(metadata: readonly [string, Value][], tensors: readonly Tensor[]): Buffer {
  const parts: Buffer[] = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(metadata.length)]
  for (const [key, value] of metadata) parts.push(text(key), ...typed(value))
  let offset = 0
  for (const { name, dims, values } of tensors) {
    parts.push(text(name), u32(dims.length), ...dims.map(u64), u32(0), u64(offset))
    offset = padded(offset + values.byteLength)
  }
  const head = Buffer.concat(parts)
  const body = tensors.flatMap(({ values }) => {
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
    return [bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]
  })
  return Buffer.concat([head, Buffer.alloc(padded(head.length) - head.length), ...body])
}

function typed(given: Value): Buffer[] {
  switch (given.kind) {
    case 'text':
      return [u32(TYPES.text), text(given.value)]
    case 'u32':
      return [u32(TYPES.u32), u32(given.value)]
    case 'f32':
      return [u32(TYPES.f32), f32(given.value)]
    case 'texts':
      return [u32(TYPES.list), u32(TYPES.text), u64(given.value.length), ...given.value.map(text)]
    case 'i32s':
      return [u32(TYPES.list), u32(TYPES.i32), u64(given.value.length), ...given.value.map(u32)]
  }
}

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
const text = (value: string): Buffer => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)])

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
