import type { Shown } from '#vault/files/shown.ts'
import type { ShownWithin, Within } from '#vault/folders/prove-folders.ts'
import { hintAtReplacement } from '#vault/transfer/hint-at-replacement.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { SentParts } from '#vault/transfer/sent-parts.ts'
import { discardUpload } from '#vault/transfer/discard-upload.ts'
import { type UploadReport, asChanges, uploadContent } from '#vault/transfer/upload-content.ts'
import {
  type PlannedFile,
  type UploadPlan,
  commitUpload,
  contentKeysOf,
  planNewFile,
  planReplacement,
  restorePlan,
  savePlan,
} from '#vault/transfer/upload-plan.ts'
import { collectProgress } from '../../transfer/collect-progress.ts'
import { offerUpload, withdrawContent } from '../../transfer/content-keys.ts'
import { withSenders } from '../../transfer/upload-senders.ts'
import { connected, onLock, stillOpen, unlocked } from '../../vault-state.ts'
import { validName } from './file-calls.ts'

/** What the page hears of an upload that runs. */
export type UploadNews =
  /** Plaintext bytes in all. */
  | { kind: 'stored'; bytes: number }
  | { kind: 'troubled'; isTroubled: boolean }
  /** The path of its resumable upload on the server. */
  | { kind: 'created'; path: string }
  /** What a part that is about to be stored is made of; it tells later whether the file has changed. */
  | { kind: 'sealed-part'; part: number; digest: string }
  /** Its bytes are stored; what is left is the record. */
  | { kind: 'committing' }

/** One for all uploads, by their ids: a channel for each would cost a small file more than its content. */
export type UploadListener = (id: string, news: UploadNews) => void

/** `path` is null before the upload was created on the server. */
type Begun = { id: string; saved: string; path: string | null }
/** @param sent digests of the parts that the page knows to be sent. */
type Resumed = Begun & { sent: SentParts }

/** `spaceId` is null for the personal space; `replaces` is the stored file that gets this content, null for a new file. */
export type RestoredUpload = {
  name: string
  sizeBytes: number
  folderId: string | null
  spaceId: string | null
  replaces: Shown | null
}

const plans = new Map<string, UploadPlan>()
const running = new Map<string, AbortController>()
/** Of resumable uploads; the page may not have heard of one yet when its attempt ends. */
const paths = new Map<string, string>()
const sentParts = new Map<string, Record<number, string>>()
let tellPage: UploadListener = () => undefined

onLock(() => {
  plans.clear()
  paths.clear()
  sentParts.clear()
  for (const controller of running.values()) controller.abort(new VaultError('vault_locked', 'The vault was locked.'))
})

export function tellUploadsTo(listener: UploadListener): void {
  tellPage = listener
}

/** Uploads: planned, steered and recorded here; the transfer workers seal and send. */
export const uploadCalls = {
  /**
   * @param place.replaces the stored file that gets this content, as it was shown; null for a new file.
   * @param place.within the folders in which a new file is to lie, as they were shown; null where an earlier plan named the place.
   */
  async plan(
    file: PlannedFile,
    { replaces, within }: { replaces: ShownWithin | null; within: Within | null },
  ): Promise<{ id: string; saved: string }> {
    const opened = unlocked()
    const [api, now] = [connected(), new Date()]
    const plan = replaces
      ? await planReplacement(api, opened, { shown: replaces, within: replaces.within ?? [], file, now })
      : await planNewFile(api, opened, { file: { ...file, name: validName(file.name) }, within, now })
    stillOpen(opened)
    keepPlan(plan)
    return { id: plan.fileId, saved: await savePlan(unlocked(), plan) }
  },

  /** @returns what an upload that was planned before a reload is of, and where it goes. */
  async restore(id: string, saved: string): Promise<RestoredUpload> {
    const { metadata, folderId, replaces, ...plan } = await planOf(id, saved)
    const { name, size: sizeBytes } = metadata
    const spaceId = plan.spaceId === unlocked().personalSpace.id ? null : plan.spaceId
    // Sealed on this device when it was planned; which version it replaces then is not kept, and any later one is meant.
    const replaced = replaces === null ? null : { id: replaces, spaceId, folderId, name, version: 1 }
    return { name, sizeBytes, folderId, spaceId, replaces: replaced }
  },

  /**
   * Sends what the server does not have yet of a planned file, and commits its record.
   * @param upload.canStream the page came over HTTP/2, so a request body may be a stream where the browser can.
   */
  async run({ id, saved, path, sent, file, canStream }: Resumed & { file: File; canStream: boolean }): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    running.set(id, controller)
    const tell = (news: UploadNews): void => {
      if (running.get(id) === controller) tellPage(id, news)
    }
    const save = (created: string): void => {
      paths.set(id, created)
      tell({ kind: 'created', path: created })
    }
    try {
      const plan = await planOf(id, saved)
      const parts = sentParts.get(id) ?? { ...sent }
      sentParts.set(id, parts)
      const memory = { path: paths.get(id) ?? path, save, sent: () => ({ ...parts }) }
      const report = reportTo(tell, parts)
      const leaves = await withSenders(id, { file, canStream, report }, (senders) =>
        uploadContent({ sizeBytes: file.size, senders, memory, signal, report }),
      )
      signal.throwIfAborted()
      // From here on a cancellation comes too late unless the commit fails: a file is stored whole or not at all.
      tell({ kind: 'committing' })
      await hintAtReplacement(connected(), plan, file)
      await commitUpload(connected(), unlocked(), plan, { leaves, now: new Date(), signal })
      forgetPlan(id)
    } finally {
      if (running.get(id) === controller) running.delete(id)
    }
  },

  /** Stops sealing and sending; of a commit it ends the repeating, not its request. */
  stop(id: string): void {
    running.get(id)?.abort(new DOMException('stopped by the person', 'AbortError'))
  },

  /** Removes what a cancelled upload left on the server. @returns `committed` when its record was faster. */
  async discard({ id, saved, path }: Begun): Promise<'removed' | 'committed'> {
    const outcome = await discardUpload(connected(), await planOf(id, saved), paths.get(id) ?? path)
    forgetPlan(id)
    return outcome
  },
}

function reportTo(tell: (news: UploadNews) => void, parts: Record<number, string>): UploadReport {
  let bytes = 0
  const show = collectProgress(() => tell({ kind: 'stored', bytes }))
  const change = (by: number): void => {
    bytes += by
    show(by)
  }
  return {
    ...asChanges(change),
    troubled: (isTroubled) => tell({ kind: 'troubled', isTroubled }),
    sealed: (part, digest) => {
      parts[part] = digest
      tell({ kind: 'sealed-part', part, digest })
    },
  }
}

/** The plan as this worker holds it, which forgets it when the vault locks, or as the page kept it. */
async function planOf(id: string, saved: string): Promise<UploadPlan> {
  const opened = unlocked()
  const known = plans.get(id)
  if (known) return known
  const plan = await restorePlan(opened, id, saved)
  stillOpen(opened)
  return keepPlan(plan)
}

function keepPlan(plan: UploadPlan): UploadPlan {
  plans.set(plan.fileId, plan)
  offerUpload(plan.fileId, contentKeysOf(plan))
  return plan
}

function forgetPlan(id: string): void {
  plans.delete(id)
  paths.delete(id)
  sentParts.delete(id)
  withdrawContent(id)
}
