import type { VaultApi } from './api.ts'
import type { ContentKeys } from './content-keys.ts'
import { FILES_BUCKET } from '#contract/limits.ts'
import { FLOE, sealedSize } from '#crypto/index.ts'
import { PART_BYTES, createContentSealer, partOffset, sealParts, SEGMENTS_PER_PART } from './seal-parts.ts'
import { withRetry } from './retry.ts'

const RESUMABLE = '/storage/v1/upload/resumable'
const TUS = { 'tus-resumable': '1.0.0' }
/** One part is sent while the next is sealed. */
const PARTS_IN_FLIGHT = 2
/** A part that takes longer than this is on a line that will not carry it; 8 MiB in three minutes are 47 KB/s. */
const PART_TIMEOUT_MS = 180_000

export type Progress = (plainBytes: number) => void

/** Opens a resumable upload for a file's object. @returns its path on the server. @throws {VaultError} */
export async function createUpload(api: VaultApi, keys: ContentKeys, signal: AbortSignal): Promise<string> {
  const metadata = { bucketName: FILES_BUCKET, objectName: keys.storagePath, contentType: 'application/octet-stream' }
  const response = await api.fetch(RESUMABLE, {
    method: 'POST',
    signal,
    headers: {
      ...TUS,
      'upload-length': String(sealedSize(keys.sizeBytes)),
      'upload-part-size': String(PART_BYTES),
      'upload-head-size': String(FLOE.headerBytes),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${btoa(value)}`)
        .join(','),
    },
  })
  const location = response.headers.get('location') ?? ''
  // The path alone: the address may be another name of the same server.
  return new URL(location, 'http://server').pathname
}

/** The parts an upload still misses. @throws {VaultError} `not_found` when it expired. */
export async function missingParts(api: VaultApi, path: string, parts: number): Promise<number[]> {
  const response = await api.fetch(path, { method: 'HEAD', headers: TUS })
  if (response.headers.get('tus-complete') === '1') return []
  const done = new Set(parseParts(response.headers.get('upload-parts') ?? ''))
  return Array.from({ length: parts }, (_, part) => part).filter((part) => !done.has(part))
}

/** Gives an upload up; the server forgets its bytes. */
export async function cancelUpload(api: VaultApi, path: string): Promise<void> {
  await api.fetch(path, { method: 'DELETE', headers: TUS })
}

/** Seals and sends a file of at most one part in a single request. */
export async function sendWhole(api: VaultApi, keys: ContentKeys, source: Blob, signal: AbortSignal): Promise<void> {
  const sealer = await createContentSealer(keys)
  const pieces: BlobPart[] = []
  for await (const segment of sealParts(sealer, source, 0, 0)) pieces.push(...segment.pieces)
  await withRetry(signal, () =>
    api.fetch(`/storage/v1/object/${FILES_BUCKET}/${keys.storagePath}`, {
      method: 'POST',
      // Upsert: the path is random, so what is there can only be our own earlier try.
      headers: { 'content-type': 'application/octet-stream', 'x-upsert': 'true' },
      body: new Blob(pieces),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)]),
    }),
  )
}

export type Run = { first: number; last: number }
export type SendRun = { path: string; source: Blob; run: Run; signal: AbortSignal; onProgress: Progress }

/**
 * Seals and sends a run of parts as Blobs, two in flight: an ArrayBuffer body is ten times slower in Chromium (perf.md 0.6).
 */
export async function sendParts(
  api: VaultApi,
  keys: ContentKeys,
  { path, source, run, signal, onProgress }: SendRun,
): Promise<void> {
  const sealer = await createContentSealer(keys)
  const inFlight = new Set<Promise<void>>()
  let pieces: BlobPart[] = []
  let plainBytes = 0
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])

  const send = async (part: number): Promise<void> => {
    const body = new Blob(pieces)
    const size = plainBytes
    pieces = []
    plainBytes = 0
    const sent = sendPart(api, { path, offset: partOffset(part), body, signal: stop }).then(() => onProgress(size))
    inFlight.add(sent)
    sent.catch((error: unknown) => failed.abort(error)).finally(() => inFlight.delete(sent))
    if (inFlight.size >= PARTS_IN_FLIGHT) await Promise.race(inFlight)
  }

  for await (const segment of sealParts(sealer, source, run.first, run.last)) {
    stop.throwIfAborted()
    pieces.push(...segment.pieces)
    plainBytes += segment.plainBytes
    if ((segment.index + 1) % SEGMENTS_PER_PART === 0) await send(Math.floor(segment.index / SEGMENTS_PER_PART))
  }
  if (pieces.length > 0) await send(run.last)
  await Promise.all(inFlight)
}

async function sendPart(
  api: VaultApi,
  part: { path: string; offset: number; body: Blob; signal: AbortSignal },
): Promise<void> {
  await withRetry(part.signal, () =>
    api.fetch(part.path, {
      method: 'PATCH',
      headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(part.offset) },
      body: part.body,
      signal: AbortSignal.any([part.signal, AbortSignal.timeout(PART_TIMEOUT_MS)]),
    }),
  )
}

/**
 * Seals a run of parts into one streaming request body. Needs HTTP/2; keeps memory flat (27 to 76 MB for a gigabyte, where
 * Blob parts hold some 200 in the browser process). Bytes count as sent when the network stack takes them.
 */
export async function streamParts(
  api: VaultApi,
  keys: ContentKeys,
  { path, source, run, signal, onProgress }: SendRun,
): Promise<void> {
  const sealer = await createContentSealer(keys)
  const segments = sealParts(sealer, source, run.first, run.last)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await segments.next()
        if (done) return controller.close()
        for (const piece of value.pieces) controller.enqueue(piece)
        onProgress(value.plainBytes)
      },
      async cancel() {
        await segments.return(undefined)
      },
    },
    { highWaterMark: 4 },
  )
  await api.fetch(path, {
    method: 'PATCH',
    headers: {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(partOffset(run.first)),
    },
    body,
    duplex: 'half',
    signal,
  })
}

/** "0-2,5" becomes [0, 1, 2, 5]. */
export function parseParts(text: string): number[] {
  return text
    .split(',')
    .filter(Boolean)
    .flatMap((run) => {
      const [first = 0, last = first] = run.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
}
