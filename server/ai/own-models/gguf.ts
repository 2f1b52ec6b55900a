import type { FileHandle } from 'node:fs/promises'
import { WRITING_ARCHITECTURES } from './architectures.ts'
import { GgufError } from './gguf-error.ts'
import { HeadReader } from './head-reader.ts'
import { bytesOfTensor } from './tensor-bytes.ts'

const MAGIC = 'GGUF'
/** Version 1 counted in 32 bits, and no program has written it since August 2023. */
const VERSIONS: ReadonlySet<number> = new Set([2, 3])
const MAX_ENTRIES = 10_000
const MAX_TENSORS = 100_000
const MAX_DIMENSIONS = 4
/** Vocabularies have some hundred thousand words. */
const MAX_LIST = 4_000_000
const MAX_KEY_BYTES = 65_535
/** Values that are kept are names and numbers. */
const MAX_KEPT_BYTES = 1000
const DEFAULT_ALIGNMENT = 32
const MAX_ALIGNMENT = 65_536

/** Types of values by their number, with their bytes; 8 is a text and 9 a list. */
const SCALAR_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}
const [TEXT, LIST] = [8, 9]
/** Maximum of numbers in a model: more than any has that a server runs. */
const MAX_NUMBERS = 10_000_000_000_000

/** @property contextTokens tokens that it was trained on at most; 0: the file does not say */
export type GgufFacts = { architecture: string; contextTokens: number; parameters: number }

/** Keys whose values are read; everything else is stepped over. */
const KEPT = /^(?:general\.(?:architecture|type|alignment)|split\.count|tokenizer\.ggml\.model|.+\.context_length)$/

/**
 * Reads what a GGUF file says of itself, and that everything it lists is in it. The numbers of the model are not read.
 * @throws {GgufError}
 */
export async function readGguf(file: Pick<FileHandle, 'read'>, sizeBytes: number): Promise<GgufFacts> {
  const head = new HeadReader(file, sizeBytes)
  if (sizeBytes < 24 || (await head.text(MAGIC.length)) !== MAGIC) throw new GgufError('no_gguf')
  const version = await head.u32()
  if (!VERSIONS.has(version)) throw new GgufError('unknown_version', String(version))
  const tensors = await head.count(MAX_TENSORS)
  const entries = await head.count(MAX_ENTRIES)
  const known = new Map<string, string | number>()
  for (let at = 0; at < entries; at += 1) {
    const key = await head.sizedText(MAX_KEY_BYTES)
    const value = await readValue(head, await head.u32(), KEPT.test(key))
    if (value !== undefined) known.set(key, value)
  }
  const architecture = requireWriter(known)
  const parameters = await checkTensors(head, { tensors, known, sizeBytes })
  const context = known.get(`${architecture}.context_length`)
  return { architecture, parameters, contextTokens: typeof context === 'number' ? context : 0 }
}

/** @returns the name of the architecture. @throws {GgufError} for what cannot write a text by itself */
function requireWriter(known: ReadonlyMap<string, string | number>): string {
  const architecture = known.get('general.architecture')
  if (typeof architecture !== 'string') throw new GgufError('damaged')
  if (Number(known.get('split.count') ?? 1) > 1) throw new GgufError('one_of_several')
  const type = known.get('general.type') ?? 'model'
  if (type !== 'model' || !known.has('tokenizer.ggml.model') || !WRITING_ARCHITECTURES.has(architecture)) {
    throw new GgufError('no_writer', type === 'model' ? architecture : String(type))
  }
  return architecture
}

/** @returns how many numbers the model has */
async function checkTensors(
  head: HeadReader,
  { tensors, known, sizeBytes }: { tensors: number; known: ReadonlyMap<string, string | number>; sizeBytes: number },
): Promise<number> {
  if (tensors === 0) throw new GgufError('damaged')
  let [parameters, end] = [0, 0]
  for (let at = 0; at < tensors; at += 1) {
    await head.skipSized(MAX_KEY_BYTES)
    const dimensions = await head.u32()
    if (dimensions < 1 || dimensions > MAX_DIMENSIONS) throw new GgufError('damaged')
    let numbers = 1
    for (let one = 0; one < dimensions; one += 1) numbers *= await head.count(Number.MAX_SAFE_INTEGER)
    if (numbers > MAX_NUMBERS) throw new GgufError('damaged')
    const type = await head.u32()
    const offset = await head.count(Number.MAX_SAFE_INTEGER)
    parameters += numbers
    if (parameters > MAX_NUMBERS) throw new GgufError('damaged')
    end = Math.max(end, offset + bytesOfTensor(type, numbers))
  }
  const alignment = Number(known.get('general.alignment') ?? DEFAULT_ALIGNMENT)
  if (!Number.isInteger(alignment) || alignment < 1 || alignment > MAX_ALIGNMENT) throw new GgufError('damaged')
  if (Math.ceil(head.position / alignment) * alignment + end > sizeBytes) throw new GgufError('truncated')
  return parameters
}

async function readValue(head: HeadReader, type: number, isKept: boolean): Promise<string | number | undefined> {
  if (type === LIST) {
    await skipList(head)
    return undefined
  }
  if (type === TEXT) {
    if (isKept) return head.sizedText(MAX_KEPT_BYTES)
    await head.skipSized()
    return undefined
  }
  const bytes = SCALAR_BYTES[type]
  if (bytes === undefined) throw new GgufError('damaged')
  if (isKept && (type === 4 || type === 5)) return head.u32()
  if (isKept && (type === 10 || type === 11)) return head.count(Number.MAX_SAFE_INTEGER)
  if (isKept && bytes <= 2) return head.small(bytes)
  await head.skip(bytes)
  return undefined
}

async function skipList(head: HeadReader): Promise<void> {
  const type = await head.u32()
  const length = await head.count(MAX_LIST)
  const bytes = SCALAR_BYTES[type]
  if (bytes !== undefined) return head.skip(bytes * length)
  // Lists of lists are in no model that we know.
  if (type !== TEXT) throw new GgufError('damaged')
  for (let at = 0; at < length; at += 1) await head.skipSized()
}
