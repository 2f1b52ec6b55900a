import type { ReactNode } from 'react'
import { Card } from '#web/ui/layout/card.tsx'
import { useColumns } from './columns/use-columns.ts'
import { FilterBar, type FilterBarProps } from './filter-bar.tsx'
import type { Filters } from './filters.ts'
import { ListTools } from './list-tools.tsx'
import { PagedTable, type PagedTableProps } from './paged-table.tsx'
import { WithPanel } from './row/row-panel.tsx'
import { SavedViews } from './views/saved-views.tsx'

type Props<Page, Row, Declared extends Filters> = Omit<PagedTableProps<Page, Row>, 'isFiltered' | 'words'> & {
  /** Under which this browser keeps the columns of the person, and the server their views. */
  name: string
  words: PagedTableProps<Page, Row>['words'] & { filters: FilterBarProps<Declared>['words'] }
  filters: FilterBarProps<Declared>['filters']
  fields: FilterBarProps<Declared>['fields']
  /** A `RowPanel` of the open row. */
  panel?: ReactNode
}

/** A list with its filters, in one card: views of it and its columns are the person's own. */
export function ListCard<Page, Row, Declared extends Filters>(props: Props<Page, Row, Declared>) {
  const { name, words, filters, fields, panel, columns: all, ...table } = props
  const columns = useColumns(name, all, { isPanelOpen: table.openId != null })
  return (
    <WithPanel panel={panel}>
      <Card>
        <SavedViews list={name} filters={filters} className="px-4 pt-4" />
        <FilterBar
          filters={filters}
          words={words.filters}
          fields={fields}
          tools={<ListTools name={name} filters={filters} columns={columns} />}
          className="p-4"
        />
        <PagedTable {...table} words={words} isFiltered={filters.isFiltered} columns={columns.shown} />
      </Card>
    </WithPanel>
  )
}
