import { ColumnsMenu } from './columns/columns-menu.tsx'
import type { ChosenColumns } from './columns/use-columns.ts'
import type { UsedFilters } from './use-filters.ts'
import { SaveView } from './views/saved-views.tsx'

type Props<Row> = {
  /** Name of the list. */
  name: string
  filters: Pick<UsedFilters, 'query' | 'viewId' | 'open'>
  columns: ChosenColumns<Row>
}

/** At the end of the filters: what makes the list the person's own. */
export function ListTools<Row>({ name, filters, columns }: Props<Row>) {
  return (
    <div className="ml-auto flex flex-wrap justify-end gap-2">
      <SaveView list={name} filters={filters} />
      <ColumnsMenu columns={columns} />
    </div>
  )
}
