import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import type { useItemActions } from '../actions/use-item-actions.ts'
import { zipFiles, zipName } from '../actions/zip-files.ts'
import type { useCopies } from '../copy/use-copies.tsx'
import { filesOf, isFolder, type Item } from '../item.ts'
import { folderPath } from '../place.ts'
import { useNewVersion } from '../upload/use-new-version.tsx'
import type { Drive } from '../use-drive.ts'
import type { FileDialog } from './use-file-dialog.ts'

type Items = readonly Item[]

/** Everything that can be done with items of a list, by its keys, its menu, its buttons or the bar above it. */
export type FileCommands = {
  /** Enters a folder, shows a file. */
  open: (item: Item) => void
  /** False for a folder, of which there is nothing to show. */
  preview: (item: Item) => boolean
  /** Shows its details, and hides them where they stand beside the list already; false for a folder, where they would be a sheet. */
  toggleDetails: (item: Item) => boolean
  details: (item: Item) => void
  download: (items: Items) => void
  share: (items: Items) => void
  unshare: (file: VaultFile) => void
  star: (item: Item) => void
  /** Of the files among them. */
  tags: (items: Items) => void
  rename: (item: Item) => void
  move: (items: Items) => void
  /** Asks where to. */
  copyTo: (items: Items) => void
  /** Beside themselves. */
  copyHere: (items: Items) => void
  /** Ctrl+C: for a paste elsewhere. */
  hold: (items: Items) => void
  newVersion: (file: VaultFile) => void
  /** Shows what it was before changes of the last days. */
  putBack: (item: Item) => void
  trash: (items: Items) => void
  /** Must be on the page, for `newVersion`. */
  input: ReactNode
}

type Context = {
  drive: Drive
  actions: ReturnType<typeof useItemActions>
  copies: ReturnType<typeof useCopies>
  show: (dialog: FileDialog) => void
  /** Details beside the list; false where there is no room for them. */
  beside: { show: (item: Item) => boolean; toggle: (item: Item) => boolean }
}

export function useFileCommands({ drive, actions, copies, show, beside }: Context): FileCommands {
  const openFolder = useOpenFolder()
  const newVersion = useNewVersion()
  const showFile = (kind: 'preview' | 'details') => (item: Item) => {
    if (isFolder(item)) return false
    show({ kind, file: item })
    return true
  }
  return {
    open: (item) => (isFolder(item) ? openFolder(item.id) : show({ kind: 'preview', file: item })),
    preview: showFile('preview'),
    toggleDetails: (item) => beside.toggle(item) || showFile('details')(item),
    details: (item) => void (beside.show(item) || showFile('details')(item)),
    download: (items) => {
      const [only, ...others] = items
      if (only && !isFolder(only) && others.length === 0) actions.download([only])
      else actions.downloadZip(zipName(items, new Date()), zipFiles(items, drive))
    },
    share: (items) => {
      // A folder without anything in it has nothing to share.
      const files = zipFiles(items, drive).filter((one) => 'version' in one)
      const [only] = items
      const folder = items.length === 1 && only && isFolder(only) ? only : null
      if (files.length === 0) toastError(m.files.toast.error, m.sharing.folder.empty)
      else
        show({
          kind: 'share',
          files,
          folderName: items.some(isFolder) ? (folder?.name ?? null) : undefined,
        })
    },
    unshare: (file) => show({ kind: 'unshare', file }),
    star: (item) => actions.star([item], !item.isStarred),
    tags: (items) => show({ kind: 'tags', files: filesOf(items) }),
    rename: (item) => show({ kind: 'rename', item }),
    move: (items) => show({ kind: 'move', items }),
    copyTo: (items) => show({ kind: 'copy', items }),
    copyHere: copies.copyHere,
    hold: copies.hold,
    newVersion: newVersion.choose,
    putBack: (item) => show({ kind: 'put-back', item }),
    trash: actions.trash,
    input: newVersion.input,
  }
}

function useOpenFolder() {
  const navigate = useNavigate()
  const { home } = useSpace()
  return (id: string) => {
    void navigate(folderPath(id, home))
    scrollTo(0, 0)
  }
}
