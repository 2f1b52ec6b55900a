import { csvHead, csvLine } from '#contract/csv/csv.ts'
import type { ListFormat, RowOf, WireList } from '#contract/wire/wire-list.ts'
import type { As, Cells, DeclaredList, ListFile } from './declared-list.ts'
import type { ListAsked } from './list-query.ts'
import { countOf, type ListRow, rowsOf } from './list-rows.ts'

/** Rows that are read at once: a file of any length takes as much memory as these. */
const PAGE_ROWS = 1000
const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const

export const fileHeaders = ({ name }: { name: string }, format: ListFormat) => ({
  'content-type': TYPES[format],
  'content-disposition': `attachment; filename="${name}.${format}"`,
})

/** Exactly what the rules let through, in pieces. Its event is written, and whoever may not is refused, before the first piece. */
export async function* fileOf<List extends WireList, Raw>(
  { list, file }: { list: DeclaredList<List, Raw>; file: ListFile<List, Raw> },
  as: As,
  { rules, order, format }: Pick<ListAsked, 'rules' | 'order'> & { format: ListFormat },
): AsyncGenerator<string> {
  const count = await countOf(list, as, { rules })
  await as.database.oneAsCaller(as.caller, { text: file.record, values: [count] })
  const cells = format === 'csv' ? await file.cells(as) : undefined
  yield cells ? csvHead(Object.keys(cells)) : ''
  for (let last: ListRow<List, Raw> | undefined; ;) {
    const rows = await rowsOf(list, as, { rules, order, place: last?.place, max: PAGE_ROWS })
    yield rows.map((one) => (cells ? csvLine(lineOf(cells, one)) : `${JSON.stringify(one.row)}\n`)).join('')
    last = rows.at(-1)
    if (rows.length < PAGE_ROWS) return
  }
}

const lineOf = <Row extends RowOf<WireList>, Raw>(cells: Cells<Row, Raw>, { row, raw }: { row: Row; raw: Raw }) =>
  Object.values(cells).map((cell) => cell(row, raw))
