import { Download, EllipsisVertical, Share2, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import type { MenuPoint } from '#web/ui/context-menu.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { FileActions } from './use-file-actions.ts'

export type RowActions = {
  actions: FileActions
  onShare: (file: VaultFile) => void
  onDelete: (file: VaultFile) => void
  onMenu: (file: VaultFile, at: MenuPoint) => void
}

/** The buttons at the end of a row. They are for the pointer: the keyboard has the row's menu and its keys. */
export function FileRowActions({ file, actions, onShare, onDelete, onMenu }: RowActions & { file: VaultFile }) {
  const text = m.files.action
  return (
    <OutsideSelection>
      <IconButton
        tabIndex={-1}
        tone="quiet"
        label={text.downloadFile(file.name)}
        hint={text.download}
        onClick={() => actions.download([file])}
      >
        <Download size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        tabIndex={-1}
        tone="quiet"
        label={file.isShared ? text.sharingOf(file.name) : text.shareFile(file.name)}
        hint={file.isShared ? text.sharing : text.share}
        onClick={() => onShare(file)}
      >
        <Share2 size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        tabIndex={-1}
        tone="danger"
        label={text.removeFile(file.name)}
        hint={text.remove}
        onClick={() => onDelete(file)}
      >
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
      <MoreButton file={file} onMenu={onMenu} />
    </OutsideSelection>
  )
}

/** One button for everything, on small screens. */
export function FileRowMenu({ file, onMenu }: { file: VaultFile; onMenu: RowActions['onMenu'] }) {
  return (
    <OutsideSelection>
      <MoreButton file={file} onMenu={onMenu} />
    </OutsideSelection>
  )
}

function MoreButton({ file, onMenu }: { file: VaultFile; onMenu: RowActions['onMenu'] }) {
  const open = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    onMenu(file, { x: box.right - 8, y: box.bottom })
  }
  return (
    <IconButton
      tabIndex={-1}
      tone="quiet"
      label={m.files.action.menu(file.name)}
      hint={m.files.columns.actions}
      onClick={open}
    >
      <EllipsisVertical size={16} aria-hidden="true" />
    </IconButton>
  )
}

/** Pressing a button in a row neither selects nor opens the row. */
function OutsideSelection({ children }: { children: ReactNode }) {
  return (
    <span
      role="presentation"
      className="flex justify-end"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </span>
  )
}
