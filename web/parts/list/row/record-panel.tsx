import type { ReactNode } from 'react'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { QueryView } from '../../query/query-view.tsx'
import { RowPanel, type RowSteps } from './row-panel.tsx'

type Props<Data> = {
  /** Open while there is one. */
  id: string | null
  /** Asked for `id`; not asked without one. */
  query: Parameters<typeof QueryView<Data>>[0]['query']
  text: { loading: string; failed: string; retry: string }
  title: (data: Data) => string
  /** While it loads. */
  loadingTitle: string
  onClose: () => void
  children: (data: Data) => ReactNode
}

const ROWS = 6
const ROW_PX = 40

/** What was read of the open row, over the list. */
export function RecordSheet<Data>({ id, onClose, ...record }: Props<Data>) {
  return (
    <Sheet isOpen={id !== null} onClose={onClose} title={titleOf(record)}>
      {id !== null && <Loaded key={id} {...record} />}
    </Sheet>
  )
}

/** The same next to the list, where there is room. */
export function RecordPanel<Data>({ id, steps, onClose, ...record }: Props<Data> & { steps: RowSteps }) {
  return (
    <RowPanel title={titleOf(record)} steps={steps} onClose={onClose}>
      {id === null ? undefined : <Loaded key={id} {...record} />}
    </RowPanel>
  )
}

type Record<Data> = Omit<Props<Data>, 'id' | 'onClose'>

const titleOf = <Data,>({ query, title, loadingTitle }: Record<Data>): string =>
  query.data === undefined ? loadingTitle : title(query.data)

const Loaded = <Data,>({ query, text, children }: Record<Data>) => (
  <QueryView query={query} text={text} skeleton={<SkeletonRows label={text.loading} rows={ROWS} rowHeight={ROW_PX} />}>
    {children}
  </QueryView>
)
