/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions -- the keys are on the grid, which keeps the focus */
import { clsx } from 'clsx'
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useId, useLayoutEffect, useRef, useState, type DragEvent, type MouseEvent, type ReactNode } from 'react'
import { BareCheckbox, TickMark } from '../form/checkbox.tsx'
import { GridHeaderCell, type Sort, type SortKey } from './grid-header.tsx'
import type { MenuPoint } from '../overlay/context-menu.tsx'
import { moveTo, selectAll, selectNone, toggleAt, type Selection } from './selection.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useKeptFocus } from '../button/use-kept-focus.ts'

type Props<T> = {
  label: string
  selectAllLabel: string
  rows: readonly T[]
  /** Ids of `rows`, in the same order; must keep its identity while unchanged. */
  order: readonly string[]
  rowText: (row: T) => string
  /** Tiles beside each other. */
  perRow: number
  tileHeight: number
  renderTile: (row: T) => ReactNode
  header: string
  sorts: readonly SortKey[]
  sort: Sort
  onSort: (sortId: string) => void
  selection: Selection
  onSelectionChange: (selection: Selection) => void
  onOpen: (row: T) => void
  onPeek?: (row: T) => boolean
  onDetails?: (row: T) => boolean
  onRename?: (row: T) => void
  onDelete: (ids: ReadonlySet<string>) => void
  onCopy?: (ids: ReadonlySet<string>) => void
  onMenu: (row: T, at: MenuPoint) => void
  onDragRows?: (ids: ReadonlySet<string>, event: DragEvent) => void
  dropId?: (row: T) => string | undefined
  gridRef: React.RefObject<HTMLDivElement | null>
}

const COVERED_TOP = 56 + 48 + 40
const GAP_PX = 12

/** The same grid as `VirtualGrid`, as tiles: arrows go in two dimensions, everything else is as there. */
export function TileGrid<T>(props: Props<T>) {
  'use no memo' // the virtualizer's results change while its identity does not
  const { label, rows, order, perRow, tileHeight, selection, onSelectionChange, gridRef } = props
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
  const lines = Math.ceil(rows.length / perRow)
  const cursorLine = Math.floor(selection.cursor / perRow)
  // oxlint-disable-next-line react/incompatible-library -- known; hence 'use no memo' above
  const virtual = useWindowVirtualizer({
    count: lines,
    estimateSize: () => tileHeight + GAP_PX,
    overscan: 1,
    scrollMargin: top,
    scrollPaddingStart: COVERED_TOP,
    scrollPaddingEnd: 16,
    // The cursor's tile stays rendered, or aria-activedescendant would point at nothing after scrolling away.
    rangeExtractor: (range: Range) => {
      const visible = defaultRangeExtractor(range)
      if (cursorLine >= lines || visible.includes(cursorLine)) return visible
      return cursorLine < range.startIndex ? [cursorLine, ...visible] : [...visible, cursorLine]
    },
  })
  useLayoutEffect(() => virtual.measure(), [tileHeight, perRow, virtual])

  const apply = (next: Selection) => {
    onSelectionChange(next)
    virtual.scrollToIndex(Math.floor(next.cursor / perRow))
  }
  const onKeyDown = useGridKeys({ ...props, rowHeight: tileHeight + GAP_PX, apply })
  useKeptFocus(gridRef, (line) => {
    if (line >= 0) onSelectionChange(moveTo(order, selection, line * perRow, { keep: true }))
    gridRef.current?.focus({ preventScroll: true })
  })
  const isAllSelected = rows.length > 0 && selection.ids.size === rows.length

  const press = (event: MouseEvent, at: number) => {
    if (event.shiftKey) onSelectionChange(moveTo(order, selection, at, { extend: true }))
    else if (event.ctrlKey || event.metaKey) onSelectionChange(toggleAt(order, selection, at))
    else onSelectionChange(moveTo(order, selection, at))
  }
  const openMenu = (event: MouseEvent, row: T, at: number) => {
    event.preventDefault()
    if (!selection.ids.has(order[at] ?? '')) onSelectionChange(moveTo(order, selection, at))
    props.onMenu(row, { x: event.clientX, y: event.clientY })
  }
  const drag = (event: DragEvent, at: number) => {
    const dragged = selection.ids.has(order[at] ?? '') ? selection : moveTo(order, selection, at)
    if (dragged !== selection) onSelectionChange(dragged)
    props.onDragRows?.(dragged.ids, event)
  }
  const tileAt = (at: number) => {
    const row = rows[at]
    const rowId = order[at]
    if (row === undefined || rowId === undefined) return null
    const isSelected = selection.ids.has(rowId)
    return (
      <div
        key={rowId}
        id={`${id}-${at}`}
        role="gridcell"
        aria-colindex={(at % perRow) + 1}
        aria-selected={isSelected}
        onClick={(event) => press(event, at)}
        onDoubleClick={() => props.onOpen(row)}
        onContextMenu={(event) => openMenu(event, row, at)}
        draggable={props.onDragRows !== undefined}
        onDragStart={props.onDragRows && ((event) => drag(event, at))}
        data-drop-id={props.dropId?.(row)}
        className={clsx(
          'relative flex min-w-0 cursor-default flex-col overflow-hidden rounded-md border select-none',
          'data-drop-over:bg-brand-tint data-drop-over:outline-2 data-drop-over:-outline-offset-2 data-drop-over:outline-brand',
          isSelected ? 'border-brand bg-brand-tint' : 'border-line hover:bg-sunken/60',
          at === selection.cursor &&
            'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 group-focus-visible/grid:outline-focus',
        )}
        style={{ height: tileHeight }}
      >
        <div
          className="absolute top-0 left-0 z-[1] grid size-9 cursor-pointer place-items-center pointer-coarse:size-11"
          onClick={(event) => {
            event.stopPropagation()
            onSelectionChange(toggleAt(order, selection, at))
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <TickMark isChecked={isSelected} />
        </div>
        {props.renderTile(row)}
      </div>
    )
  }

  return (
    <div
      ref={gridRef}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={lines + 1}
      aria-colcount={perRow}
      aria-activedescendant={rows.length > 0 ? `${id}-${selection.cursor}` : undefined}
      onKeyDown={onKeyDown}
      className="group/grid scroll-mt-10 rounded-b-lg text-sm tabular-nums outline-none"
    >
      <div role="rowgroup" className="sticky top-26 z-[2]">
        <div role="row" aria-rowindex={1} className="flex h-10 items-center border-y border-line bg-sunken">
          <div role="columnheader" className="grid w-11 place-items-center">
            <BareCheckbox
              label={props.selectAllLabel}
              checked={isAllSelected}
              indeterminate={selection.ids.size > 0 && !isAllSelected}
              onCheckedChange={() =>
                onSelectionChange(isAllSelected ? selectNone(selection) : selectAll(order, selection))
              }
            />
          </div>
          <GridHeaderCell header={props.header} sorts={props.sorts} sort={props.sort} onSort={props.onSort} />
        </div>
      </div>
      <div ref={body} role="rowgroup" className="relative mx-3 my-3" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            className="absolute inset-x-0 top-0 grid gap-3"
            style={{
              gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))`,
              transform: `translateY(${start - top}px)`,
            }}
          >
            {Array.from({ length: perRow }, (_, column) => tileAt(index * perRow + column))}
          </div>
        ))}
      </div>
    </div>
  )
}
