import { RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import type { MenuPoint } from '#web/ui/overlay/context-menu.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import type { GridColumn } from '#web/ui/grid/virtual-grid.tsx'
import { ItemIcon } from '../list/file-cells.tsx'
import { MoreButton, OutsideSelection, RowMenuButton } from '../list/file-row-actions.tsx'
import type { Item } from '../item.ts'

type TrashRow = {
  originOf: (item: Item) => string
  onRestore: (item: Item) => void
  onDelete: (item: Item) => void
  onMenu: (item: Item, at: MenuPoint) => void
}
type Layout = { rowHeightPx: number; columns: (row: TrashRow) => GridColumn<Item>[] }

const text = m.items.trash
const byName = () => ({ id: 'name', label: m.files.columns.name })
const byTime = () => ({ id: 'trashed', label: text.when })

const WIDE: Layout = {
  rowHeightPx: 44,
  columns: (row) => [
    {
      id: 'name',
      header: m.files.columns.name,
      width: 'minmax(0,1fr)',
      sorts: [byName()],
      cell: (item) => (
        <span className="flex items-center gap-2.5">
          <ItemIcon item={item} size={18} />
          <Name item={item} />
        </span>
      ),
    },
    {
      id: 'origin',
      header: text.from,
      width: 'minmax(0,14rem)',
      cell: (item) => <Origin place={row.originOf(item)} />,
    },
    { id: 'trashed', header: text.when, width: '8rem', sorts: [byTime()], cell: (item) => <When item={item} /> },
    actionsOf('6.5rem', (item) => <Buttons item={item} {...row} />),
  ],
}

/** Where from and when under the name. */
const COMPACT: Layout = {
  rowHeightPx: 64,
  columns: (row) => [
    {
      id: 'name',
      header: m.files.columns.name,
      width: 'minmax(0,1fr)',
      sorts: [byName(), byTime()],
      cell: (item) => (
        <span className="flex items-start gap-3">
          <ItemIcon item={item} size={20} />
          <span className="min-w-0 flex-1">
            <Name item={item} />
            <span className="mt-0.5 flex gap-2 text-xs">
              <When item={item} />
              <Origin place={row.originOf(item)} />
            </span>
          </span>
        </span>
      ),
    },
    actionsOf('3.75rem', (item) => <RowMenuButton item={item} onMenu={row.onMenu} />),
  ],
}

/** The layout for a list of this width. */
export function trashLayoutFor(widthPx: number, hasFinePointer: boolean): Layout {
  return widthPx < 720 || !hasFinePointer ? COMPACT : WIDE
}

function actionsOf(width: string, cell: (item: Item) => ReactNode): GridColumn<Item> {
  return { id: 'actions', header: m.files.columns.actions, isHeaderHidden: true, width, cell }
}

function Name({ item }: { item: Item }) {
  return (
    <span className="block truncate font-semibold" title={item.name}>
      {item.name}
    </span>
  )
}

function Origin({ place }: { place: string }) {
  return (
    <Span tone="soft" className="block truncate" title={place}>
      {place}
    </Span>
  )
}

function When({ item }: { item: Item }) {
  const now = useNow()
  const at = new Date(item.trashedAt ?? item.createdAt)
  return (
    <time dateTime={at.toISOString()} title={formatDateTime(at)}>
      <Span tone="soft" className="whitespace-nowrap">
        {formatTimeAgo(at, now)}
      </Span>
    </time>
  )
}

function Buttons({ item, onRestore, onDelete, onMenu }: TrashRow & { item: Item }) {
  return (
    <OutsideSelection>
      <IconButton
        tabIndex={-1}
        tone="quiet"
        label={text.restoreOf(item.name)}
        hint={text.restore}
        onClick={() => onRestore(item)}
      >
        <RotateCcw size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        tabIndex={-1}
        tone="danger"
        label={text.deleteOf(item.name)}
        hint={text.deleteForever}
        onClick={() => onDelete(item)}
      >
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
      <MoreButton item={item} onMenu={onMenu} />
    </OutsideSelection>
  )
}
