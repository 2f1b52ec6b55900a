import { Download, EllipsisVertical, Share2, Star, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import type { MenuPoint } from '#web/ui/overlay/context-menu.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { isFolder, type Item } from '../item.ts'

export type RowActions = {
  onDownload: (file: VaultFile) => void
  onShare: (file: VaultFile) => void
  onStar: (item: Item) => void
  onDelete: (item: Item) => void
  onMenu: (item: Item, at: MenuPoint) => void
}

const text = m.files.action
/** Seen where the pointer is, where the focus is, and in rows that are selected. */
const WHEN_NEAR =
  'flex justify-end opacity-0 transition-opacity duration-120 group-hover/row:opacity-100 group-focus-within/row:opacity-100 group-data-near/row:opacity-100'

/** The buttons at the end of a row. They are for the pointer: the keyboard has the row's menu and its keys. */
export function RowButtons({ item, ...on }: RowActions & { item: Item }) {
  const { canEdit } = useSpace()
  return (
    <OutsideSelection>
      <span className={WHEN_NEAR}>
        {!isFolder(item) && <FileButtons file={item} {...on} />}
        {canEdit && (
          <IconButton
            tabIndex={-1}
            tone="danger"
            label={text.removeFile(item.name)}
            hint={text.remove}
            onClick={() => on.onDelete(item)}
          >
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        )}
      </span>
      <MoreButton item={item} onMenu={on.onMenu} />
    </OutsideSelection>
  )
}

function FileButtons({ file, onDownload, onShare }: Pick<RowActions, 'onDownload' | 'onShare'> & { file: VaultFile }) {
  const { id: spaceId } = useSpace()
  const isShared = spaceId === null && file.isShared
  return (
    <>
      <IconButton
        tabIndex={-1}
        tone="quiet"
        label={text.downloadFile(file.name)}
        hint={text.download}
        onClick={() => onDownload(file)}
      >
        <Download size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        tabIndex={-1}
        tone="quiet"
        label={isShared ? text.sharingOf(file.name) : text.shareFile(file.name)}
        hint={isShared ? text.sharing : text.share}
        onClick={() => onShare(file)}
      >
        <Share2 size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}

/** One button for everything, on small screens. */
export function RowMenuButton({ item, onMenu }: { item: Item; onMenu: RowActions['onMenu'] }) {
  return (
    <OutsideSelection>
      <MoreButton item={item} onMenu={onMenu} />
    </OutsideSelection>
  )
}

/** Marks an item to find it again. */
export function StarToggle({ item, onStar }: { item: Item; onStar: RowActions['onStar'] }) {
  const { star } = m.items
  return (
    <OutsideSelection>
      <IconButton
        tabIndex={-1}
        tone={item.isStarred ? 'marked' : 'faint'}
        label={item.isStarred ? star.offOf(item.name) : star.onOf(item.name)}
        hint={item.isStarred ? star.off : star.on}
        onClick={() => onStar(item)}
      >
        <Star size={16} fill={item.isStarred ? 'currentColor' : 'none'} aria-hidden="true" />
      </IconButton>
    </OutsideSelection>
  )
}

type MoreProps = {
  item: Item
  onMenu: RowActions['onMenu']
  /** By Tab as well, outside of a row. */
  isReached?: boolean
}

/** Opens the row's menu. */
export function MoreButton({ item, onMenu, isReached = false }: MoreProps) {
  const open = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    onMenu(item, { x: box.right - 8, y: box.bottom })
  }
  return (
    <IconButton
      tabIndex={isReached ? 0 : -1}
      tone="quiet"
      label={text.menu(item.name)}
      hint={m.files.columns.actions}
      onClick={open}
    >
      <EllipsisVertical size={16} aria-hidden="true" />
    </IconButton>
  )
}

/** Pressing a button in a row neither selects nor opens the row. */
export function OutsideSelection({ children }: { children: ReactNode }) {
  return (
    <span
      role="presentation"
      className="flex justify-end"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </span>
  )
}
