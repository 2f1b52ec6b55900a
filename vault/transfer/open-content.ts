import { CryptoError, FLOE, type FloeOpener, sealedSize, segmentCount } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { type LeafListener, openContentHeader } from './content-header.ts'
import type { ContentKeys } from './content-keys.ts'
import { damaged, VaultError } from '../session/vault-error.ts'
import { createGcPressure } from './gc-pressure.ts'
import { ObjectReader } from './object-reader.ts'

const OPEN_DEPTH = 4

/**
 * Fetches a file's object as one stream and yields its plaintext in order, segment by segment, each verified before it
 * leaves. Size and segment count come from the signed manifest, never from the answer.
 *
 * @param onLeaf hears the leaf of each segment, for a file that was signed without a content root.
 * @throws {VaultError} `file_damaged` when any byte differs from what was sealed, `offline` when the stream breaks off and cannot be continued.
 */
export async function* openContent(
  api: VaultApi,
  keys: ContentKeys,
  signal: AbortSignal,
  onLeaf?: LeafListener,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // One more than segments in flight: a buffer is reused only when its segment has been opened and yielded.
  const input = new ObjectReader(api, { ...keys, buffers: OPEN_DEPTH + 2, signal })
  try {
    const opener = await openContentHeader(keys, await input.read(FLOE.headerBytes), onLeaf)
    yield* openSegments(opener, input, keys)
    if (!(await input.isAtEnd())) throw new CryptoError('open_failed', 'bytes behind the end')
  } catch (error) {
    throw asDownloadError(error, signal)
  } finally {
    await input.cancel()
  }
}

async function* openSegments(
  opener: FloeOpener,
  input: ObjectReader,
  { sizeBytes, segmentBytes }: ContentKeys,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const count = segmentCount(sizeBytes, segmentBytes)
  const lastBytes = sealedSize(sizeBytes, segmentBytes) - FLOE.headerBytes - (count - 1) * segmentBytes
  const inFlight: Promise<Uint8Array<ArrayBuffer>>[] = []
  const pressGc = createGcPressure()
  try {
    for (let index = 0; index < count; index++) {
      const isLast = index === count - 1
      const opening = opener.openSegment(index, isLast, await input.read(isLast ? lastBytes : segmentBytes))
      // Awaited in order below; a failure must not count as unhandled meanwhile.
      opening.catch(() => undefined)
      inFlight.push(opening)
      pressGc(segmentBytes)
      const ready = inFlight.length >= OPEN_DEPTH ? inFlight.shift() : undefined
      if (ready) yield await ready
    }
    for (const ready of inFlight) yield await ready
  } finally {
    await Promise.allSettled(inFlight)
  }
}

function asDownloadError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof VaultError) return error
  if (error instanceof CryptoError) return damaged(error)
  return new VaultError('offline', 'The download was interrupted.', { cause: error })
}
