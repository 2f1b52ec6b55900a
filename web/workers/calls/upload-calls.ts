import { type VaultFile, proveFile } from '#vault/files/file-records.ts'
import {
  type PlannedFile,
  type UploadPlan,
  abandonUpload,
  commitUpload,
  contentKeysOf,
  planReplacement,
  planUpload,
  restorePlan,
  savePlan,
} from '#vault/transfer/upload-plan.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { offerUpload, withdrawContent } from '../transfer/content-keys.ts'
import { validName } from './file-calls.ts'
import { connected, onLock, stillOpen, unlocked } from '../vault-state.ts'

const plans = new Map<string, UploadPlan>()
/** Commits under way; aborting one ends its retries, not its request. */
const commits = new Map<string, AbortController>()

onLock(() => {
  plans.clear()
  for (const controller of commits.values()) controller.abort(new VaultError('vault_locked', 'The vault was locked.'))
})

/** Uploads: planned and recorded here, moved by the transfer workers. */
export const uploadCalls = {
  /** @param replaces the stored file that gets this content; null for a new file. */
  async plan(file: PlannedFile, replaces: string | null): Promise<{ id: string; saved: string }> {
    const opened = unlocked()
    const stored = replaces === null ? null : await proveFile(connected(), opened, replaces)
    stillOpen(opened)
    const now = new Date()
    const plan = stored
      ? await planReplacement(connected(), opened, { stored, file, now })
      : planUpload(opened, { ...file, name: validName(file.name) }, now)
    plans.set(plan.fileId, plan)
    offerUpload(plan.fileId, contentKeysOf(plan))
    return { id: plan.fileId, saved: await savePlan(unlocked(), plan) }
  },

  /** Continues an upload that was planned before a reload. @returns what the file was called and its size. */
  async restore(id: string, saved: string): Promise<{ name: string; sizeBytes: number }> {
    const opened = unlocked()
    const plan = await restorePlan(opened, id, saved)
    stillOpen(opened)
    plans.set(id, plan)
    offerUpload(id, contentKeysOf(plan))
    return { name: plan.metadata.name, sizeBytes: plan.metadata.size }
  },

  /** @param leaves of all segments, as the transfer workers sealed them. */
  async commit(id: string, leaves: Uint8Array): Promise<VaultFile> {
    const controller = new AbortController()
    commits.set(id, controller)
    try {
      const options = { leaves, now: new Date(), signal: controller.signal }
      const file = await commitUpload(connected(), unlocked(), planOf(id), options)
      forgetUpload(id)
      return file
    } finally {
      commits.delete(id)
    }
  },

  /** Stops retrying a commit that does not get through. */
  stopCommit(id: string): void {
    commits.get(id)?.abort(new DOMException('stopped by the person', 'AbortError'))
  },

  /** Removes what a cancelled upload left on the server. @returns `committed` when its record was faster. */
  abandon: async (id: string): Promise<'removed' | 'committed'> => abandonUpload(connected(), planOf(id)),

  forget: forgetUpload,
}

function forgetUpload(id: string): void {
  plans.delete(id)
  withdrawContent(id)
}

function planOf(id: string): UploadPlan {
  unlocked()
  const plan = plans.get(id)
  if (!plan) throw new VaultError('not_found', 'This upload is no longer known.')
  return plan
}
