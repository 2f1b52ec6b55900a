/** What is selected in an ordered list of ids, by the rules of a desktop file manager. Pure; positions are indices into `order`. */
export type Selection = {
  readonly ids: ReadonlySet<string>
  /** Where a Shift range starts. */
  readonly anchor: number
  /** The row the keyboard acts on. */
  readonly cursor: number
}

export const EMPTY: Selection = { ids: new Set(), anchor: 0, cursor: 0 }

type Order = readonly string[]

/** Moves the cursor to `to`. `extend` selects from the anchor (Shift), `keep` moves without selecting (Ctrl). */
export function moveTo(order: Order, from: Selection, to: number, { extend = false, keep = false } = {}): Selection {
  const cursor = within(order, to)
  if (extend) return { ...from, cursor, ids: range(order, from.anchor, cursor) }
  if (keep) return { ...from, cursor }
  return { ids: range(order, cursor, cursor), anchor: cursor, cursor }
}

/** Adds or removes one row and leaves the rest. */
export function toggleAt(order: Order, from: Selection, at: number): Selection {
  const cursor = within(order, at)
  const id = order[cursor]
  if (id === undefined) return from
  const ids = new Set(from.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: cursor, cursor }
}

export function selectAll(order: Order, from: Selection): Selection {
  return { ...from, ids: new Set(order) }
}

export function selectNone(from: Selection): Selection {
  return { ...from, ids: new Set() }
}

/**
 * Carries a selection over to a changed list: ids that are gone are dropped, cursor and anchor follow their rows, and
 * when the cursor's own row is gone the next row takes its place.
 */
export function reconcile(before: Order, after: Order, from: Selection): Selection {
  const follow = (at: number) => {
    const id = before[at]
    const found = id === undefined ? -1 : after.indexOf(id)
    return within(after, found >= 0 ? found : at)
  }
  const present = from.ids.size === 0 ? from.ids : new Set(after)
  const ids = new Set([...from.ids].filter((id) => present.has(id)))
  return { ids, anchor: follow(from.anchor), cursor: follow(from.cursor) }
}

/**
 * Finds the row to jump to when someone types `text`: the first at or after `start` whose name begins with it, wrapping
 * around once; -1 when there is none.
 */
export function findByPrefix(names: readonly string[], text: string, start: number): number {
  const wanted = text.toLowerCase()
  for (let step = 0; step < names.length; step++) {
    const at = (start + step) % names.length
    if (names[at]?.toLowerCase().startsWith(wanted)) return at
  }
  return -1
}

function within(order: Order, at: number): number {
  return Math.max(0, Math.min(order.length - 1, at))
}

function range(order: Order, from: number, to: number): Set<string> {
  return new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1))
}
