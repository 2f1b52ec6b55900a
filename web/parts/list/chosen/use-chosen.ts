import { useState } from 'react'

export type Chosen<Row> = {
  rows: readonly Row[]
  /** Rows of the list that can be chosen at all. */
  choosable: readonly Row[]
  has: (row: Row) => boolean
  /** @param isRange from the row that was pressed before to this one */
  set: (row: Row, isOn: boolean, isRange: boolean) => void
  setAll: (isOn: boolean) => void
  /** Only these stay chosen. */
  keep: (rows: readonly Row[]) => void
}

type Rules<Row> = {
  rowId: (row: Row) => string
  canChoose?: (row: Row) => boolean
  /** Filters of the list: others begin without a choice. */
  filters: string
  /** Maximum number that the server takes at once. */
  max: number
}

type Kept = { filters: string; ids: ReadonlySet<string>; last: string }

/** Rows of a list that were chosen. One that is gone, here or by somebody else, is chosen no longer. */
export function useChosen<Row>(shown: readonly Row[], { rowId, canChoose = () => true, filters, max }: Rules<Row>) {
  const [kept, setKept] = useState<Kept>({ filters, ids: new Set(), last: '' })
  const ids = kept.filters === filters ? kept.ids : new Set<string>()
  const choosable = shown.filter((row) => canChoose(row))
  const rows = choosable.filter((row) => ids.has(rowId(row)))
  const keep = (next: Iterable<string>, last = '') => setKept({ filters, ids: new Set([...next].slice(0, max)), last })
  const between = (row: Row): readonly Row[] => {
    const places = [rowId(row), kept.last].map((id) => choosable.findIndex((one) => rowId(one) === id))
    return places.includes(-1) ? [row] : choosable.slice(Math.min(...places), Math.max(...places) + 1)
  }
  return {
    rows,
    choosable,
    has: (row) => ids.has(rowId(row)),
    set: (row, isOn, isRange) => {
      const changed = (isRange ? between(row) : [row]).map(rowId)
      const before = rows.map(rowId)
      keep(isOn ? new Set([...before, ...changed]) : before.filter((id) => !changed.includes(id)), rowId(row))
    },
    setAll: (isOn) => keep(isOn ? choosable.map(rowId) : []),
    keep: (some) => keep(some.map(rowId)),
  } satisfies Chosen<Row>
}
