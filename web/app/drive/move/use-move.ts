import { type VaultFile, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useSpace } from '../../spaces/space-scope.tsx'
import { filesOf, idsOf, isFolder, type Item, placeOf, shownOf } from '../item.ts'
import { useOfferUndo } from '../actions/undo.tsx'
import { type Accepted, useResolveConflicts } from '../upload/use-resolve-conflicts.ts'
import { useChange } from '../actions/use-change.ts'
import type { FolderTree } from '../folders/folder-tree.ts'
import { useFolderTree } from '../use-drive.ts'

const text = m.items.move
type MovingFile = { file: VaultFile; name: string; folderId: string | null }

/** Moves files and folders, asks about file names that are taken, and offers to take it back. */
export function useMove({ onReplace }: { onReplace: (files: readonly Item[]) => void }) {
  const { items } = useVault()
  const { change, patch } = useChange()
  const offerUndo = useOfferUndo()
  const tree = useFolderTree()
  const space = useSpace()
  const resolveConflicts = useResolveConflicts()

  /** @param list as it is shown now. @param names of files that get another one, by id. */
  const put = (list: readonly Item[], to: string | null, names: Record<string, string>) =>
    change({
      show: () =>
        patch(idsOf(list), {
          file: (file) => [{ ...file, folderId: to, name: names[file.id] ?? file.name }],
          folder: (folder) => [{ ...folder, parentId: to }],
        }),
      work: async () => items.move({ ...shownOf(list), to: folderAt(tree, to), names }),
      failed: { title: m.files.toast.error, text: text.failed },
    })
  const putWithUndo = (list: readonly Item[], to: string | null, names: Record<string, string>) => {
    if (list.length === 0) return
    const oldNames = Object.fromEntries(list.filter(({ id }) => id in names).map(({ id, name }) => [id, name]))
    const back = [...Map.groupBy(list, placeOf)]
    const undo = async () =>
      (await Promise.all(back.map(([place, some]) => put(some.map(moved(to, names)), place, oldNames)))).every(Boolean)
    const place = tree.get(to)?.name ?? space.name
    const title = text.done(
      list.map(({ name }) => name),
      place,
    )
    offerUndo({ title, work: put(list, to, names), undo })
  }
  // Folders of one name may lie side by side, so only files are asked about.
  const move = async (list: readonly Item[], to: string | null) => {
    const moving = list.filter((item) => placeOf(item) !== to)
    const incomingFiles = filesOf(moving).map((file) => ({ file, name: file.name, folderId: to }))
    const { free, rest } = resolveConflicts(incomingFiles, onReplace)
    putWithUndo([...moving.filter(isFolder), ...filesAmong(free)], to, newNames(free))
    const later = await rest
    putWithUndo(filesAmong(later), to, newNames(later))
  }
  return (list: readonly Item[], to: string | null) => void move(list, to)
}

/** The folder that things go to, as it is shown; null is the top. */
function folderAt(tree: FolderTree, id: string | null) {
  const folder = tree.get(id)
  if (id !== null && !folder) throw new VaultError('not_found', 'This folder is no longer here.')
  return folder ?? null
}

/** How an item is shown after a move. */
const moved =
  (to: string | null, names: Record<string, string>) =>
  (item: Item): Item =>
    isFolder(item) ? { ...item, parentId: to } : { ...item, folderId: to, name: names[item.id] ?? item.name }

function filesAmong(accepted: readonly Accepted<MovingFile>[]): VaultFile[] {
  return accepted.map(({ incoming }) => incoming.file)
}

function newNames(accepted: readonly Accepted<MovingFile>[]): Record<string, string> {
  const renamed = accepted.filter(({ incoming, name }) => incoming.file.name !== name)
  return Object.fromEntries(renamed.map(({ incoming, name }) => [incoming.file.id, name]))
}
