import { useState } from 'react'
import { EMPTY, reconcile, type Selection } from './selection.ts'

/**
 * Selection state of a list that may be sorted, filtered and shortened underneath. `order` must keep its identity while
 * unchanged. @param listId names the list: another one starts at its first row, with nothing selected.
 */
export function useSelection(order: readonly string[], listId = ''): [Selection, (selection: Selection) => void] {
  const [state, setState] = useState({ order, selection: EMPTY, listId })
  let { selection } = state
  if (state.order !== order || state.listId !== listId) {
    selection = state.listId === listId ? reconcile(state.order, order, selection) : EMPTY
    setState({ order, selection, listId })
  }
  return [selection, (next) => setState({ order, selection: next, listId })]
}
