import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { BlobMissingError, type BlobStore, type ByteRange } from '../blobs/blob-store.ts'

/** Bytes of the blob that is written, read and removed. */
const TRIAL_BYTES = 1024

export type StoreStep = 'write' | 'read' | 'remove'

/** Which step of a trial failed; the reason is its cause. */
export class StoreTrialError extends Error {
  override readonly name = 'StoreTrialError'
  readonly step: StoreStep

  constructor(step: StoreStep, cause: unknown) {
    super(`the store does not ${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.step = step
  }
}

/**
 * Puts, reads back, whole and in part, and deletes a blob of its own; nobody's bucket is touched.
 * @throws {StoreTrialError} naming the first step that failed.
 */
export async function tryStore(store: BlobStore, idleMs: number): Promise<void> {
  const [upload, blob] = [randomUUID(), randomUUID()]
  const bytes = randomBytes(TRIAL_BYTES)
  let failed: StoreTrialError | undefined
  const step = async (name: StoreStep, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (cause) {
      failed ??= new StoreTrialError(name, cause)
    }
  }
  await step('write', async () => {
    const options = { limit: TRIAL_BYTES, idleMs, digest: true }
    const { failure, sha256 } = await store.write(upload, 0, Readable.from([bytes]), options)
    if (failure) throw failure
    if (sha256 !== createHash('sha256').update(bytes).digest('hex')) throw new Error('the store took other bytes')
    await store.commit(upload, blob)
  })
  if (!failed)
    await step('read', async () => {
      if (!(await readBlob(store, blob)).equals(bytes)) throw new Error('the store returned other bytes')
      const part = { start: TRIAL_BYTES / 4, end: TRIAL_BYTES / 2 }
      if (!(await readBlob(store, blob, part)).equals(bytes.subarray(part.start, part.end)))
        throw new Error('the store returned another part')
    })
  await step('remove', async () => {
    await Promise.all([store.discard(upload), store.remove(blob)])
    if (!failed && !(await isGone(store, blob))) throw new Error('the store still has it')
  })
  if (failed) throw failed
}

async function readBlob(store: BlobStore, blob: string, range?: ByteRange): Promise<Buffer> {
  const reader = await store.open(blob)
  try {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk)
        done()
      },
    })
    await reader.sendTo(sink, range ?? { start: 0, end: reader.sizeBytes })
    return Buffer.concat(chunks)
  } finally {
    await reader.close()
  }
}

async function isGone(store: BlobStore, blob: string): Promise<boolean> {
  try {
    await (await store.open(blob)).close()
    return false
  } catch (error) {
    if (error instanceof BlobMissingError) return true
    throw error
  }
}
