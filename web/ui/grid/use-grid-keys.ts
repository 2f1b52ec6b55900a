import { useRef, type KeyboardEvent } from 'react'
import type { MenuPoint } from '../overlay/context-menu.tsx'
import { findByPrefix, moveTo, selectAll, selectNone, toggleAt, type Selection } from './selection.ts'

type Options<T> = {
  rows: readonly T[]
  order: readonly string[]
  rowText: (row: T) => string
  rowHeight: number
  /** Tiles beside each other; a list has one. */
  perRow?: number
  selection: Selection
  /** Changes the selection and brings the cursor into view. */
  apply: (selection: Selection) => void
  onOpen: (row: T) => void
  /** Space; false when there is nothing to see of the row. Without it Space selects, as Ctrl+Space always does. */
  onPeek?: (row: T) => boolean
  onRename?: (row: T) => void
  /** The letter i, when it does not continue a name that is being typed; false when the row has no details. */
  onDetails?: (row: T) => boolean
  onDelete: (ids: ReadonlySet<string>) => void
  /** Ctrl+C: the selection, or the cursor's row when nothing is selected. Marked text is copied as text. */
  onCopy?: (ids: ReadonlySet<string>) => void
  onMenu: (row: T, at: MenuPoint) => void
}

/** Typed letters belong to one word while the pauses stay shorter than this. */
const TYPE_AHEAD_MS = 600

/** The keyboard of the grid: arrows, paging, ranges, type-ahead and the actions on a row. */
export function useGridKeys<T>(options: Options<T>) {
  const typed = useRef({ text: '', atMs: -Infinity })

  return (event: KeyboardEvent<HTMLElement>) => {
    // Header buttons and row buttons inside the grid keep their own keys, and the browser those with Alt: arrows go back and forward.
    if (event.target !== event.currentTarget || event.altKey) return
    const { order, rows, selection, apply } = options
    if (rows.length === 0) return

    const to = target(event.key, selection.cursor, options)
    if (to !== undefined) {
      apply(moveTo(order, selection, to, { extend: event.shiftKey, keep: event.ctrlKey || event.metaKey }))
    }
    if (to !== undefined || act(event, options)) {
      // A name typed right after an action is another name, however quickly it follows.
      typed.current.atMs = -Infinity
    } else if (!details(event, typed.current, options) && !typeAhead(event, typed.current, options)) {
      return
    }
    event.preventDefault()
  }
}

function target<T>(key: string, cursor: number, { rows, rowHeight, perRow = 1 }: Options<T>): number | undefined {
  const page = Math.max(1, Math.floor((innerHeight - 160) / rowHeight)) * perRow
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      // Below a full line of tiles there may be a shorter one.
      return Math.floor(cursor / perRow) < Math.floor(last / perRow) ? Math.min(cursor + perRow, last) : cursor
    case 'ArrowUp':
      return cursor < perRow ? cursor : cursor - perRow
    case 'ArrowRight':
      return perRow > 1 ? cursor + 1 : undefined
    case 'ArrowLeft':
      return perRow > 1 ? cursor - 1 : undefined
    case 'PageDown':
      return cursor + page
    case 'PageUp':
      return cursor - page
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

function act<T>(event: KeyboardEvent<HTMLElement>, options: Options<T>): boolean {
  const { order, rows, selection, apply } = options
  const row = rows[selection.cursor]
  const isCommand = event.ctrlKey || event.metaKey
  if (row === undefined) return false

  if (isCommand && event.key.toLowerCase() === 'a') apply(selectAll(order, selection))
  else if (event.key === ' ') {
    const isSeen = !isCommand && options.onPeek?.(row)
    if (!isSeen) apply(toggleAt(order, selection, selection.cursor))
  } else if (event.key === 'Escape') apply(selectNone(selection))
  else if (event.key === 'Enter') options.onOpen(row)
  else if (event.key === 'F2') options.onRename?.(row)
  else if (event.key === 'Delete') options.onDelete(chosenAtCursor(options))
  else if (isCommand && event.key.toLowerCase() === 'c' && options.onCopy && getSelection()?.isCollapsed !== false)
    options.onCopy(chosenAtCursor(options))
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
    openMenu(event.currentTarget, options, row)
  else return false
  return true
}

function details<T>(
  event: KeyboardEvent,
  typed: { atMs: number },
  { rows, selection, onDetails }: Options<T>,
): boolean {
  const row = rows[selection.cursor]
  const isShortcut = event.key === 'i' && !event.ctrlKey && !event.metaKey
  if (!isShortcut || row === undefined || event.timeStamp - typed.atMs < TYPE_AHEAD_MS) return false
  return onDetails?.(row) ?? false
}

/** Selects the cursor's row when nothing is selected. */
function chosenAtCursor<T>({ order, selection, apply }: Options<T>): ReadonlySet<string> {
  const wanted = selection.ids.size > 0 ? selection : moveTo(order, selection, selection.cursor)
  if (wanted !== selection) apply(wanted)
  return wanted.ids
}

function openMenu<T>(grid: HTMLElement, { order, selection, apply, onMenu }: Options<T>, row: T) {
  const id = order[selection.cursor]
  if (id !== undefined && !selection.ids.has(id)) apply(moveTo(order, selection, selection.cursor))
  const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  const box = (active ?? grid).getBoundingClientRect()
  onMenu(row, { x: box.left + 56, y: box.bottom - 4 })
}

function typeAhead<T>(event: KeyboardEvent, typed: { text: string; atMs: number }, options: Options<T>): boolean {
  const { order, rows, rowText, selection, apply } = options
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.key === '/') return false
  const isContinued = event.timeStamp - typed.atMs < TYPE_AHEAD_MS
  typed.text = isContinued ? typed.text + event.key : event.key
  typed.atMs = event.timeStamp
  // A first letter looks past the cursor, so that pressing it again walks through the matches.
  const found = findByPrefix(rows.map(rowText), typed.text, selection.cursor + (isContinued ? 0 : 1))
  if (found >= 0) apply(moveTo(order, selection, found))
  return true
}
