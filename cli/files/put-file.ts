import type { VaultFile } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import { createLocalSender } from '#vault/transfer/local-sender.ts'
import { asChanges, uploadContent } from '#vault/transfer/upload-content.ts'
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
import { hintAtReplacement } from '#vault/transfer/hint-at-replacement.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { Opened } from '../session/opened-vault.ts'
import { type SourceKey, findSavedUpload, forgetUpload, saveUpload } from './saved-upload.ts'

export type Put = {
  file: Omit<PlannedFile, 'sizeBytes'>
  /** The stored file that gets this content, as the list showed it; null for a new one. */
  replaces: Shown | null
  content: Blob
  /** Where to look for an interrupted upload of the same file; undefined for what came from a pipe. */
  source: SourceKey | undefined
  signal: AbortSignal
  /** Called with the plaintext bytes that are stored so far. */
  onStored: (bytes: number) => void
}

/** Seals and stores one file, or continues an interrupted upload of it. @throws {VaultError} */
export async function putFile(opened: Opened, put: Put): Promise<VaultFile> {
  const { api, vault } = opened
  const { content, signal } = put
  const { plan, path } = (await savedPlan(opened, put)) ?? { plan: await newPlan(opened, put), path: null }
  let stored = 0
  const report = { ...asChanges((bytes) => put.onStored((stored += bytes))), troubled: () => undefined }
  const leaves = await uploadContent({
    sizeBytes: content.size,
    senders: [createLocalSender(api, contentKeysOf(plan), { source: content, report })],
    memory: { path, save: await saverOf(opened, put, plan) },
    signal,
    report,
  })
  await hintAtReplacement(api, plan, content)
  const file = await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  forgetUpload(plan.fileId)
  return file
}

async function newPlan({ api, vault }: Opened, { file, content, replaces }: Put): Promise<UploadPlan> {
  const planned = { ...file, sizeBytes: content.size }
  if (replaces === null) return planUpload(vault, planned, new Date())
  return planReplacement(api, vault, { shown: replaces, file: planned, now: new Date() })
}

/** What was piped in cannot be found again, so nothing is kept of it. */
async function saverOf({ vault, userId }: Opened, { source }: Put, plan: UploadPlan): Promise<(path: string) => void> {
  if (!source) return () => undefined
  const saved = await savePlan(vault, plan)
  return (path) => saveUpload({ id: plan.fileId, userId, path, source, saved })
}

/** The plan of an interrupted upload of the same file to the same place. */
async function savedPlan(opened: Opened, put: Put): Promise<{ plan: UploadPlan; path: string } | undefined> {
  const { vault, userId } = opened
  const saved = put.source && findSavedUpload(userId, put.source)
  if (!saved) return undefined
  const plan = await restorePlan(vault, saved.id, saved.saved).catch(ofAnotherVault)
  if (plan && isSame(opened, plan, put)) return { plan, path: saved.path }
  forgetUpload(saved.id)
  return undefined
}

/** The same bytes may be wanted elsewhere this time, or under another name. */
function isSame({ vault }: Opened, plan: UploadPlan, { file, replaces }: Put): boolean {
  const spaceId = file.spaceId ?? vault.personalSpace.id
  if (plan.replaces !== null || replaces !== null) return plan.replaces === replaces?.id && plan.spaceId === spaceId
  return plan.metadata.name === file.name && plan.folderId === file.folderId && plan.spaceId === spaceId
}

function ofAnotherVault(error: unknown): undefined {
  if (!(error instanceof VaultError) || error.code !== 'not_found') throw error
  return undefined
}
