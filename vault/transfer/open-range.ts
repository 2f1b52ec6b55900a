import { CryptoError, FLOE, type FloeOpener, sealedSize, segmentCount } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { openContentHeader } from './content-header.ts'
import { type ContentKeys, contentAddress } from './content-keys.ts'
import { damaged, VaultError } from '../session/vault-error.ts'

/** Reads any part of a file without the rest, as players and viewers seek. */
export type RangeReader = {
  /**
   * The plaintext of `[from, to)`, clipped to the file. Only the segments that hold it are fetched, in one request, and each is
   * verified at its position, so that neither the server nor a cache can answer with another part.
   * @throws {VaultError} `file_damaged` | `offline` | `not_found`
   */
  read: (from: number, to: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
}

export function createRangeReader(api: VaultApi, keys: ContentKeys): RangeReader {
  const { sizeBytes, segmentBytes } = keys
  const plainPerSegment = segmentBytes - (FLOE.segmentBytes - FLOE.plainBytes)
  const count = segmentCount(sizeBytes, segmentBytes)
  let opening: Promise<FloeOpener> | undefined

  const opener = (signal: AbortSignal): Promise<FloeOpener> => {
    opening ??= openHeader(api, keys, signal)
    // The next read asks again instead of failing for the same reason for ever.
    opening.catch(() => (opening = undefined))
    return opening
  }

  return {
    async read(from, to, signal) {
      const start = Math.max(0, Math.min(from, sizeBytes))
      const end = Math.max(start, Math.min(to, sizeBytes))
      if (start === end) return new Uint8Array()
      try {
        const first = Math.floor(start / plainPerSegment)
        const last = Math.floor((end - 1) / plainPerSegment)
        const fetchedTo = Math.min(sealedSize(sizeBytes, segmentBytes), FLOE.headerBytes + (last + 1) * segmentBytes)
        const span = { from: FLOE.headerBytes + first * segmentBytes, to: fetchedTo }
        const [head, sealed] = await Promise.all([opener(signal), fetchSpan(api, keys, span, signal)])
        const opened = await Promise.all(
          Array.from({ length: last - first + 1 }, (_, at) => {
            const piece = sealed.subarray(at * segmentBytes, (at + 1) * segmentBytes)
            return head.openSegment(first + at, first + at === count - 1, piece)
          }),
        )
        return join(opened).subarray(start - first * plainPerSegment, end - first * plainPerSegment)
      } catch (error) {
        if (error instanceof CryptoError) throw damaged(error)
        throw error
      }
    },
  }
}

async function openHeader(api: VaultApi, keys: ContentKeys, signal: AbortSignal): Promise<FloeOpener> {
  return openContentHeader(keys, await fetchSpan(api, keys, { from: 0, to: FLOE.headerBytes }, signal))
}

async function fetchSpan(
  api: VaultApi,
  keys: ContentKeys,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { path, headers: shown } = contentAddress(keys)
  const headers = { ...shown, range: `bytes=${from}-${to - 1}` }
  const response = await api.fetch(path, { method: 'GET', headers, signal })
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new VaultError('offline', 'The download was interrupted.', { cause })
  }
  if (bytes.length !== to - from) throw new CryptoError('open_failed', 'the object has another size')
  return bytes
}

function join(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
