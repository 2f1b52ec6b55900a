/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot position rows absolutely */
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useId, useLayoutEffect, useRef, useState, type DragEvent, type MouseEvent, type ReactNode } from 'react'
import { BareCheckbox } from '../form/checkbox.tsx'
import { GridRow } from './grid-row.tsx'
import { GridHeaderCell, type Sort, type SortKey } from './grid-header.tsx'
import { moveTo, selectAll, selectNone, toggleAt, type Selection } from './selection.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useKeptFocus } from '../button/use-kept-focus.ts'
import type { MenuPoint } from '../overlay/context-menu.tsx'

export type GridColumn<T> = {
  id: string
  header: string
  /** Read aloud only: the cells explain themselves to the eye. */
  isHeaderHidden?: boolean
  /** A track of CSS grid. */
  width: string
  /** What this column sorts by; on small screens one column carries several. */
  sorts?: readonly SortKey[]
  cell: (row: T) => ReactNode
}

type Props<T> = {
  label: string
  selectAllLabel: string
  rows: readonly T[]
  /** Ids of `rows`, in the same order; must keep its identity while unchanged. */
  order: readonly string[]
  rowText: (row: T) => string
  rowHeight: number
  columns: readonly GridColumn<T>[]
  sort: Sort
  onSort: (sortId: string) => void
  selection: Selection
  onSelectionChange: (selection: Selection) => void
  onOpen: (row: T) => void
  /** Space; see `use-grid-keys.ts`. */
  onPeek?: (row: T) => boolean
  /** The letter i; see `use-grid-keys.ts`. */
  onDetails?: (row: T) => boolean
  /** F2. */
  onRename?: (row: T) => void
  /** Delete: the selection, or the cursor's row when nothing is selected. */
  onDelete: (ids: ReadonlySet<string>) => void
  /** Ctrl+C; see `use-grid-keys.ts`. */
  onCopy?: (ids: ReadonlySet<string>) => void
  onMenu: (row: T, at: MenuPoint) => void
  /** Rows become draggable: called with what is dragged, the selection or the row alone. */
  onDragRows?: (ids: ReadonlySet<string>, event: DragEvent) => void
  /** What is dropped on this row goes there; undefined for rows that take nothing. See `drop-target.ts`. */
  dropId?: (row: T) => string | undefined
  gridRef: React.RefObject<HTMLDivElement | null>
}

/** Rows may not hide behind the sticky bars while the keyboard walks: app header, list bar and table header. */
const COVERED_TOP = 56 + 48 + 40
const HEADER_HEIGHT = 40
const TICK_TRACK = '2.75rem'

/**
 * ARIA grid that scrolls with the page and keeps only the visible rows in the DOM. One tab stop: the focus stays on the
 * grid and aria-activedescendant follows the cursor.
 */
export function VirtualGrid<T>(props: Props<T>) {
  'use no memo' // the virtualizer's results change while its identity does not
  const { label, rows, order, columns, rowHeight, selection, onSelectionChange, gridRef } = props
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY)
    measure()
    const page = new ResizeObserver(measure)
    page.observe(document.body)
    return () => page.disconnect()
  }, [])

  // oxlint-disable-next-line react/incompatible-library -- known; hence 'use no memo' above
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: top,
    scrollPaddingStart: COVERED_TOP,
    scrollPaddingEnd: 16,
    // The cursor's row stays rendered, or aria-activedescendant would point at nothing after scrolling away.
    rangeExtractor: (range: Range) => {
      const visible = defaultRangeExtractor(range)
      const { cursor } = selection
      if (cursor >= rows.length || visible.includes(cursor)) return visible
      return cursor < range.startIndex ? [cursor, ...visible] : [...visible, cursor]
    },
  })
  // Row heights change with the layout (more lines on small screens); the virtualizer caches them.
  useLayoutEffect(() => virtual.measure(), [rowHeight, virtual])

  const apply = (next: Selection) => {
    onSelectionChange(next)
    virtual.scrollToIndex(next.cursor)
  }
  const onKeyDown = useGridKeys({ ...props, apply })
  useKeptFocus(gridRef, (place) => {
    if (place >= 0) onSelectionChange(moveTo(order, selection, place, { keep: true }))
    gridRef.current?.focus({ preventScroll: true })
  })
  const template = [TICK_TRACK, ...columns.map((column) => column.width)].join(' ')
  const isAllSelected = rows.length > 0 && selection.ids.size === rows.length

  const pressRow = (event: MouseEvent, at: number) => {
    if (event.shiftKey) onSelectionChange(moveTo(order, selection, at, { extend: true }))
    else if (event.ctrlKey || event.metaKey) onSelectionChange(toggleAt(order, selection, at))
    else onSelectionChange(moveTo(order, selection, at))
  }
  const openMenu = (event: MouseEvent, row: T, at: number) => {
    event.preventDefault()
    const id = order[at]
    if (id !== undefined && !selection.ids.has(id)) onSelectionChange(moveTo(order, selection, at))
    props.onMenu(row, { x: event.clientX, y: event.clientY })
  }

  const drag = (event: DragEvent, at: number) => {
    const id = order[at]
    if (id === undefined) return
    const dragged = selection.ids.has(id) ? selection : moveTo(order, selection, at)
    if (dragged !== selection) onSelectionChange(dragged)
    props.onDragRows?.(dragged.ids, event)
  }

  return (
    <div
      ref={gridRef}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={rows.length > 0 ? `${id}-${selection.cursor}` : undefined}
      onKeyDown={onKeyDown}
      className="group/grid scroll-mt-10 rounded-b-lg text-sm tabular-nums outline-none"
    >
      <div role="rowgroup" className="sticky top-26 z-[2]">
        <div
          role="row"
          aria-rowindex={1}
          className="grid items-center border-y border-line bg-sunken"
          style={{ gridTemplateColumns: template, height: HEADER_HEIGHT }}
        >
          <div role="columnheader" className="grid place-items-center">
            <BareCheckbox
              label={props.selectAllLabel}
              checked={isAllSelected}
              indeterminate={selection.ids.size > 0 && !isAllSelected}
              onCheckedChange={() =>
                onSelectionChange(isAllSelected ? selectNone(selection) : selectAll(order, selection))
              }
            />
          </div>
          {columns.map((column) => (
            <GridHeaderCell key={column.id} {...column} sort={props.sort} onSort={props.onSort} />
          ))}
        </div>
      </div>
      <div ref={body} role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          const rowId = order[index]
          if (row === undefined || rowId === undefined) return null
          return (
            <GridRow
              key={rowId}
              id={`${id}-${index}`}
              index={index}
              isSelected={selection.ids.has(rowId)}
              isCursor={index === selection.cursor}
              style={{ gridTemplateColumns: template, height: rowHeight, transform: `translateY(${start - top}px)` }}
              onPress={(event) => pressRow(event, index)}
              onTick={() => onSelectionChange(toggleAt(order, selection, index))}
              onOpen={() => props.onOpen(row)}
              onMenu={(event) => openMenu(event, row, index)}
              onDrag={props.onDragRows && ((event) => drag(event, index))}
              dropId={props.dropId?.(row)}
            >
              {columns.map((column) => (
                <div key={column.id} role="gridcell" className="min-w-0 px-2">
                  {column.cell(row)}
                </div>
              ))}
            </GridRow>
          )
        })}
      </div>
    </div>
  )
}
