import { z } from 'zod'
import { partCount } from '#contract/content-layout.ts'
import { FILES_BUCKET } from '#contract/limits.ts'
import type { VaultApi } from '../session/api.ts'
import { VaultError } from '../session/vault-error.ts'
import { cancelUpload } from './send-content.ts'
import type { UploadPlan } from './upload-plan.ts'

/** A request that was cut off when all its bytes had arrived may still store its object; it is looked for once more. */
const LATE_REQUEST_MS = 3000

/**
 * Removes what a cancelled upload left on the server.
 * @param path of its resumable upload; null when there was none
 * @returns `committed` when the file was stored before that: it stays.
 */
export async function discardUpload(
  api: VaultApi,
  plan: UploadPlan,
  path: string | null,
): Promise<'removed' | 'committed'> {
  // Complete, expired or removed already: then there is no unfinished upload to forget.
  if (path !== null) await cancelUpload(api, path).catch(unlessUnknown)
  const outcome = await abandonUpload(api, plan)
  if (outcome === 'committed' || partCount(plan.metadata.size) > 1) return outcome
  await new Promise((resolve) => setTimeout(resolve, LATE_REQUEST_MS))
  return abandonUpload(api, plan)
}

function unlessUnknown(error: unknown): void {
  if (!(error instanceof VaultError) || error.code !== 'not_found') throw error
}

/**
 * Removes the object of an upload that was given up, unless its record was committed first: the server does not delete an
 * object that a record points at, so either both are there afterwards or neither is.
 *
 * @returns `committed` when the file is stored after all.
 */
export async function abandonUpload(api: VaultApi, plan: UploadPlan): Promise<'removed' | 'committed'> {
  const isStored = async (): Promise<boolean> => {
    const records = await api.rest(`reachable_files?select=id&storage_path=eq.${plan.storagePath}`)
    return Array.isArray(records) && records.length > 0
  }
  try {
    const response = await api.fetch(`/storage/v1/object/${FILES_BUCKET}`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: [plan.storagePath] }),
    })
    // In a team space the object of a stored file is not refused but left out of what was removed.
    const removed = removedShape.parse(await response.json())
    if (removed.some(({ name }) => name === plan.storagePath)) return 'removed'
    return (await isStored()) ? 'committed' : 'removed'
  } catch (error) {
    if (await isStored()) return 'committed'
    throw error
  }
}

const removedShape = z.array(z.object({ name: z.string() }))
