import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { QueryView } from '../query/query-view.tsx'
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

type Props<Page, Row> = {
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
  rowPx?: number
}

const ROW_PX = 40

/** The rows of a list as many as were asked for; while it loads, what is wrong, and that there are none. */
export function PagedTable<Page, Row>({ list, rowsOf, label, words, isFiltered, ...look }: Props<Page, Row>) {
  const { columns, rowId, onOpen, rowPx = ROW_PX } = look
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
            <Table label={label} columns={columns} rows={shown} rowId={rowId} {...(onOpen && { onPress: onOpen })} />
            <ShowMore list={list} label={words.more} />
          </>
        )
      }
    </QueryView>
  )
}

type OpenWords<Row> = { header: string; word: string; label: (row: Row) => string }

/** The last column: a button that opens the panel next to the list. */
export const openColumn = <Row,>({ header, word, label }: OpenWords<Row>, onOpen: (row: Row) => void) =>
  ({
    id: 'open',
    header,
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
