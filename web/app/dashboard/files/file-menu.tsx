import { Download, Pencil, Share2, Trash2, Unlink } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { ContextMenu, type MenuPoint } from '#web/ui/context-menu.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { FileActions } from './use-file-actions.ts'

export type OpenMenu = { file: VaultFile; at: MenuPoint }

type Props = {
  menu: OpenMenu | null
  actions: FileActions
  onShare: (file: VaultFile) => void
  onUnshare: (file: VaultFile) => void
  onRename: (file: VaultFile) => void
  onDelete: (file: VaultFile) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Everything that can be done with one file, by right click, Shift+F10 or the row's button. */
export function FileMenu({ menu, actions, onShare, onUnshare, onRename, onDelete, onClose, gridRef }: Props) {
  const text = m.files.action
  const file = menu?.file
  // A dialog that opened while the menu still closes would lose the focus to the list behind it.
  const afterClosing = useRef<(() => void) | null>(null)
  const runAfterClosing = () => {
    const action = afterClosing.current
    afterClosing.current = null
    action?.()
  }
  const later = (action: () => void) => () => {
    afterClosing.current = action
  }

  return (
    <ContextMenu
      label={file ? text.menuTitle(file.name) : ''}
      at={menu?.at ?? null}
      onClose={onClose}
      onClosed={runAfterClosing}
      finalFocus={gridRef}
    >
      {file && (
        <>
          <MenuItem keys="Enter" onClick={() => actions.download([file])}>
            <Download size={16} aria-hidden="true" />
            {text.download}
          </MenuItem>
          <MenuItem onClick={later(() => onShare(file))}>
            <Share2 size={16} aria-hidden="true" />
            {text.share}
          </MenuItem>
          {file.isShared && (
            <MenuItem onClick={later(() => onUnshare(file))}>
              <Unlink size={16} aria-hidden="true" />
              {text.unshare}
            </MenuItem>
          )}
          <MenuItem keys="F2" onClick={later(() => onRename(file))}>
            <Pencil size={16} aria-hidden="true" />
            {text.rename}
          </MenuItem>
          <MenuSeparator />
          <MenuItem isDanger keys="Delete" onClick={later(() => onDelete(file))}>
            <Trash2 size={16} aria-hidden="true" />
            {text.remove}
          </MenuItem>
        </>
      )}
    </ContextMenu>
  )
}
