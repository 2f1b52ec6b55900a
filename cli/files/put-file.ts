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
import { discardUpload } from '#vault/transfer/discard-upload.ts'
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
  /** Called when an interrupted upload begins again, because the file has changed since. */
  onRestart: () => void
}

/** Seals and stores one file, or continues an interrupted upload of it. @throws {VaultError} */
export async function putFile(opened: Opened, put: Put): Promise<VaultFile> {
  const saved = await savedPlan(opened, put)
  if (!saved) return storePlanned(opened, put, await begin(opened, put))
  try {
    return await storePlanned(opened, put, saved)
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'source_changed') throw error
  }
  // Two states of one file are never joined, whatever its date says.
  await discardUpload(opened.api, saved.plan, saved.path)
  forgetUpload(saved.plan.fileId)
  put.onRestart()
  return storePlanned(opened, put, await begin(opened, put))
}

type Begun = { plan: UploadPlan; path: string | null; sent: Record<number, string> }

const begin = async (opened: Opened, put: Put): Promise<Begun> => ({
  plan: await newPlan(opened, put),
  path: null,
  sent: {},
})

async function storePlanned(opened: Opened, put: Put, begun: Begun): Promise<VaultFile> {
  const { api, vault } = opened
  const { content, signal } = put
  const { plan } = begun
  const sent = { ...begun.sent }
  let { path } = begun
  let stored = 0
  const save = await saverOf(opened, put, plan)
  const keep = (): void => {
    if (path !== null) save(path, sent)
  }
  const report = {
    ...asChanges((bytes) => put.onStored((stored += bytes))),
    troubled: () => undefined,
    sealed: (part: number, digest: string) => {
      sent[part] = digest
      keep()
    },
  }
  const leaves = await uploadContent({
    sizeBytes: content.size,
    senders: [createLocalSender(api, contentKeysOf(plan), { source: content, report })],
    memory: {
      path,
      save: (created) => {
        path = created
        keep()
      },
      sent: () => ({ ...sent }),
    },
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
async function saverOf(
  { vault, userId }: Opened,
  { source }: Put,
  plan: UploadPlan,
): Promise<(path: string, sent: Record<number, string>) => void> {
  if (!source) return () => undefined
  const saved = await savePlan(vault, plan)
  return (path, sent) => saveUpload({ id: plan.fileId, userId, path, source, saved, sent })
}

/** The plan of an interrupted upload of the same file to the same place. */
async function savedPlan(opened: Opened, put: Put): Promise<Begun | undefined> {
  const { vault, userId } = opened
  const saved = put.source && findSavedUpload(userId, put.source)
  if (!saved) return undefined
  const plan = await restorePlan(vault, saved.id, saved.saved).catch(ofAnotherVault)
  if (plan && isSame(opened, plan, put)) return { plan, path: saved.path, sent: saved.sent }
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
