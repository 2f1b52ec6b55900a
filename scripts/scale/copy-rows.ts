import type { ClientBase } from 'pg'
import { type Table, tablesOf } from './sample.ts'

const MIDDLE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** `unique`: the unique indexes that it is part of, by name. */
type Column = { name: string; type: string; isIndexed: boolean; unique: string[] }

/** One statement for each row of the person; each makes that row for as many further people as it is given. */
export type Copy = { table: Table; text: string }

/**
 * Of each row that holds one of these ids, a statement that makes the same row of other people: with other ids, and other bytes where an index
 * would otherwise hold equal ones. Everything else stays, so that a row has the length that it has for a real person.
 */
export async function copiesOf(client: ClientBase, ids: ReadonlySet<string>): Promise<Copy[]> {
  const copies: Copy[] = []
  for (const table of await tablesOf(client)) {
    const columns = await columnsOf(client, table)
    const list = columns.map(({ name }) => `t."${name}"::text as "${name}"`).join(', ')
    const { rows } = await client.query<Record<string, string | null>>(
      `select ${list} from "${table.schema}"."${table.name}" t`,
    )
    for (const row of rows) {
      if (Object.values(row).some((text) => holds(text, ids)))
        copies.push({ table, text: statementOf(table, columns, { row, ids }) })
    }
  }
  return copies
}

/** Makes rows of the people with the numbers `from` to `to`. */
export async function copyPeople(client: ClientBase, copies: readonly Copy[], from: number, to: number): Promise<void> {
  await client.query('begin')
  // Rows that triggers would make are among those that are copied, and what they name is made as well.
  await client.query(`set local session_replication_role = 'replica'`)
  for (const { text } of copies) await client.query(text, [from, to])
  await client.query('commit')
}

type Known = { row: Record<string, string | null>; ids: ReadonlySet<string> }

function statementOf({ schema, name }: Table, columns: readonly Column[], known: Known): string {
  const changed = changedColumns(columns, known)
  const values = columns.map((column) => valueOf(column, known, changed.has(column.name)))
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  return `insert into "${schema}"."${name}" (${names}) overriding system value
          select ${values.join(', ')} from generate_series($1::bigint, $2::bigint) as person (i)`
}

const holds = (text: string | null | undefined, ids: ReadonlySet<string>): boolean =>
  (text?.match(MIDDLE) ?? []).some((id) => ids.has(id))

/** Of each unique index that holds no id of the person, a column that has to be another one in each copy. */
function changedColumns(columns: readonly Column[], { row, ids }: Known): Set<string> {
  const changed = new Set<string>()
  for (const index of new Set(columns.flatMap(({ unique }) => unique))) {
    const parts = columns.filter(({ unique }) => unique.includes(index))
    if (parts.some(({ name }) => row[name] === null || holds(row[name], ids))) continue
    const one = parts.findLast(({ type }) => /^(bytea|bigint|integer|text)$/.test(type))
    if (one) changed.add(one.name)
  }
  return changed
}

function valueOf({ name, type, isIndexed }: Column, { row, ids }: Known, isChanged: boolean): string {
  const text = row[name] ?? null
  if (text === null) return `null::${type}`
  if (holds(text, ids)) return `(${renamed(text, ids)})::${type}`
  if (isIndexed && type === 'bytea' && text.length > 2 + 32)
    return `('\\x' || md5(${quoted(text)} || i) || ${quoted(text.slice(2 + 32))})::bytea`
  if (isChanged && /^(bigint|integer)$/.test(type)) return `(${text} + i * 1000000)::${type}`
  if (isChanged && type === 'text') return `(md5(${quoted(text)} || i) || ${quoted(text.slice(32))})::text`
  return `${quoted(text)}::${type}`
}

/** The text with each id of the person replaced by one that follows from it and from the number of the copy. */
function renamed(text: string, ids: ReadonlySet<string>): string {
  const parts: string[] = []
  let end = 0
  for (const found of text.matchAll(MIDDLE)) {
    if (!ids.has(found[0])) continue
    parts.push(quoted(text.slice(end, found.index)), randomIdOf(`md5('${found[0]}' || i)`))
    end = found.index + found[0].length
  }
  return [...parts, quoted(text.slice(end))].join(' || ')
}

/** Ids as the server makes them: version 4 of RFC 9562, which clients check. */
const randomIdOf = (hash: string): string =>
  `overlay(overlay(${hash} placing '4' from 13) placing '8' from 17)::uuid::text`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

async function columnsOf(client: ClientBase, { schema, name }: Table): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
            exists (select from pg_index x where x.indrelid = a.attrelid and a.attnum = any (x.indkey)) as "isIndexed",
            array(select x.indexrelid::regclass::text from pg_index x
                  where x.indrelid = a.attrelid and x.indisunique and x.indpred is null and a.attnum = any (x.indkey)) as "unique"
     from pg_attribute a
     where a.attrelid = format('%I.%I', $1::text, $2::text)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [schema, name],
  )
  return rows
}
