import type { VaultApi } from '../session/api.ts'
import type { ContentKeys } from './content-keys.ts'
import { PART_BYTES, SEGMENTS_PER_PART, partCount, partOffset, sealedSize } from '#contract/content-layout.ts'
import { FILES_BUCKET } from '#contract/limits.ts'
import { FLOE, concat } from '#crypto/index.ts'
import { type TroubleListener, withRetry } from '../session/retry.ts'
import { createContentSealer, sealParts } from './seal-parts.ts'
import type { Run } from './part-runs.ts'
import { digestOfPart } from './sent-parts.ts'
import { LeafList, type SegmentLeaves } from './segment-leaves.ts'
import { VaultError } from '../session/vault-error.ts'

const RESUMABLE = '/storage/v1/upload/resumable'
const TUS = { 'tus-resumable': '1.0.0' }
/** One part is sent while the next is sealed. */
const PARTS_IN_FLIGHT = 2
/** A part that takes longer than this is on a line that will not carry it; 8 MiB in three minutes are 47 KB/s. */
export const PART_TIMEOUT_MS = 180_000

/** What a transfer reports while it runs. */
export type Report = {
  /** Plaintext bytes that are stored, or taken back when what was handed to the network did not arrive. */
  sent: (plainBytes: number) => void
  troubled: TroubleListener
  /** A part is about to be stored: `digest` tells later whether the file is still what was sent (`requireUnchanged`). */
  sealed: (part: number, digest: string) => void
}

/** Opens a resumable upload for a file's object. @returns its path on the server. @throws {VaultError} */
export async function createUpload(api: VaultApi, keys: ContentKeys, signal: AbortSignal): Promise<string> {
  const metadata = {
    bucketName: FILES_BUCKET,
    objectName: keys.storagePath,
    contentType: 'application/octet-stream',
    // Chromium reads a response that may be cached as fast as the line allows, past a reader that is slower: with this it
    // waits, and a download of any size takes 60 MiB less.
    cacheControl: 'no-store',
  }
  const response = await api.fetch(RESUMABLE, {
    method: 'POST',
    signal,
    headers: {
      ...TUS,
      // The path is random: what is there can only be our own, from an upload that the server has forgotten since.
      'x-upsert': 'true',
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

/**
 * The parts that an upload still misses.
 * @throws {VaultError} `upload_expired` when the server no longer knows it.
 */
export async function missingParts(
  api: VaultApi,
  { path, sizeBytes, signal }: { path: string; sizeBytes: number; signal: AbortSignal },
): Promise<number[]> {
  const response = await ofUpload(api.fetch(path, { method: 'HEAD', headers: TUS, signal }))
  if (response.headers.get('tus-complete') === '1') return []
  const done = new Set(parseParts(response.headers.get('upload-parts') ?? ''))
  return Array.from({ length: partCount(sizeBytes) }, (_, part) => part).filter((part) => !done.has(part))
}

/** Gives an upload up; the server forgets its bytes. */
export async function cancelUpload(api: VaultApi, path: string): Promise<void> {
  await api.fetch(path, { method: 'DELETE', headers: TUS })
}

/** Seals and sends a file of at most one part in a single request. @returns the leaves of its segments. */
export async function sendWhole(
  api: VaultApi,
  keys: ContentKeys,
  { source, signal, report }: Omit<SendRun, 'path' | 'run'>,
): Promise<Uint8Array> {
  const sealer = await createContentSealer(keys)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const list = new LeafList(source.size, { first: 0, last: 0 })
  for await (const segment of sealParts(sealer, source, 0, 0)) {
    pieces.push(...segment.pieces)
    list.put(segment.index, segment.leaf)
  }
  // A Blob passes through another process, which for a single segment costs more than the request.
  const body = source.size <= FLOE.plainBytes ? concat(...pieces) : new Blob(pieces)
  const count = new UploadProgress(report, { plainBytes: source.size, bodyBytes: sealedSize(source.size) })
  const send = async (): Promise<void> => {
    await api.fetch(`/storage/v1/object/${FILES_BUCKET}/${keys.storagePath}`, {
      method: 'POST',
      // Upsert: the path is random, so what is there can only be our own earlier try.
      headers: { 'content-type': 'application/octet-stream', 'x-upsert': 'true' },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)]),
      onSent: count.sent,
    })
  }
  await withRetry(signal, () => count.rollbackOnError(send), report.troubled)
  count.stored()
  return list.read().leaves
}

export type SendRun = { path: string; source: Blob; run: Run; signal: AbortSignal; report: Report }

/**
 * Seals and sends a run of parts as Blobs, two in flight: an ArrayBuffer body is many times slower in Chromium, as
 * bench/vault/b04-up.ts shows.
 *
 * @returns the leaves of the run's segments.
 * @throws {VaultError} `upload_expired` | `file_unreadable` | `offline` after the last try
 */
export async function sendParts(api: VaultApi, keys: ContentKeys, upload: SendRun): Promise<SegmentLeaves> {
  const { source, run, signal, report } = upload
  const sealer = await createContentSealer(keys)
  const list = new LeafList(source.size, run)
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
    // Before the first byte leaves: a part that is stored has its digest.
    report.sealed(part, await digestOfPart(list.ofPart(part)))
    const sent = sendPart(api, { ...upload, signal: stop }, { part, body, plainBytes: size })
    inFlight.add(sent)
    sent.catch((error: unknown) => failed.abort(error)).finally(() => inFlight.delete(sent))
    if (inFlight.size >= PARTS_IN_FLIGHT) await Promise.race(inFlight)
  }

  for await (const segment of sealParts(sealer, source, run.first, run.last)) {
    stop.throwIfAborted()
    pieces.push(...segment.pieces)
    list.put(segment.index, segment.leaf)
    plainBytes += segment.plainBytes
    if ((segment.index + 1) % SEGMENTS_PER_PART === 0) await send(Math.floor(segment.index / SEGMENTS_PER_PART))
  }
  if (pieces.length > 0) await send(run.last)
  await Promise.all(inFlight)
  return list.read()
}

