import type { z } from 'zod'
import type { CsvAmount } from '#contract/csv/csv.ts'
import type { RowOf, RulesOf, WireList } from '#contract/wire/wire-list.ts'
import type { Sendable, WireRoute } from '#contract/wire/wire-route.ts'
import type { Caller, Database } from '../db/database.ts'
import type { Conditions } from './conditions.ts'
import type { PlaceType } from './cursor.ts'

/** Under row-level security. */
export type As = { database: Database; caller: Caller }

type ListOrder = {
  /** Column that is never null, with an index together with the id. */
  by: string
  type: PlaceType
  direction: 'asc' | 'desc'
}

/** Cells of a line by their headings, in this order. @param raw the row as it was read */
export type Cells<Row, Raw> = Readonly<Record<string, (row: Row, raw: Raw) => string | CsvAmount>>

type Shaping<Row, Raw> =
  // Both ways: what is read is what is answered, or there is a function between them.
  [Raw, Row] extends [Row, Raw] ? { shape?: undefined } : { shape: (raw: Raw) => Sendable<Row> }

/** How the server finds the rows of a list. Everything here is text of the program; what a request says is never part of it. */
export type ListSource<List extends WireList, Raw> = {
  wire: List
  table: string
  /** Name of a row of the table in all texts. */
  alias: string
  /** Condition that refuses or leaves out what is not the caller's. */
  scope: string
  /** Joined to the rows of a page alone, which are `shown`. */
  joins?: string
  columns: Readonly<Record<keyof Raw & string, string>>
  /** For each filter of the contract; others are for the server itself. */
  conditions: Conditions<keyof RulesOf<List> & string> & Conditions
  orders: Readonly<Record<List['orders'][number], ListOrder>>
  pageRows: number
  file?: {
    wire: WireRoute & { query: z.ZodObject }
    /** Without its ending. */
    name: string
    /** Statement that writes the event of an export, with the count of rows as `$1`. */
    record: string
    cells: (as: As) => Cells<RowOf<List>, Raw> | Promise<Cells<RowOf<List>, Raw>>
  }
}

/** A list that is served: declared once, from which page, count, file and description follow. */
export type DeclaredList<List extends WireList = WireList, Raw = RowOf<List>> = ListSource<List, Raw> & {
  shape?: ((raw: Raw) => Sendable<RowOf<List>>) | undefined
}

/** Parts of a list that find its rows: enough to read a page of it in another way, as `npm run bench -- admin` does. */
export type RowSource<List extends WireList = WireList, Raw = Record<string, unknown>> = Pick<
  DeclaredList<List, Raw>,
  'wire' | 'table' | 'alias' | 'scope' | 'joins' | 'columns' | 'conditions' | 'orders' | 'pageRows'
>
/** A list as its feature names it. */
export type RegisteredList = RowSource & { file?: { wire: WireRoute } }

export type ListFile<List extends WireList, Raw> = NonNullable<ListSource<List, Raw>['file']>

/** Keeps the types of a list. @param source `shape` makes what is answered of what is read, where that differs */
export const declareList =
  <Raw>() =>
  <List extends WireList>(source: ListSource<List, Raw> & Shaping<RowOf<List>, Raw>): DeclaredList<List, Raw> =>
    source
