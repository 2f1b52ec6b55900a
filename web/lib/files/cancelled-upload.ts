import { partCount } from '#contract/content-layout.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { WorkerPool } from '../remote/worker-pool.ts'
import type { SavedUploads } from './saved-uploads.ts'
import type { HeldUpload } from './send-upload.ts'

/** A request that was cut off when all its bytes had arrived may still store its object; it is looked for once more. */
const LATE_REQUEST_MS = 3000

/**
 * Removes what a cancelled upload left on the server. Until that is done it is noted on this device, and the next unlock
 * tries again.
 *
 * @returns `committed` when the file was stored before the cancellation: it stays.
 * @throws {VaultError} when the server could not be reached; the note stays.
 */
export async function removeTraces(
  workers: WorkerPool,
  notes: SavedUploads,
  { plan, path, userId, lastModified }: Pick<HeldUpload, 'plan' | 'path' | 'userId' | 'lastModified'>,
): Promise<'removed' | 'committed'> {
  if (!plan) return 'removed'
  const { id, saved } = plan
  notes.save({ id, saved, userId, path, lastModified, isGivenUp: true })
  // The worker forgot the plan when the vault was locked in between.
  const { sizeBytes } = await workers.vault.uploads.restore(id, saved)
  if (path !== null) await forgetOnServer(workers, path)
  let outcome = await workers.vault.uploads.abandon(id)
  if (outcome === 'removed' && partCount(sizeBytes) === 1) {
    await new Promise((resolve) => setTimeout(resolve, LATE_REQUEST_MS))
    outcome = await workers.vault.uploads.abandon(id)
  }
  notes.forget(id)
  await workers.vault.uploads.forget(id)
  return outcome
}

async function forgetOnServer(workers: WorkerPool, path: string): Promise<void> {
  try {
    await workers.transfers[0].cancelUpload(path)
  } catch (error) {
    // Complete, expired or removed already: then there is no unfinished upload to forget.
    if (!(error instanceof VaultError) || error.code !== 'not_found') throw error
  }
}