async function sendPart(
  api: VaultApi,
  { path, source, signal, report }: SendRun,
  { part, body, plainBytes }: { part: number; body: Blob; plainBytes: number },
): Promise<void> {
  const count = new UploadProgress(report, { plainBytes, bodyBytes: body.size })
  const attempt = async (tries: number): Promise<void> => {
    // Only the answer may have been lost.
    if (tries > 1 && !(await missingParts(api, { path, sizeBytes: source.size, signal })).includes(part)) return
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)])
    const headers = patchHeaders(partOffset(part))
    await ofUpload(api.fetch(path, { method: 'PATCH', headers, body, signal: limited, onSent: count.sent }))
  }
  await withRetry(signal, (tries) => count.rollbackOnError(() => attempt(tries)), report.troubled)
  count.stored()
}

/** Reports a body while it leaves, in bytes of the file; what did not arrive is taken back. */
class UploadProgress {
  readonly #report: Report
  readonly #sizes: { plainBytes: number; bodyBytes: number }
  #reported = 0

  constructor(report: Report, sizes: { plainBytes: number; bodyBytes: number }) {
    this.#report = report
    this.#sizes = sizes
  }

  readonly sent = (bytes: number): void => {
    const { plainBytes, bodyBytes } = this.#sizes
    this.#set(Math.floor((plainBytes * Math.min(bytes, bodyBytes)) / Math.max(1, bodyBytes)))
  }

  stored(): void {
    this.#set(this.#sizes.plainBytes)
  }

  async rollbackOnError(attempt: () => Promise<void>): Promise<void> {
    try {
      await attempt()
    } catch (error) {
      this.#set(0)
      throw error
    }
  }

  #set(plainBytes: number): void {
    if (plainBytes !== this.#reported) this.#report.sent(plainBytes - this.#reported)
    this.#reported = plainBytes
  }
}

/** Headers of a request that brings bytes from `offset` on. */
export function patchHeaders(offset: number): Record<string, string> {
  return { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
}

/** What "not found" means of an upload: it expired, or the server was set up again. */
export async function ofUpload(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'not_found') throw error
    throw new VaultError('upload_expired', 'The server no longer knows this upload.', { cause: error })
  }
}

/** "0-2,5" becomes [0, 1, 2, 5]. */
function parseParts(text: string): number[] {
  return text
    .split(',')
    .filter(Boolean)
    .flatMap((run) => {
      const [first = 0, last = first] = run.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
}
