import { useState } from 'react'
import { DOCKING, useMedia } from '#web/lib/media.ts'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { useAccountState } from '../../vault/vault-context.ts'
import { hiddenOf, writeHidden } from './kept-columns.ts'

export type ChosenColumns<Row> = {
  /** As they are shown, in the order of the list. */
  shown: readonly TableColumn<Row>[]
  /** Those that may be left out: not the one that says which row it is, nor one that opens it. */
  choosable: readonly TableColumn<Row>[]
  isHidden: (id: string) => boolean
  show: (id: string, isShown: boolean) => void
  showAll: () => void
}

type Options = {
  /** A row is open in a `RowPanel`: next to it there is no room for columns of large screens, which are in it. */
  isPanelOpen: boolean
}

/** Columns of a list as the person wants them in this browser. @param list name of the list */
export function useColumns<Row>(
  list: string,
  columns: readonly TableColumn<Row>[],
  { isPanelOpen }: Options,
): ChosenColumns<Row> {
  const isDocked = useMedia(DOCKING) && isPanelOpen
  const account = useAccountState()
  const key = `quantumshield-columns-${account.kind === 'open' ? account.userId : ''}-${list}`
  const [hidden, setHidden] = useState(() => hiddenOf(key))
  const choosable = columns.filter(({ isFixed }) => !isFixed)
  const isHidden = (id: string) => hidden.has(id) && choosable.some((column) => column.id === id)
  const keep = (next: ReadonlySet<string>) => {
    setHidden(next)
    writeHidden(key, next)
  }
  return {
    shown: columns.filter(({ id, from }) => !isHidden(id) && !(isDocked && from === 'lg')),
    choosable,
    isHidden,
    show: (id, isShown) => keep(new Set(isShown ? [...hidden].filter((one) => one !== id) : [...hidden, id])),
    showAll: () => keep(new Set()),
  }
}
