import { useQueryClient } from '@tanstack/react-query'
import { placeNames } from '#vault/files/taken-names.ts'
import type {
  CopiedFile,
  CopiedFolder,
  Items,
  VaultClient,
  VaultFile,
  VaultFolder,
} from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastBusy, toastError } from '#web/ui/overlay/toast.tsx'
import { filesQuery, foldersQuery } from '../files.queries.ts'
import { useVaultOf } from '../../spaces/space-scope.tsx'
import { storageQuery } from '../../storage/storage.queries.ts'
import { type Item, placeOf } from '../item.ts'
import type { CopyPlan } from './plan-copy.ts'
import { useOfferUndo } from '../actions/undo.tsx'
import { type Accepted, useResolveConflicts } from '../upload/use-resolve-conflicts.ts'

/** What is to be copied, as it was when the person chose it. */
export type CopySource = { items: readonly Item[]; spaceId: string | null; plan: CopyPlan }
/** @property name of the folder, or of the space where it is its top. */
export type CopyTarget = { spaceId: string | null; folderId: string | null; name: string }

type CopyingFile = { name: string; folderId: string | null; copyOf: string; shown: CopiedFile['shown'] }
/** One request to the vault, with the stored files that make room for it. */
type Batch = { folders: readonly CopiedFolder[]; files: readonly CopiedFile[]; replaced: readonly VaultFile[] }

const text = m.items.copy
/** Shorter work needs no word of its own. */
const TOLD_AFTER_MS = 400

/** Copies files and folders to any place of the own files or of a team space, asks about names that are taken, and offers to take it back. */
export function useCopy() {
  const vaultOf = useVaultOf()
  const queries = useQueryClient()
  const offerUndo = useOfferUndo()
  const resolveConflicts = useResolveConflicts()

  const put = (to: CopyTarget, batch: Batch) => {
    const direct = [...batch.folders, ...batch.files].filter(({ parentId }) => parentId === null)
    if (direct.length === 0) return
    const names = direct.map(({ name }) => name)
    const client = vaultOf(to.spaceId)
    const refresh = () => refreshLists(queries, client)
    let copies: Items | undefined
    const work = saying(text.failed, async () => {
      const { spaceId, folderId } = to
      copies = await telling(text.busy(names), () =>
        client.items.copy({ to: { spaceId, folderId }, folders: batch.folders, files: batch.files }),
      )
      await trashOrRestore(client, 'trash', batch.replaced)
    }).finally(refresh)
    const undo = () =>
      saying(m.items.trash.folderFailed, async () => {
        if (copies) await client.items.trash(copies)
        await trashOrRestore(client, 'restore', batch.replaced)
      }).finally(refresh)
    offerUndo({ title: text.done(names, to.name), work, undo })
  }

  return async (source: CopySource, to: CopyTarget): Promise<void> => {
    const client = vaultOf(to.spaceId)
    const isRead = await saying(text.failed, async () => {
      // Names are compared with those of the target, which may not have been opened yet.
      await Promise.all([
        queries.ensureQueryData(filesQuery(client.files)),
        queries.ensureQueryData(foldersQuery(client.folders)),
      ])
    })
    if (!isRead) return
    const replaced: VaultFile[] = []
    const isDirect = ({ parentId }: CopiedFile) => parentId === null
    const incomingFiles = source.plan.files
      .filter(isDirect)
      .map(({ shown, name }) => ({ name, folderId: to.folderId, copyOf: shown.id, shown }))
    const { free, rest } = resolveConflicts<CopyingFile>(
      incomingFiles,
      (files) => replaced.push(...files),
      client.files,
    )
    const stored = queries.getQueryData(foldersQuery(client.folders).queryKey) ?? []
    const folders = numberedBeside(source, to, stored)
    const below = source.plan.files.filter((file) => !isDirect(file))
    put(to, { folders, files: [...below, ...copied(free)], replaced: [] })
    put(to, { folders: [], files: copied(await rest), replaced })
  }
}

function copied(accepted: readonly Accepted<CopyingFile>[]): CopiedFile[] {
  return accepted.map(({ incoming, name }) => ({ shown: incoming.shown, name, parentId: null }))
}

/** Folders of one name may lie side by side; only beside its original a copy gets a number. */
function numberedBeside(
  { items, spaceId, plan }: CopySource,
  to: CopyTarget,
  stored: readonly VaultFolder[],
): CopiedFolder[] {
  const isBeside = spaceId === to.spaceId && items.some((item) => placeOf(item) === to.folderId)
  if (!isBeside) return plan.folders
  const inFolder = stored.map((folder) => ({ ...folder, folderId: folder.parentId }))
  const direct = plan.folders.filter(({ parentId }) => parentId === null)
  const placed = placeNames(
    direct.map(({ shown, name }) => ({ id: shown.id, name, folderId: to.folderId })),
    inFolder,
  )
  const names = new Map(placed.map(({ incoming, freeName }) => [incoming.id, freeName]))
  return plan.folders.map((folder) => ({ ...folder, name: names.get(folder.shown.id) ?? folder.name }))
}

async function trashOrRestore(
  client: VaultClient,
  action: 'trash' | 'restore',
  files: readonly VaultFile[],
): Promise<void> {
  if (files.length === 0) return
  if (action === 'trash') await client.items.trash({ fileIds: files.map(({ id }) => id), folderIds: [] })
  else await client.items.restore({ files, folders: [] })
}

function refreshLists(queries: ReturnType<typeof useQueryClient>, client: VaultClient): void {
  // The lists show their own failure.
  void queries.invalidateQueries(filesQuery(client.files))
  void queries.invalidateQueries(foldersQuery(client.folders))
  // It counts for the person who copies, also what lies in a space.
  void queries.invalidateQueries(storageQuery(client.settings))
}

async function telling<T>(title: string, work: () => Promise<T>): Promise<T> {
  let close = () => {}
  const timer = setTimeout(() => {
    close = toastBusy(title)
  }, TOLD_AFTER_MS)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    close()
  }
}

/** @returns false when it failed, which has been said then. */
async function saying(sentence: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toastError(m.files.toast.error, m.files.because(sentence, sentenceFor(error)))
    return false
  }
}
