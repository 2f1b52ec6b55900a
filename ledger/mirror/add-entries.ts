import { concat, readUint, uint } from '#crypto/bytes.ts'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '../errors.ts'
import { fromBase64, toBase64 } from '../notes/base64.ts'
import { formatSize, parseSize } from '../notes/checkpoint.ts'
import { MAX_ENTRY_BYTES } from '../tree/entry-bundle.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'
import type { Range } from '../tree/node.ts'
import { TILE_WIDTH } from '../tree/tile.ts'
import type { ByteReader } from './byte-reader.ts'

/** What a log sends to a mirror: entries from `start` up to `end`, which is the size of a checkpoint that the mirror was shown. */
export type AddEntries = Range & { readonly origin: string; readonly ticket: Uint8Array }

/** Up to 256 entries of one bundle, with the proof that they stand in the tree of size `AddEntries.end`. */
export type EntryPackage = { readonly entries: readonly Uint8Array[]; readonly proof: readonly Hash[] }

/** So many packages may be sent at once. */
export const MOST_PACKAGES = 32
const MAX_HASHES = 63
const SIZE_BYTES = 8
const LENGTH_BYTES = 2
const LARGEST_HIGH = 2 ** 21

/** What comes before the packages. @see c2sp.org/tlog-mirror */
export function formatAddEntries({ origin, start, end, ticket }: AddEntries): Uint8Array {
  const name = utf8(origin)
  return concat(
    uint(name.length, LENGTH_BYTES),
    name,
    uint(start, SIZE_BYTES),
    uint(end, SIZE_BYTES),
    uint(ticket.length, LENGTH_BYTES),
    ticket,
  )
}

/** @throws {LedgerError} `malformed` */
export async function readAddEntries(bytes: ByteReader): Promise<AddEntries> {
  const name = await takeOpaque(bytes)
  const places = await bytes.take(2 * SIZE_BYTES)
  const ticket = await takeOpaque(bytes)
  if (!name || !places || !ticket) throw new LedgerError('malformed', 'request to a mirror')
  const [start, end] = [readSize(places, 0), readSize(places, SIZE_BYTES)]
  if (start > end) throw new LedgerError('malformed', 'request to a mirror begins behind its end')
  return { origin: readName(name), start, end, ticket }
}

/** The packages of which a request holds the first ones: each within one bundle of 256. */
export function* packagesOf({ start, end }: Range): Generator<Range> {
  for (let at = start; at < end;) {
    const next = Math.min(end, (Math.floor(at / TILE_WIDTH) + 1) * TILE_WIDTH)
    yield { start: at, end: next }
    at = next
  }
}

/** The subtree over which a package is proved: from the beginning of its bundle. */
export const subtreeOf = ({ start, end }: Range): Range => ({ start: start - (start % TILE_WIDTH), end })

/** @throws {LedgerError} `malformed` for too many hashes, or an entry that is too long. */
export function writePackage({ entries, proof }: EntryPackage): Uint8Array {
  if (proof.length > MAX_HASHES || entries.some(({ length }) => length > MAX_ENTRY_BYTES)) {
    throw new LedgerError('malformed', 'package of entries')
  }
  return concat(
    ...entries.flatMap((entry) => [uint(entry.length, LENGTH_BYTES), entry]),
    uint(proof.length, 1),
    ...proof,
  )
}

/** @returns undefined when the bytes end within it. @throws {LedgerError} `malformed` */
export async function readPackage(bytes: ByteReader, count: number): Promise<EntryPackage | undefined> {
  const entries: Uint8Array[] = []
  while (entries.length < count) {
    const entry = await takeOpaque(bytes)
    if (!entry) return undefined
    entries.push(entry)
  }
  const number = (await bytes.take(1))?.[0]
  if (number === undefined) return undefined
  if (number > MAX_HASHES) throw new LedgerError('malformed', 'proof of a package')
  const hashes = await bytes.take(number * HASH_BYTES)
  if (!hashes) return undefined
  const proof = Array.from({ length: number }, (_, i) => hashes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES))
  return { entries, proof }
}

/** How far a mirror is: what a log continues with. */
export type MirrorInfo = { readonly size: number; readonly next: number; readonly ticket: Uint8Array }

/** The body of a 202 or 409. @see c2sp.org/tlog-mirror */
export const formatMirrorInfo = ({ size, next, ticket }: MirrorInfo): string =>
  `${formatSize(size)}\n${formatSize(next)}\n${toBase64(ticket)}\n`

/** @throws {LedgerError} `malformed` */
export function parseMirrorInfo(text: string): MirrorInfo {
  const [size = '', next = '', ticket, end, ...rest] = text.split('\n')
  if (ticket === undefined || end !== '' || rest.length > 0) throw new LedgerError('malformed', 'answer of a mirror')
  const bytes = ticket === '' ? new Uint8Array() : fromBase64(ticket)
  if (bytes.length >= 2 ** (8 * LENGTH_BYTES)) throw new LedgerError('malformed', 'ticket of a mirror')
  return { size: parseSize(size), next: parseSize(next), ticket: bytes }
}

async function takeOpaque(bytes: ByteReader): Promise<Uint8Array | undefined> {
  const length = await bytes.take(LENGTH_BYTES)
  return length && bytes.take(readUint(length, 0, LENGTH_BYTES))
}

function readSize(bytes: Uint8Array, at: number): number {
  const [high, low] = [readUint(bytes, at, 4), readUint(bytes, at + 4, 4)]
  if (high >= LARGEST_HIGH) throw new LedgerError('malformed', 'size of a tree')
  return high * 2 ** 32 + low
}

function readName(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes)
  } catch (cause) {
    throw new LedgerError('malformed', 'name of a log', { cause })
  }
}
