import { partCount } from '#contract/content-layout.ts'
import { type VaultFile, proveFile } from '#vault/files/file-records.ts'
import { createContentSealer, leavesOfParts } from '#vault/transfer/seal-parts.ts'
import { type SegmentLeaves, joinLeaves } from '#vault/transfer/segment-leaves.ts'
import {
  type Report,
  createUpload,
  missingParts,
  presentParts,
  runsOf,
  sendParts,
  sendWhole,
} from '#vault/transfer/send-content.ts'
import {
  type PlannedFile,
  type UploadPlan,
  commitUpload,
  contentKeysOf,
  planReplacement,
  planUpload,
  restorePlan,
  savePlan,
} from '#vault/transfer/upload-plan.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { Opened } from './opened-vault.ts'
import { type SavedUpload, type SourceKey, findSavedUpload, forgetUpload, saveUpload } from './saved-upload.ts'

export type Put = {
  file: Omit<PlannedFile, 'sizeBytes'>
  /** The stored file that gets this content; null for a new one. */
  replaces: string | null
  content: Blob
  /** Where to look for an interrupted upload of the same file; undefined for what came from a pipe. */
  source: SourceKey | undefined
  signal: AbortSignal
  /** Called with the plaintext bytes that are stored so far. */
  onStored: (bytes: number) => void
}

/** Seals and stores one file; an interrupted one goes on where it stopped. @throws {VaultError} */
export async function putFile(opened: Opened, put: Put): Promise<VaultFile> {
  const { api, vault } = opened
  const { content, signal } = put
  const report = reportTo(put.onStored)
  if (partCount(content.size) === 1) {
    const plan = await planOf(opened, put)
    const leaves = await sendWhole(api, contentKeysOf(plan), { source: content, signal, report })
    return commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  }

  const { plan, path } = (await takeUp(opened, put)) ?? (await begin(opened, put))
  const sizeBytes = content.size
  const missing = await missingParts(api, { path, sizeBytes, signal })
  report.sent(Math.round(sizeBytes * (1 - missing.length / partCount(sizeBytes))))
  const keys = contentKeysOf(plan)
  const sealer = await createContentSealer(keys)
  const pieces: SegmentLeaves[] = []
  for (const run of runsOf(presentParts(sizeBytes, missing))) {
    pieces.push(await leavesOfParts(sealer, { source: content, run, signal }))
  }
  for (const run of runsOf(missing)) {
    pieces.push(await sendParts(api, keys, { path, source: content, run, signal, report }))
  }
  const leaves = joinLeaves(sizeBytes, pieces)
  const stored = await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  forgetUpload(plan.fileId)
  return stored
}

type Under = { plan: UploadPlan; path: string }

async function planOf({ api, vault }: Opened, { file, content, replaces }: Put): Promise<UploadPlan> {
  const planned = { ...file, sizeBytes: content.size }
  if (replaces === null) return planUpload(vault, planned, new Date())
  const stored = await proveFile(api, vault, replaces)
  return planReplacement(api, vault, { stored, file: planned, now: new Date() })
}

async function begin(opened: Opened, put: Put): Promise<Under> {
  const { api, vault, userId } = opened
  const { source, signal } = put
  const plan = await planOf(opened, put)
  const path = await createUpload(api, contentKeysOf(plan), signal)
  if (source) saveUpload({ id: plan.fileId, userId, path, source, saved: await savePlan(vault, plan) })
  return { plan, path }
}

async function takeUp(opened: Opened, put: Put): Promise<Under | undefined> {
  const { api, vault, userId } = opened
  const { source, content, signal } = put
  const saved = source && findSavedUpload(userId, source)
  if (!saved) return undefined
  try {
    const plan = await restorePlan(vault, saved.id, saved.saved)
    if (!isSame(opened, plan, put)) {
      forgetUpload(saved.id)
      return undefined
    }
    await missingParts(api, { path: saved.path, sizeBytes: content.size, signal })
    return { plan, path: saved.path }
  } catch (error) {
    return startAgain(saved, error)
  }
}

/** The same bytes may be wanted elsewhere this time, or under another name. */
function isSame({ vault }: Opened, plan: UploadPlan, { file, replaces }: Put): boolean {
  if (plan.replaces !== null || replaces !== null) return plan.replaces === replaces
  const spaceId = file.spaceId ?? vault.personalSpace.id
  return plan.metadata.name === file.name && plan.folderId === file.folderId && plan.spaceId === spaceId
}

// The server keeps an unfinished upload for a day; a plan of another vault opens nothing.
function startAgain(saved: SavedUpload, error: unknown): undefined {
  const isGone = error instanceof VaultError && (error.code === 'upload_expired' || error.code === 'not_found')
  if (!isGone) throw error
  forgetUpload(saved.id)
  return undefined
}

function reportTo(onStored: (bytes: number) => void): Report {
  let total = 0
  return {
    sent: (bytes) => {
      total += bytes
      onStored(total)
    },
    troubled: () => undefined,
  }
}
