import {
  Copy,
  CopyPlus,
  Download,
  Eye,
  FileUp,
  FolderInput,
  FolderOpen,
  Info,
  Pencil,
  Share2,
  Star,
  StarOff,
  Trash2,
  Unlink,
} from 'lucide-react'
import type { RefObject } from 'react'
import type { VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { ContextMenu, type MenuPoint } from '#web/ui/overlay/context-menu.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/overlay/menu.tsx'
import { isFolder, type Item } from '../item.ts'
import { useSpace } from '../../spaces/space-scope.tsx'
import { useAfterClosing } from '../actions/use-after-closing.ts'

export type OpenMenu = { item: Item; at: MenuPoint }

type Props = {
  menu: OpenMenu | null
  onOpen: (item: Item) => void
  onDownload: (item: Item) => void
  onDetails: (file: VaultFile) => void
  onNewVersion: (file: VaultFile) => void
  onShare: (file: VaultFile) => void
  onShareFolder: (folder: VaultFolder) => void
  onUnshare: (file: VaultFile) => void
  onStar: (item: Item) => void
  onRename: (item: Item) => void
  onMove: (item: Item) => void
  /** Beside itself. */
  onCopyHere: (item: Item) => void
  onCopyTo: (item: Item) => void
  onDelete: (item: Item) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Everything that can be done with one row, by right click, Shift+F10 or the row's button. */
export function FileMenu({ menu, onClose, gridRef, ...on }: Props) {
  const text = m.files.action
  const item = menu?.item
  const { later, run } = useAfterClosing()
  const { id: spaceId, canEdit } = useSpace()
  const isPersonal = spaceId === null

  return (
    <ContextMenu
      label={item ? text.menuTitle(item.name) : ''}
      at={menu?.at ?? null}
      onClose={onClose}
      onClosed={run}
      finalFocus={gridRef}
    >
      {item && (
        <>
          <MenuItem keys="Enter" onClick={later(() => on.onOpen(item))}>
            {isFolder(item) ? <FolderOpen size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
            {isFolder(item) ? m.items.open : text.preview}
          </MenuItem>
          <MenuItem onClick={() => on.onDownload(item)}>
            <Download size={16} aria-hidden="true" />
            {isFolder(item) ? m.items.zip.open : text.download}
          </MenuItem>
          {isPersonal && (
            <MenuItem onClick={later(() => (isFolder(item) ? on.onShareFolder(item) : on.onShare(item)))}>
              <Share2 size={16} aria-hidden="true" />
              {isFolder(item) ? m.sharing.folder.open : text.share}
            </MenuItem>
          )}
          {!isFolder(item) && item.isShared && (
            <MenuItem onClick={later(() => on.onUnshare(item))}>
              <Unlink size={16} aria-hidden="true" />
              {text.unshare}
            </MenuItem>
          )}
          {isPersonal && (
            <MenuItem onClick={() => on.onStar(item)}>
              {item.isStarred ? <StarOff size={16} aria-hidden="true" /> : <Star size={16} aria-hidden="true" />}
              {item.isStarred ? m.items.star.off : m.items.star.on}
            </MenuItem>
          )}
          {canEdit && (
            <>
              <MenuItem onClick={later(() => on.onMove(item))}>
                <FolderInput size={16} aria-hidden="true" />
                {m.items.move.open}
              </MenuItem>
              <MenuItem keys="F2" onClick={later(() => on.onRename(item))}>
                <Pencil size={16} aria-hidden="true" />
                {text.rename}
              </MenuItem>
            </>
          )}
          {canEdit && (
            <MenuItem onClick={() => on.onCopyHere(item)}>
              <CopyPlus size={16} aria-hidden="true" />
              {m.items.copy.here}
            </MenuItem>
          )}
          <MenuItem onClick={later(() => on.onCopyTo(item))}>
            <Copy size={16} aria-hidden="true" />
            {m.items.copy.open}
          </MenuItem>
          {canEdit && !isFolder(item) && (
            <MenuItem onClick={() => on.onNewVersion(item)}>
              <FileUp size={16} aria-hidden="true" />
              {m.versions.upload}
            </MenuItem>
          )}
          {!isFolder(item) && (
            <MenuItem keys="I" onClick={later(() => on.onDetails(item))}>
              <Info size={16} aria-hidden="true" />
              {m.details.open}
            </MenuItem>
          )}
          {canEdit && (
            <>
              <MenuSeparator />
              <MenuItem isDanger keys="Delete" onClick={() => on.onDelete(item)}>
                <Trash2 size={16} aria-hidden="true" />
                {text.remove}
              </MenuItem>
            </>
          )}
        </>
      )}
    </ContextMenu>
  )
}
