import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { BodyTooLargeError, type Written } from './blob-store.ts'

// 1 MiB: smaller batches cost more system calls, 4 MiB was 8 % slower (perf.md 2a).
const BATCH_BYTES = 1 << 20

/**
 * Writes a request body from `offset` on with one vectored write in flight while the next batch is read, then syncs.
 * Measured 1.9 times `pipeline(body, createWriteStream())` at half its CPU.
 *
 * A body that breaks off is not an error here: what arrived is synced and counted, so that an upload can resume.
 * @throws {BodyTooLargeError} when the body passes `limit`.
 */
export async function writeBody(
  file: FileHandle,
  offset: number,
  body: Readable,
  { limit, digest = false }: { limit: number; digest?: boolean },
): Promise<Written> {
  const hash = digest ? createHash('sha256') : undefined
  let position = offset
  let received = 0
  let batch: Buffer[] = []
  let batchBytes = 0
  let inFlight: Promise<void> | undefined

  const finished = new Promise<Error | undefined>((resolve, reject) => {
    let isEnded = false
    let broken: Error | undefined

    const flush = (): void => {
      const chunks = batch
      const size = batchBytes
      batch = []
      batchBytes = 0
      inFlight = writeAll(file, chunks, size, position).then(advance, reject)
      position += size
    }
    const advance = (): void => {
      inFlight = undefined
      if (batchBytes >= BATCH_BYTES || (isEnded && batchBytes > 0)) flush()
      else if (isEnded) resolve(broken)
      if (body.isPaused()) body.resume()
    }
    const end = (error?: Error): void => {
      if (isEnded) return
      isEnded = true
      broken = error
      if (!inFlight) advance()
    }

    body.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > limit) {
        body.destroy()
        return reject(new BodyTooLargeError(`more than ${limit} bytes`))
      }
      hash?.update(chunk)
      batch.push(chunk)
      batchBytes += chunk.length
      if (!inFlight && batchBytes >= BATCH_BYTES) flush()
      else if (batchBytes >= 2 * BATCH_BYTES) body.pause()
    })
    body.once('end', () => end())
    body.once('error', (error: Error) => end(error))
    body.once('close', () => end(new Error('the connection closed early')))
  })

  try {
    const failure = await finished
    await file.datasync()
    return { sizeBytes: received, sha256: failure ? undefined : hash?.digest('hex'), failure }
  } finally {
    // The file is closed next: no write may still be on its way to it.
    await inFlight
  }
}

// writev may write less than asked, on a nearly full disk for example; the rest is written, or fails with ENOSPC.
async function writeAll(file: FileHandle, chunks: Buffer[], size: number, position: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks, position)
  if (bytesWritten === size) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  let done = 0
  while (done < rest.length) {
    const more = await file.write(rest, done, rest.length - done, position + bytesWritten + done)
    done += more.bytesWritten
  }
}
