import { type SegmentLeaves, joinLeaves } from '#vault/transfer/segment-leaves.ts'
import { type Report, divide, presentParts } from '#vault/transfer/send-content.ts'
import { claimUpload, forgetSavedUpload, saveUpload } from './saved-uploads.ts'
import { type UploadJob, stopWhenUnwanted, wishOf } from './upload-job.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { WorkerPool } from '../remote/worker-pool.ts'

/** A running attempt, and how the queue learns of its progress. */
export type Sending = {
  workers: WorkerPool
  job: UploadJob
  file: File
  /** Which transfer worker takes it when it goes in one piece. */
  turn: number
  onStart: () => void
  /** Its bytes are stored; what is left is the record. */
  onSent: () => void
  /** How much is stored, in plaintext bytes; the next reports add to it. */
  onStored: (bytes: number) => void
  report: Report
}

/**
 * Plans an upload or takes its plan up again, sends what the server does not have yet, and commits its record.
 * @throws {VaultError} what failed; a `DOMException` when the person stopped it.
 */
export async function sendUpload(sending: Sending): Promise<void> {
  const { workers, job, file, report } = sending
  const { folderId, spaceId = null } = job
  const planned = { name: file.name, type: file.type, sizeBytes: file.size, folderId, spaceId }
  // The worker forgot the plan when the vault was locked in between.
  if (job.plan) await workers.vault.uploads.restore(job.plan.id, job.plan.saved)
  else job.plan = await workers.vault.uploads.plan(planned, job.replaces)
  const { id, parts } = job.plan
  job.release ??= await claimUpload(id)
  stopWhenUnwanted(job)
  sending.onStart()
  remember(sending)
  workers.reports.set(id, report)
  let leaves: Uint8Array
  try {
    leaves = parts > 1 ? await sendLarge(sending) : await sendSmall(sending)
  } finally {
    // Another attempt may have begun.
    if (workers.reports.get(id) === report) workers.reports.delete(id)
  }
  stopWhenUnwanted(job)
  // From here on a cancellation comes too late unless the commit fails: a file is stored whole or not at all.
  sending.onSent()
  await workers.vault.uploads.commit(id, leaves)
  forgetSavedUpload(id)
}

async function sendSmall({ workers, job, file, turn, onStored }: Sending): Promise<Uint8Array> {
  // What an earlier try reported may not have been taken back: its last report may come after its end.
  onStored(0)
  const worker = workers.transfers[turn % workers.transfers.length] ?? workers.transfers[0]
  const leaves = await worker.sendWhole(job.plan?.id ?? '', file)
  onStored(file.size)
  return leaves
}

async function sendLarge(sending: Sending): Promise<Uint8Array> {
  const { job } = sending
  if (job.path === null) return sendMissing(sending, await createPath(sending))
  try {
    return await sendMissing(sending, job.path)
  } catch (error) {
    const isForgotten = error instanceof VaultError && error.code === 'upload_expired'
    if (!isForgotten || wishOf(job) !== 'run') throw error
    // The server keeps an unfinished upload for a day; after that it starts again from the first byte.
    sending.onStored(0)
    return sendMissing(sending, await createPath(sending))
  }
}

async function createPath(sending: Sending): Promise<string> {
  const { workers, job } = sending
  job.path = await workers.transfers[0].createUpload(job.plan?.id ?? '')
  remember(sending)
  return job.path
}

/** @returns the leaves of all segments; those of parts that the server has are sealed once more for them. */
async function sendMissing({ workers, job, file, onStored }: Sending, path: string): Promise<Uint8Array> {
  const { id = '', parts = 1 } = job.plan ?? {}
  const missing = await workers.transfers[0].missingParts(id, path, file.size)
  onStored(Math.round(file.size * (1 - missing.length / parts)))
  const runs = divide(missing, workers.transfers.length)
  const stored = divide(presentParts(file.size, missing), workers.transfers.length)
  const leaves: SegmentLeaves[] = []
  let isHalted = false
  const sendingRuns = workers.transfers.map(async (worker, index) => {
    for (const run of stored[index] ?? []) {
      if (isHalted) return
      stopWhenUnwanted(job)
      leaves.push(await worker.leavesOfRun(id, { file, run }))
    }
    for (const run of runs[index] ?? []) {
      if (isHalted) return
      stopWhenUnwanted(job)
      leaves.push(await worker.sendRun(id, { path, file, run, canStream: isHttp2() }))
    }
  })
  try {
    await Promise.all(sendingRuns)
  } catch (error) {
    // The other worker must have stopped before anyone tries again.
    isHalted = true
    await Promise.all(workers.transfers.map((worker) => worker.abort(id)))
    await Promise.allSettled(sendingRuns)
    throw error
  }
  return joinLeaves(file.size, leaves)
}

function remember({ job, file }: Sending): void {
  if (!job.plan) return
  const { id, saved } = job.plan
  saveUpload({ id, saved, userId: job.userId, path: job.path, lastModified: file.lastModified, isGivenUp: false })
}

/** A streaming request body needs HTTP/2, which browsers speak over TLS only. */
function isHttp2(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.nextHopProtocol === 'h2'
}
