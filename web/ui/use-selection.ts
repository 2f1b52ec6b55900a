import { useState } from 'react'
import { EMPTY, reconcile, type Selection } from './selection.ts'

/** Selection state of a list that may be sorted, filtered and shortened underneath. `order` must keep its identity while unchanged. */
export function useSelection(order: readonly string[]): [Selection, (selection: Selection) => void] {
  const [state, setState] = useState({ order, selection: EMPTY })
  let { selection } = state
  if (state.order !== order) {
    selection = reconcile(state.order, order, selection)
    setState({ order, selection })
  }
  return [selection, (next) => setState({ order, selection: next })]
}
