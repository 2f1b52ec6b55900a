import { useQueryClient } from '@tanstack/react-query'
import type { VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery, foldersQuery } from '../files.queries.ts'
import { accessQuery } from '../../sharing/sharing.queries.ts'
import { losersOf } from '../../sharing/share-fields.ts'
import { sharedFilesIn } from '../folders/folder-tree.ts'
import { useSpace } from '../../spaces/space-scope.tsx'
import { useFileActions } from './use-file-actions.ts'
import { idsOf, isFolder, type Item, placeOf, shownOf } from '../item.ts'
import { useOfferUndo } from './undo.tsx'
import { useChange } from './use-change.ts'
import { useFolderTree } from '../use-drive.ts'
import { useMove } from '../move/use-move.ts'

const text = m.items
const namesOf = (list: readonly Item[]) => list.map(({ name }) => name)
const deleteFailure = (list: readonly Item[]) => ({
  title: list.every(isFolder) ? m.files.toast.error : m.files.toast.deleteError,
  text: list.every(isFolder) ? text.trash.folderFailed : m.files.toast.deleteErrorText,
})
const failure = (sentence: string) => ({ title: m.files.toast.error, text: sentence })

/** Everything that can be done with files and folders. What can be taken back is offered for undo. */
export function useItemActions() {
  const trashing = useTrashActions()
  const move = useMove({ onReplace: trashing.trash })
  return { ...useFileActions(), ...useNameActions(), ...trashing, move, star: useStar() }
}

function useStar() {
  const { items } = useVault()
  const { change, patch } = useChange()
  return (list: readonly Item[], isStarred: boolean) =>
    void change({
      show: () =>
        patch(idsOf(list), {
          file: (file) => [{ ...file, isStarred }],
          folder: (folder) => [{ ...folder, isStarred }],
        }),
      work: () => items.setStarred(idsOf(list), isStarred),
      failed: failure(text.star.failed),
    })
}

/** Making folders and giving names. */
function useNameActions() {
  const { files, folders } = useVault()
  const queries = useQueryClient()
  const { change, patch } = useChange()
  const offerUndo = useOfferUndo()

  /** @param item as it is shown now. */
  const name = (item: Item, to: string) =>
    change({
      show: () =>
        patch(idsOf([item]), {
          file: (file) => [{ ...file, name: to }],
          folder: (folder) => [{ ...folder, name: to }],
        }),
      work: () => (isFolder(item) ? folders.rename(item, to) : files.rename(item, to)),
      failed: failure(isFolder(item) ? text.rename.folderFailed : m.files.toast.renameErrorText),
    })
  const rename = (item: Item, to: string) => {
    const { folderDone, folderText } = text.rename
    const { renamed, renamedText } = m.files.toast
    offerUndo({
      title: isFolder(item) ? folderDone : renamed,
      description: isFolder(item) ? folderText(to) : renamedText(to),
      work: name(item, to),
      undo: () => name({ ...item, name: to }, item.name),
    })
  }
  const createFolder = (folderName: string, parentId: string | null) =>
    change({
      work: async () => {
        const folder = await folders.create({ name: folderName, parentId })
        queries.setQueryData(foldersQuery(folders).queryKey, (list) => list && [...list, folder])
        toastDone(text.newFolder.created)
      },
      failed: failure(text.newFolder.failed),
    })
  return {
    rename,
    createFolder: (folderName: string, parentId: string | null) => void createFolder(folderName, parentId),
  }
}

/** To the trash, back from it, and for good. */
function useTrashActions() {
  const { items } = useVault()
  const { change, patch } = useChange()
  const offerUndo = useOfferUndo()
  const tree = useFolderTree()
  const space = useSpace()
  const mark = (list: readonly Item[], trashedAt: string | null) =>
    patch(idsOf(list), {
      file: (file) => [{ ...file, trashedAt }],
      folder: (folder) => [{ ...folder, trashedAt }],
    })

  const { sharedAmong, sharedNote } = useSharedAmong()

  const bringBack = async (list: readonly Item[]): Promise<number | undefined> => {
    let movedHome = 0
    const isDone = await change({
      show: () => mark(list, null),
      work: async () => {
        movedHome = await items.restore(shownOf(list))
      },
      failed: failure(text.trash.restoreFailed),
    })
    return isDone ? movedHome : undefined
  }
  const restore = async (list: readonly Item[]) => {
    const movedHome = await bringBack(list)
    if (movedHome === undefined) return
    const places = new Set(list.map(placeOf))
    const [place = null] = places
    const where = movedHome > 0 || places.size > 1 ? space.name : (tree.get(place)?.name ?? space.name)
    const isShared = sharedAmong(list).length > 0
    const notes = [movedHome > 0 && text.trash.movedHome(movedHome), isShared && text.trash.sharedAgain].filter(Boolean)
    toastDone(text.trash.restored(namesOf(list), where), notes.join(' ') || undefined)
  }
  /** @param title instead of the usual sentence. */
  const trash = (list: readonly Item[], title = text.trash.done(namesOf(list))) => {
    const shared = sharedAmong(list)
    const work = change({
      show: () => mark(list, new Date().toISOString()),
      work: () => items.trash(idsOf(list)),
      failed: deleteFailure(list),
    })
    const undo = async () => (await bringBack(list)) !== undefined
    const description = shared.length > 0 ? sharedNote(shared) : text.trash.note
    offerUndo({ title, description, work, undo })
  }
  const deleteForever = async (list: readonly Item[]) => {
    const isDone = await change({
      show: () => patch(idsOf(list), { file: (): VaultFile[] => [], folder: (): VaultFolder[] => [] }),
      work: () => items.deleteForever(idsOf(list)),
      failed: deleteFailure(list),
    })
    if (isDone) sayDeleted(list)
  }
  return {
    trash,
    restore: (list: readonly Item[]) => void restore(list),
    deleteForever: (list: readonly Item[]) => void deleteForever(list),
  }
}

/** What of some items others can open, and how many lose that while it is in the trash. */
function useSharedAmong() {
  const { files, sharing } = useVault()
  const queries = useQueryClient()
  const tree = useFolderTree()
  return {
    sharedAmong: (list: readonly Item[]) =>
      sharedFilesIn(tree, list, queries.getQueryData(filesQuery(files).queryKey) ?? []),
    /** Without an answer the text has no numbers. */
    sharedNote: async (shared: readonly VaultFile[]): Promise<string> => {
      const access = await queries.fetchQuery(accessQuery(sharing)).catch(() => undefined)
      const { people, links } = losersOf(access, new Set(shared.map(({ id }) => id)), new Date())
      const says = people + links > 0 ? text.trash.losers(people, links, shared.length) : text.trash.sharedNote
      return `${says} ${text.trash.note}`
    },
  }
}

function sayDeleted(list: readonly Item[]) {
  const { deleted, deletedText } = m.files.toast
  const [first] = list
  if (!first) return
  if (list.length > 1) toastDone(text.trash.deletedTitle, text.trash.deletedMany(list.length))
  else if (isFolder(first)) toastDone(text.trash.folderDeleted)
  else toastDone(deleted, deletedText(first.name))
}
