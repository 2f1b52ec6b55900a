import type { RowOf, RulesOf, WireList } from '#contract/wire/wire-list.ts'
import { conditionsOf } from './conditions.ts'
import type { Place } from './cursor.ts'
import type { As, DeclaredList, RowSource } from './declared-list.ts'

type Rules = Readonly<Record<string, string | undefined>>
/** A row with where it is in the list, so that a page can begin behind it. */
export type ListRow<List extends WireList, Raw> = { row: RowOf<List>; raw: Raw; place: Place }

type Asked = {
  rules: Rules
  order?: string | undefined
  /** Begins behind it. */
  place?: Place | undefined
  max: number
}

/** Rows in one order. The rows of a page are found first; what is joined and counted of them is read for those alone. */
export async function rowsOf<List extends WireList, Raw>(
  list: DeclaredList<List, Raw>,
  { database, caller }: As,
  asked: Asked,
): Promise<ListRow<List, Raw>[]> {
  const { rows } = await database.oneAsCaller<Read<Raw>>(caller, rowsStatement(list, asked))
  return rows.map((row) => listRow(list, row))
}

/** Statement that reads rows in one order. */
export function rowsStatement<List extends WireList, Raw>(
  list: RowSource<List, Raw>,
  { rules, order, place, max }: Asked,
): { text: string; values: unknown[] } {
  const { table, alias, scope, conditions } = list
  const { by, type, direction } = orderOf(list, order)
  const values: unknown[] = [max]
  const where = [scope, ...conditionsOf(conditions, rules, values)]
  if (place !== undefined) {
    const [value, id] = [`$${values.push(place.value)}`, `$${values.push(place.id)}`]
    where.push(`(${by}, ${alias}.id) ${direction === 'asc' ? '>' : '<'} (${value}::${type}, ${id}::uuid)`)
  }
  return {
    text: `with shown as materialized (
             select ${alias}.* from ${table} ${alias} where ${where.join(' and ')} ${orderedBy(list, order)} limit $1)
           ${shownRows(list, order)}`,
    values,
  }
}

/** The row behind which a page begins is read with the others. */
type Read<Raw> = Raw & { id: string; list_place: string }

export function orderedBy<List extends WireList, Raw>(list: RowSource<List, Raw>, order?: string): string {
  const { by, direction } = orderOf(list, order)
  return `order by ${by} ${direction}, ${list.alias}.id ${direction}`
}

/** Selects the columns of the rows that a statement calls `shown`. */
export function shownRows<List extends WireList, Raw>(list: RowSource<List, Raw>, order?: string): string {
  const { alias, joins = '', columns } = list
  return `select ${selected(columns)}, to_json(${orderOf(list, order).by}) #>> '{}' as list_place
          from shown ${alias} ${joins} ${orderedBy(list, order)}`
}

/** A row of `shownRows`. */
export function listRow<List extends WireList, Raw>(
  { shape }: DeclaredList<List, Raw>,
  { list_place: value, ...rest }: Read<Raw>,
): ListRow<List, Raw> {
  const raw = rest as unknown as Raw
  const row = (shape ? shape(raw) : raw) as Record<string, unknown>
  return { row: asSent(row) as RowOf<List>, raw, place: { value, id: rest.id } }
}

/** Columns as a statement selects them. */
export const selected = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(', ')

/** One row by its id; undefined where there is none, or it is not the caller's. */
export async function rowOf<List extends WireList, Raw>(
  list: DeclaredList<List, Raw>,
  as: As,
  id: string,
): Promise<RowOf<List> | undefined> {
  const conditions = { ...list.conditions, id: { sql: (at: string) => `${list.alias}.id = ${at}` } }
  const [found] = await rowsOf({ ...list, conditions }, as, { rules: { id }, max: 1 })
  return found?.row
}

type Counted = { rules: Rules; max?: number | null }
type CountSource = Pick<RowSource, 'table' | 'alias' | 'scope' | 'conditions'>

/** Rows that the rules let through. @param max where counting ends: it takes time by the row */
export async function countOf<List extends WireList, Raw>(
  list: Pick<DeclaredList<List, Raw>, 'table' | 'alias' | 'scope' | 'conditions'>,
  { database, caller }: As,
  { rules, max = null }: { rules: Rules | RulesOf<List>; max?: number | null },
): Promise<number> {
  const counted = await database.oneAsCaller<{ count: number }>(
    caller,
    countStatement(list, { rules: rules as Rules, max }),
  )
  return counted.rows[0]?.count ?? 0
}

/** Statement that counts rows up to `max`. */
export function countStatement(
  { table, alias, scope, conditions }: CountSource,
  { rules, max = null }: Counted,
): { text: string; values: unknown[] } {
  const values: unknown[] = [max]
  const where = [scope, ...conditionsOf(conditions, rules, values)]
  return {
    text: `select count(*)::float8 as count from (select from ${table} ${alias} where ${where.join(' and ')} limit $1) c`,
    values,
  }
}

/** @param order undefined: the default */
export function orderOf<List extends WireList, Raw>(
  { wire, orders }: Pick<RowSource<List, Raw>, 'wire' | 'orders'>,
  order: string | undefined,
) {
  const name = order ?? wire.orders[0]
  const found = (orders as Readonly<Record<string, (typeof orders)[List['orders'][number]]>>)[name]
  if (!found) throw new Error(`${wire.items} has no order ${name}`)
  return { ...found, name }
}

/** Times as JSON has them. */
const asSent = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
