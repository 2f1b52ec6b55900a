import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { concat } from '#crypto/bytes.ts'
import { LedgerError } from '#ledger/errors.ts'
import {
  formatAddEntries,
  MOST_PACKAGES,
  type MirrorInfo,
  packagesOf,
  parseMirrorInfo,
  subtreeOf,
  writePackage,
} from '#ledger/mirror/add-entries.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { parseNote } from '#ledger/notes/note.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import type { Range } from '#ledger/tree/node.ts'
import { proveSubtree } from '#ledger/tree/subtree.ts'
import { TILE_WIDTH, tileWidth } from '#ledger/tree/tile.ts'
import { describeFailure, readLimited } from '../read-limited.ts'
import { type KnownOfWitness, type NotSigned, type Offered, offer, readSignature, type Signed } from './ask-witness.ts'
import type { AskedWitness } from './witness-settings.ts'

const TIMEOUT_MS = 60_000
const MOST_ANSWER_BYTES = 512 * 1024
/** Of entries in one request, before they are packed. */
const MOST_SENT_BYTES = 8 * 1024 * 1024
/** In one turn: who begins with a long log does not hold up what comes after it. */
const MOST_REQUESTS = 16

/** The mirror took entries, and more have to be sent. */
export type NotYet = { readonly next: number }

/**
 * Sends a mirror the entries that it lacks, up to a checkpoint, which it signs then. Never throws for what it answers.
 *
 * @see c2sp.org/tlog-mirror
 */
export async function askMirror(
  mirror: AskedWitness,
  offered: Offered,
  { lastSize, nowSeconds }: KnownOfWitness,
): Promise<Signed | NotSigned | NotYet> {
  try {
    const pending = await offer(mirror, offered, lastSize)
    if ('problem' in pending) return pending
    // Without entries: a mirror that has them all signs, another one says how far it is.
    let answer = await post(mirror, offered, { next: offered.size, ticket: new Uint8Array() })
    for (let requests = 0; requests < MOST_REQUESTS; requests++) {
      if (answer.status === 200) return await readSignature(mirror, offered, answer.text, nowSeconds)
      const info = progressOf(answer)
      if ('problem' in info) return info
      if (info.size !== offered.size) return { problem: `it takes entries for ${info.size} only`, isRefusal: false }
      if (info.next >= offered.size) return { problem: 'it has all entries, and signs nothing', isRefusal: false }
      answer = await post(mirror, offered, info)
      const now = answer.status === 200 ? undefined : progressOf(answer)
      // Less than the first package is no progress: all that was sent would be read and sent again.
      const [first] = packagesOf({ start: info.next, end: offered.size })
      if (now && !('problem' in now) && now.next < (first?.end ?? offered.size)) {
        return { problem: `it takes no entries from ${info.next} on`, isRefusal: false }
      }
    }
    const info = answer.status === 200 ? undefined : progressOf(answer)
    return info && 'problem' in info ? info : { next: info?.next ?? offered.size }
  } catch (error) {
    return { problem: describeFailure(error, 'a mirror'), isRefusal: false }
  }
}

type Answer = { readonly status: number; readonly text: string }

function progressOf({ status, text }: Answer): MirrorInfo | NotSigned {
  if (status === 202 || status === 409) return parseMirrorInfo(text)
  if (status === 422) return { problem: 'it says that the entries are not those of the checkpoint', isRefusal: true }
  const why = status === 507 ? 'it has no room for more' : `it answered with status ${status}`
  return { problem: why, isRefusal: false }
}

async function post(
  { url }: AskedWitness,
  offered: Offered,
  { next, ticket }: Pick<MirrorInfo, 'next' | 'ticket'>,
): Promise<Answer> {
  const { origin } = parseCheckpoint(parseNote(offered.note).text)
  const header = formatAddEntries({ origin, start: next, end: offered.size, ticket })
  const response = await fetch(new URL('add-entries', url), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    body: new Uint8Array(await promisify(gzip)(concat(header, ...(await packagesFrom(next, offered))))),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, text: (await readLimited(response, MOST_ANSWER_BYTES)).toString() }
}

/** The next packages, as many as fit into a request. */
async function packagesFrom(start: number, offered: Offered): Promise<Uint8Array[]> {
  const packages: Uint8Array[] = []
  let bytes = 0
  for (const range of packagesOf({ start, end: offered.size })) {
    if (packages.length === MOST_PACKAGES || bytes > MOST_SENT_BYTES) break
    const written = await packageOf(range, offered)
    packages.push(written)
    bytes += written.length
  }
  return packages
}

async function packageOf(range: Range, { size, read, bundle }: Offered): Promise<Uint8Array> {
  const index = Math.floor(range.start / TILE_WIDTH)
  const width = tileWidth(0, index, size)
  const entries = readEntryBundle(await bundle(index, width), width)
  const first = index * TILE_WIDTH
  const taken = entries.slice(range.start - first, range.end - first)
  if (taken.length !== range.end - range.start) throw new LedgerError('malformed', `entries from ${range.start} on`)
  return writePackage({ entries: taken, proof: await proveSubtree(subtreeOf(range), size, read) })
}
