import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type HTMLAttributes,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Sort } from './grid-header.tsx'
import { moveTo, toggleAt, type Selection } from './selection.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { type Touch, useTouch } from './use-touch.ts'
import { useRestoreFocus } from '../button/use-restore-focus.ts'
import type { MenuPoint } from '../overlay/context-menu.tsx'
import { readLowerEdge } from '../overlay/lower-edge.ts'

/** What every grid takes, whatever its rows look like. */
export type GridProps<T> = {
  label: string
  selectAllLabel: string
  rows: readonly T[]
  /** Ids of `rows`, in the same order; must keep its identity while unchanged. */
  order: readonly string[]
  rowText: (row: T) => string
  sort: Sort
  onSort: (sortId: string) => void
  selection: Selection
  onSelectionChange: (selection: Selection) => void
  onOpen: (row: T) => void
  /** Where opening changes something a tap selects, as on a desktop. */
  isTapSelecting?: boolean
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
  /** What is dropped on this row goes there; undefined for rows that take nothing. See `drag-and-drop.ts`. */
  dropId?: (row: T) => string | undefined
  gridRef: RefObject<HTMLDivElement | null>
}

/** A line of the grid is a row of the list, or some tiles beside each other. */
type Lines = { perLine: number; height: number; overscan: number }

/** One row, wherever it stands: what the pointer does with it, and whether it is selected. */
export type GridItem<T> = {
  row: T
  /** Position in the whole list, from 0. */
  at: number
  id: string
  isSelected: boolean
  isCursor: boolean
  tick: () => void
  handlers: Pick<
    HTMLAttributes<HTMLDivElement>,
    'onClick' | 'onDoubleClick' | 'onContextMenu' | 'onPointerDown' | 'onPointerMove' | 'draggable' | 'onDragStart'
  > & { 'data-drop-id': string | undefined }
}

/** Rows may not hide behind the sticky bars while the keyboard walks: app header, list bar (at its highest, for fingers) and table header. */
const COVERED_TOP = 56 + 56 + 40
const MARGIN_BOTTOM = 16

/** The window's scrolling, keys, selection, drags and focus of a grid that keeps only its visible lines in the DOM. */
export function useVirtualGrid<T>(props: GridProps<T>, layout: Lines) {
  'use no memo' // the virtualizer's results change while its identity does not
  const { rows, order, selection, onSelectionChange, gridRef } = props
  const { perLine, height } = layout
  const id = useId()
  const touch = useTouch()
  const { body, top } = usePageOffset()
  const lineCount = Math.ceil(rows.length / perLine)
  const virtual = useLines({ ...layout, top, lineCount, cursorLine: Math.floor(selection.cursor / perLine) })
  const onKeyDown = useGridKeys({
    ...props,
    perRow: perLine,
    rowHeight: height,
    apply: (next) => {
      onSelectionChange(next)
      virtual.setOptions({ ...virtual.options, scrollPaddingEnd: MARGIN_BOTTOM + readLowerEdge() })
      virtual.scrollToIndex(Math.floor(next.cursor / perLine))
    },
  })
  useRestoreFocus(gridRef, (line) => {
    if (line >= 0) onSelectionChange(moveTo(order, selection, line * perLine, { keep: true }))
    gridRef.current?.focus({ preventScroll: true })
  })
  return {
    body,
    itemAt: itemsOf(props, { id, touch }),
    onKeyDown,
    lineCount,
    totalHeight: virtual.getTotalSize(),
    activeId: rows.length > 0 ? `${id}-${selection.cursor}` : undefined,
    visibleLines: virtual.getVirtualItems().map(({ index, start }) => ({ index, offset: start - top })),
  }
}

function useLines({
  perLine,
  height,
  overscan,
  top,
  lineCount,
  cursorLine,
}: Lines & { top: number; lineCount: number; cursorLine: number }) {
  'use no memo' // as above
  // oxlint-disable-next-line react/incompatible-library -- known; hence 'use no memo' above
  const virtual = useWindowVirtualizer({
    count: lineCount,
    estimateSize: () => height,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: COVERED_TOP,
    // The cursor's line stays rendered, or aria-activedescendant would point at nothing after scrolling away.
    rangeExtractor: (range: Range) => {
      const visible = defaultRangeExtractor(range)
      if (cursorLine >= lineCount || visible.includes(cursorLine)) return visible
      return cursorLine < range.startIndex ? [cursorLine, ...visible] : [...visible, cursorLine]
    },
  })
  // Heights change with the layout (more lines on small screens); the virtualizer caches them.
  useLayoutEffect(() => virtual.measure(), [height, perLine, virtual])
  return virtual
}

/** How far below the top of the page the lines begin. */
function usePageOffset() {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY)
    measure()
    const page = new ResizeObserver(measure)
    page.observe(document.body)
    return () => page.disconnect()
  }, [])
  return { body, top }
}

function itemsOf<T>(
  props: GridProps<T>,
  { id, touch }: { id: string; touch: Touch },
): (at: number) => GridItem<T> | undefined {
  const { rows, order, selection, onSelectionChange, onDragRows } = props
  const pointer = pointerOf(props)
  return (at) => {
    const row = rows[at]
    const rowId = order[at]
    if (row === undefined || rowId === undefined) return undefined
    return {
      row,
      at,
      id: `${id}-${at}`,
      isSelected: selection.ids.has(rowId),
      isCursor: at === selection.cursor,
      tick: () => onSelectionChange(toggleAt(order, selection, at)),
      handlers: {
        onPointerDown: (event) => touch.begin(event, () => onSelectionChange(toggleAt(order, selection, at))),
        onPointerMove: touch.move,
        onClick: (event) => {
          if (!touch.isTap()) return touch.isTouch() ? undefined : pointer.press(event, at)
          // As long as something is selected, a tap selects more.
          if (selection.ids.size > 0 || props.isTapSelecting) onSelectionChange(toggleAt(order, selection, at))
          else props.onOpen(row)
        },
        onDoubleClick: () => touch.isTouch() || props.onOpen(row),
        onContextMenu: (event) => (touch.isTouch() ? event.preventDefault() : pointer.openMenu(event, row, at)),
        draggable: onDragRows !== undefined,
        onDragStart: onDragRows && ((event) => pointer.drag(event, at)),
        'data-drop-id': props.dropId?.(row),
      },
    }
  }
}

function pointerOf<T>({ order, selection, onSelectionChange, onMenu, onDragRows }: GridProps<T>) {
  /** The selection that an action on a row means: all that is selected, or this row alone. */
  const including = (at: number): Selection =>
    selection.ids.has(order[at] ?? '') ? selection : moveTo(order, selection, at)
  const select = (next: Selection) => {
    if (next !== selection) onSelectionChange(next)
    return next
  }
  return {
    press: (event: MouseEvent, at: number) => {
      if (event.shiftKey) onSelectionChange(moveTo(order, selection, at, { extend: true }))
      else if (event.ctrlKey || event.metaKey) onSelectionChange(toggleAt(order, selection, at))
      else onSelectionChange(moveTo(order, selection, at))
    },
    openMenu: (event: MouseEvent, row: T, at: number) => {
      event.preventDefault()
      select(including(at))
      onMenu(row, { x: event.clientX, y: event.clientY })
    },
    drag: (event: DragEvent, at: number) => onDragRows?.(select(including(at)).ids, event),
  }
}
