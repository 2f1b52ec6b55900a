import type { ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import type { GridColumn } from '#web/ui/grid/virtual-grid.tsx'
import { isFolder, type Item } from '../item.ts'
import { ItemName, ItemSharing, ItemSize, ItemSummary, ItemTime, type ItemFacts } from './file-cells.tsx'
import { RowButtons, RowMenuButton, StarToggle, type RowActions } from './file-row-actions.tsx'

export const SORTS = {
  name: () => ({ id: 'name', label: m.files.columns.name }),
  size: () => ({ id: 'size', label: m.files.columns.size }),
  used: () => ({ id: 'used', label: m.files.columns.used }),
}

type Column = GridColumn<Item>
type Layout = { rowHeightPx: number; columns: (row: RowActions, facts: ItemFacts) => Column[] }

const { columns: text } = m.files
const sharing = (facts: ItemFacts): Column => ({
  id: 'sharing',
  header: text.sharing,
  width: '8.5rem',
  cell: (item) => <ItemSharing item={item} facts={facts} />,
})
/** In a space everything is shared with its members. */
const sharingOf = (facts: ItemFacts): Column[] => (facts.isOwn ? [sharing(facts)] : [])
const starOf = (row: RowActions): Column => ({
  id: 'star',
  header: m.items.star.is,
  isHeaderHidden: true,
  width: '2.5rem',
  cell: (item) => <StarToggle item={item} onStar={row.onStar} />,
})
const summaryOf = (cell: (item: Item) => ReactNode): Column => ({
  id: 'name',
  header: text.name,
  width: 'minmax(0,1fr)',
  sorts: [SORTS.name(), SORTS.size(), SORTS.used()],
  cell,
})
const actionsOf = (width: string, cell: (item: Item) => ReactNode): Column => ({
  id: 'actions',
  header: text.actions,
  isHeaderHidden: true,
  width,
  cell,
})

/** A column for each fact. */
const WIDE: Layout = {
  rowHeightPx: 44,
  columns: (row, facts) => [
    starOf(row),
    {
      id: 'name',
      header: text.name,
      width: 'minmax(0,1fr)',
      sorts: [SORTS.name()],
      cell: (item) => <ItemName item={item} facts={facts} />,
    },
    {
      id: 'size',
      header: text.size,
      width: '6.75rem',
      sorts: [SORTS.size()],
      cell: (item) => <ItemSize item={item} facts={facts} />,
    },
    { id: 'used', header: text.used, width: '7.5rem', sorts: [SORTS.used()], cell: (item) => <ItemTime item={item} /> },
    ...sharingOf(facts),
    actionsOf('9.25rem', (item) => <RowButtons item={item} {...row} />),
  ],
}

/** Size and time under the name. */
const MIDDLE: Layout = {
  rowHeightPx: 56,
  columns: (row, facts) => [
    summaryOf((item) => <ItemSummary item={item} facts={facts} />),
    ...sharingOf(facts),
    actionsOf('9.25rem', (item) => <RowButtons item={item} {...row} />),
  ],
}

/** Everything under the name, one button for all actions. */
const COMPACT: Layout = {
  rowHeightPx: 62,
  columns: (row, facts) => [
    summaryOf((item) => (
      <ItemSummary item={item} facts={facts}>
        {facts.isOwn && (isFolder(item) || item.isShared) && <ItemSharing item={item} facts={facts} />}
      </ItemSummary>
    )),
    actionsOf('3.75rem', (item) => <RowMenuButton item={item} onMenu={row.onMenu} />),
  ],
}

/** The layout for a list of this width. Fingers need larger buttons than the wider layouts have room for. */
export function layoutFor(widthPx: number, hasFinePointer: boolean): Layout {
  if (widthPx < 600 || !hasFinePointer) return COMPACT
  return widthPx < 820 ? MIDDLE : WIDE
}
