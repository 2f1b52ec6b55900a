import { expose } from 'comlink'
import { randomUuid, systemRandom } from '#crypto/index.ts'
import { type ContentKeys, type KeySource, readingKeys } from '#vault/content-keys.ts'
import { type VaultFile, proveFile, signContent } from '#vault/file-records.ts'
import { partCount } from '#vault/seal-parts.ts'
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
} from '#vault/upload-plan.ts'
import { VaultError } from '#vault/vault-error.ts'
import { validName } from './file-calls.ts'
import { zipKeys, zipPlan } from './zip-calls.ts'
import { connected, onLock, stillOpen, unlocked } from './vault-state.ts'

export type UploadTicket = { id: string; parts: number; saved: string }
export type DownloadTicket = { ticket: string; name: string; mimeType: string; sizeBytes: number }

/** Makes the key of one content available to the transfer workers. @returns the ticket they ask with. */
export function offerContent(keys: ContentKeys): string {
  const ticket = randomUuid(systemRandom)
  contents.set(ticket, keys)
  return ticket
}

const plans = new Map<string, UploadPlan>()
const contents = new Map<string, ContentKeys>()
/** Files of downloads whose content is signed without a root, by ticket. */
const unsigned = new Map<string, string>()
/** Commits under way; aborting one ends its repeating, not its request. */
const commits = new Map<string, AbortController>()

onLock(() => {
  plans.clear()
  contents.clear()
  unsigned.clear()
  for (const controller of commits.values()) controller.abort(new VaultError('vault_locked', 'The vault was locked.'))
})

/** Uploads and downloads: planned and proved here, moved by the transfer workers. */
export const transferCalls = {
  /** Gives a transfer worker a line of its own for the content keys it needs. */
  attach(port: MessagePort): void {
    const source: KeySource = {
      contentKeys: async (ticket) => {
        const keys = contents.get(ticket)
        if (keys) return keys
        unlocked()
        throw new VaultError('not_found', 'This transfer is no longer known.')
      },
      contentRead: signAsRead,
      zipPlan: async (ticket) => zipPlan(ticket),
      zipKeys,
    }
    expose(source, port)
  },

  /** @param replaces the stored file that gets this content; null for a new file. */
  async planUpload(file: PlannedFile, replaces: string | null): Promise<UploadTicket> {
    const opened = unlocked()
    const stored = replaces === null ? null : await proveFile(connected(), opened, replaces)
    stillOpen(opened)
    const now = new Date()
    const plan = stored
      ? await planReplacement(connected(), opened, { stored, file, now })
      : planUpload(opened, { ...file, name: validName(file.name) }, now)
    plans.set(plan.fileId, plan)
    contents.set(plan.fileId, contentKeysOf(plan))
    return { id: plan.fileId, parts: partCount(file.sizeBytes), saved: await savePlan(unlocked(), plan) }
  },

  /** Continues an upload that was planned before a reload. @returns what the file was called and its size. */
  async restoreUpload(id: string, saved: string): Promise<{ name: string; sizeBytes: number; parts: number }> {
    const opened = unlocked()
    const plan = await restorePlan(opened, id, saved)
    stillOpen(opened)
    plans.set(id, plan)
    contents.set(id, contentKeysOf(plan))
    return { name: plan.metadata.name, sizeBytes: plan.metadata.size, parts: partCount(plan.metadata.size) }
  },

  /** @param leaves of all segments, as the transfer workers sealed them. */
  async commitUpload(id: string, leaves: Uint8Array): Promise<VaultFile> {
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

  /** Ends the repeating of a commit that does not get through. */
  stopCommit(id: string): void {
    commits.get(id)?.abort(new DOMException('stopped by the person', 'AbortError'))
  },

  /** Removes what a cancelled upload left on the server. @returns `committed` when its record was faster. */
  abandonUpload: async (id: string): Promise<'removed' | 'committed'> => abandonUpload(connected(), planOf(id)),

  forgetUpload,

  /** Checks the file's signed manifest and makes its content key available to the transfer workers. */
  async prepareDownload(id: string): Promise<DownloadTicket> {
    const opened = unlocked()
    const file = await proveFile(connected(), opened, id)
    stillOpen(opened)
    const { name, type: mimeType, size: sizeBytes } = file.metadata
    const ticket = offerContent(readingKeys(file))
    if (!file.manifest.contentRoot) unsigned.set(ticket, id)
    return { ticket, name, mimeType, sizeBytes }
  },

  forgetDownload(ticket: string): void {
    contents.delete(ticket)
    unsigned.delete(ticket)
  },
}

/** Signs an older file with the root over what was just read, if it is one's own. */
async function signAsRead(ticket: string, leaves: Uint8Array): Promise<void> {
  const [id, keys] = [unsigned.get(ticket), contents.get(ticket)]
  if (id === undefined || !keys) return
  unsigned.delete(ticket)
  await signContent(connected(), unlocked(), id, { contentId: keys.contentId, leaves })
}

function forgetUpload(id: string): void {
  plans.delete(id)
  contents.delete(id)
}

function planOf(id: string): UploadPlan {
  unlocked()
  const plan = plans.get(id)
  if (!plan) throw new VaultError('not_found', 'This upload is no longer known.')
  return plan
}
