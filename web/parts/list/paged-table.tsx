import type { ReactNode } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { QueryView } from '../query/query-view.tsx'
import { choiceColumn } from './chosen/choice-column.tsx'
import { choiceKeys } from './chosen/choice-keys.ts'
import { ChosenBar } from './chosen/chosen-bar.tsx'
import type { Chosen } from './chosen/use-chosen.ts'
import type { useEach } from './chosen/use-each.ts'
import { type RowMenu, useRowMenu } from './row/use-row-menu.tsx'
import { ShowMore } from './show-more.tsx'

type List<Page> = {
  data: { pages: readonly Page[] } | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

type ListWords = {
  loading: string
  failed: string
  retry: string
  more: string
  /** There is nothing at all, and what to do about it. */
  empty: string
  emptyText: string
  /** The filters match nothing. */
  noMatch: string
}

export type PagedTableProps<Page, Row> = {
  /** An infinite query: pages of the server, the first of which is read. */
  list: List<Page>
  rowsOf: (page: Page) => readonly Row[]
  label: string
  words: ListWords
  isFiltered: boolean
  columns: readonly TableColumn<Row>[]
  rowId: (row: Row) => string
  /** A press of the row. One column offers the same to the keyboard: `openColumn`. */
  onOpen?: (row: Row) => void
  /** Id of the row that is open next to the list. */
  openId?: string | null
  /** Rows can be chosen, and acts be done with them. */
  choice?: {
    chosen: Chosen<Row>
    nameOf: (row: Row) => string
    /** How many rows there are, where the server says it. */
    count?: string | undefined
    each?: Pick<ReturnType<typeof useEach<Row>>, 'progress' | 'failures'>
    acts: ReactNode
  }
  /** Acts on one row, in a menu of its own, which opens the row as well where it can be opened. */
  menu?: RowMenu<Row>
  rowPx?: number
}

const ROW_PX = 40
const OPEN = 'open'

/** Returns the rows that are loaded. */
export const rowsIn = <Page, Row>(list: Pick<List<Page>, 'data'>, rowsOf: (page: Page) => readonly Row[]): Row[] =>
  list.data?.pages.flatMap(rowsOf) ?? []

/** The rows of a list as many as were asked for; while it loads, what is wrong, and that there are none. */
export function PagedTable<Page, Row>({ choice, ...table }: PagedTableProps<Page, Row>) {
  if (!choice) return <Rows {...table} />
  const { chosen, nameOf, count, each, acts } = choice
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears Escape and Ctrl+A of the controls within
    <div onKeyDown={choiceKeys(chosen)}>
      <ChosenBar chosen={chosen} count={count} {...(each && { each })}>
        {acts}
      </ChosenBar>
      <Rows {...table} columns={[choiceColumn(chosen, nameOf), ...table.columns]} isChosen={chosen.has} />
    </div>
  )
}

type RowsProps<Page, Row> = Omit<PagedTableProps<Page, Row>, 'choice'> & { isChosen?: (row: Row) => boolean }

function Rows<Page, Row>({ list, rowsOf, label, words, isFiltered, ...look }: RowsProps<Page, Row>) {
  const { columns, rowId, onOpen, openId, isChosen, menu, rowPx = ROW_PX } = look
  const rowMenu = useRowMenu(menu)
  const rows = list.data?.pages.flatMap(rowsOf)
  return (
    <QueryView
      query={{ ...list, data: rows }}
      text={words}
      skeleton={<SkeletonRows label={words.loading} rows={8} rowHeight={rowPx} />}
      className="p-4"
    >
      {(shown) =>
        shown.length === 0 ? (
          <EmptyState
            title={isFiltered ? words.noMatch : words.empty}
            text={isFiltered ? '' : words.emptyText}
            seed={label}
          />
        ) : (
          <>
            <Table
              label={label}
              columns={menu ? [...columns.map(besideMenu), ...rowMenu.columns] : columns}
              rows={shown}
              rowId={rowId}
              lookOf={(row) => (rowId(row) === openId ? 'open' : isChosen?.(row) ? 'chosen' : undefined)}
              {...(onOpen && { onPress: onOpen })}
              {...(menu && { onMenu: rowMenu.open })}
            />
            {rowMenu.element}
            <ShowMore list={list} label={words.more} />
          </>
        )
      }
    </QueryView>
  )
}

/** A phone has no room for two buttons in a row: the menu opens it as well. */
const besideMenu = <Row,>(column: TableColumn<Row>): TableColumn<Row> =>
  column.id === OPEN ? { ...column, from: 'sm' } : column

type OpenWords<Row> = { header: string; word: string; label: (row: Row) => string }

/** The last column: a button that opens the panel next to the list. */
export const openColumn = <Row,>({ header, word, label }: OpenWords<Row>, onOpen: (row: Row) => void) =>
  ({
    id: OPEN,
    header,
    isFixed: true,
    cell: (row) => (
      <Button
        size="sm"
        variant="ghost"
        aria-label={label(row)}
        onClick={(press) => {
          press.stopPropagation()
          onOpen(row)
        }}
      >
        {word}
      </Button>
    ),
  }) satisfies TableColumn<Row>
