import type { CsvEncoding } from '#contract/keywords/keywords.ts'

const MARKS: readonly (readonly [CsvEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const SAMPLE_BYTES = 2000

/** Text of a file, by its mark of the byte order, as UTF-8 where it is that strictly, and else as spreadsheets of Western Europe write. Undefined for what is no text. */
export function decodeList(bytes: Uint8Array): { text: string; encoding: CsvEncoding } | undefined {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  const encodings: CsvEncoding[] = marked ? [marked] : [unmarkedUtf16(bytes) ?? 'utf-8', 'windows-1252']
  for (const encoding of encodings) {
    const text = decode(bytes, encoding)
    if (text !== undefined && !text.includes('\0')) return { text, encoding }
  }
  return undefined
}

function decode(bytes: Uint8Array, encoding: CsvEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Half of the bytes of Latin text are zero in UTF-16, all in even or all in odd places. */
function unmarkedUtf16(bytes: Uint8Array): CsvEncoding | undefined {
  const zeros = [0, 0]
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 4 && even === 0) return 'utf-16le'
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined
}
