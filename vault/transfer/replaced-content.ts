import type { ReplacementHint } from '#contract/threats.ts'

/** Read at the beginning and at the end of new content. */
const SAMPLE_BYTES = 4096
/** In fewer bytes random data do not reach `RANDOM_BITS`. */
const LEAST_BYTES = 1024
/** Bits a byte. Texts have less than 6; that of 8 KiB of random data is 7.97, and 7.69 is where Nextcloud's recovery app draws the line. */
const RANDOM_BITS = 7.69

/** Texts by their name, without `ts`, which is also a kind of film. Whether the earlier content was one would take a download for each file that is replaced. */
const TEXTS = new Set(
  'bib cfg conf cpp cs css csv eml go htm html ics ini java js json log md php py rb rst rtf sh sql srt svg tex toml tsv tsx txt vcf xml yaml yml'.split(
    ' ',
  ),
)

type Beginning = { at: number; bytes: readonly number[] }
const beginning = (text: string, at = 0): Beginning => ({ at, bytes: Array.from(text, (one) => one.charCodeAt(0)) })

const ZIP = [beginning('PK\x03\x04'), beginning('PK\x05\x06')]
const OLE = [beginning('\xd0\xcf\x11\xe0')]
const RIFF = [beginning('RIFF')]
/** A document with a password is an OLE file whatever it is called. */
const OFFICE = [...ZIP, ...OLE]
/** Office programs save and open more under their old names: texts with formats, newer documents, and pages with a table. */
const OLD_OFFICE = [
  ...OFFICE,
  beginning('{\\rtf'),
  beginning('<'),
  beginning('\xef\xbb\xbf<'),
  beginning('MIME-Version'),
]
const MPEG4 = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].map((box) => beginning(box, 4))

/** Programs that show pictures do not go by the name, so many have another one. */
const IMAGES = [
  ...['GIF8', '\xff\xd8\xff', '\x89PNG', 'II', 'MM', 'BM', 'RIFF'].map((text) => beginning(text)),
  beginning('ftyp', 4),
]

/** How contents begin, by the ends of names. What is not listed, such as encrypted containers, fits anything. */
const BEGINNINGS: ReadonlyMap<string, readonly Beginning[]> = new Map([
  ['7z', [beginning('7z\xbc\xaf')]],
  ['avi', RIFF],
  ['doc', OLD_OFFICE],
  ['docx', OFFICE],
  ['epub', ZIP],
  ['gif', IMAGES],
  ['gz', [beginning('\x1f\x8b')]],
  ['heic', IMAGES],
  ['jpeg', IMAGES],
  ['jpg', IMAGES],
  ['m4a', MPEG4],
  ['mov', MPEG4],
  ['mp4', MPEG4],
  ['odp', ZIP],
  ['ods', ZIP],
  ['odt', ZIP],
  ['png', IMAGES],
  ['ppt', OLD_OFFICE],
  ['pptx', OFFICE],
  ['psd', [beginning('8BPS')]],
  ['rar', [beginning('Rar!')]],
  ['sqlite', [beginning('SQLite format 3')]],
  ['tif', IMAGES],
  ['tiff', IMAGES],
  ['wav', RIFF],
  ['webp', IMAGES],
  ['xls', OLD_OFFICE],
  ['xlsx', OFFICE],
  ['zip', ZIP],
])

/**
 * What new content of a file looks like, by a few KiB of it: null for nothing unusual, and for names that promise nothing.
 * @param name as the file is called that gets it
 */
export async function lookAtReplacement(content: Blob, name: string): Promise<ReplacementHint | null> {
  const end = /\.([a-z0-9]{1,6})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const known = BEGINNINGS.get(end)
  if (!known && !TEXTS.has(end) && end !== 'pdf') return null
  const head = await bytesOf(content.slice(0, SAMPLE_BYTES))
  // An empty file is nothing that could fit.
  if (head.length === 0) return null
  if (known) return known.some((one) => begins(head, one)) ? null : 'other_type'
  // Programs that print put something before it.
  if (end === 'pdf')
    return new TextDecoder('latin1').decode(head.subarray(0, 1024)).includes('%PDF-') ? null : 'other_type'
  const tail = await bytesOf(content.slice(Math.max(SAMPLE_BYTES, content.size - SAMPLE_BYTES)))
  const sizeBytes = head.length + tail.length
  return sizeBytes >= LEAST_BYTES && bitsPerByte([head, tail]) > RANDOM_BITS ? 'random' : null
}

const bytesOf = async (piece: Blob): Promise<Uint8Array> => new Uint8Array(await piece.arrayBuffer())

const begins = (head: Uint8Array, { at, bytes }: Beginning): boolean =>
  bytes.every((byte, index) => head[at + index] === byte)

/** Shannon entropy. */
function bitsPerByte(pieces: readonly Uint8Array[]): number {
  const counts = new Uint32Array(256)
  let all = 0
  for (const piece of pieces) {
    all += piece.length
    for (const byte of piece) counts[byte] = (counts[byte] ?? 0) + 1
  }
  return Array.from(counts).reduce(
    (bits, count) => (count === 0 ? bits : bits - (count / all) * Math.log2(count / all)),
    0,
  )
}
