import { z } from 'zod'
import { MAX_COUNTED } from '#contract/limits.ts'
import type { Condition } from '#server/lists/conditions.ts'
import type { RegisteredList } from '#server/lists/declared-list.ts'
import { countStatement, rowsStatement } from '#server/lists/list-rows.ts'
import { type Asked, type Asking, type Bare, fetchJson, firstBytes, MAX_LIST_MS, rowsIn } from './asked.ts'

const NOTHING = 'there is no such text'
type Json = { enum?: string[]; const?: string; anyOf?: Json[] }

/** Every page, filter, order, search and file of a declared list. A new list, or a filter of a kind that is known here, is measured by itself. */
export async function declaredRequests(asking: Asking, list: RegisteredList): Promise<Asked[]> {
  const path = list.wire.page.line.replace('GET ', '')
  const made: Asked[] = []
  // Where a first page says how many rows there are, PostgreSQL counts them as well.
  const isCounted = typeof (await pageOf(asking, path, {})).count === 'number'
  for (const order of list.wire.orders) {
    const first = await pageOf(asking, path, { order })
    made.push(page(asking, list, `first page, ${order}`, { query: { order }, isCounted }))
    if (typeof first.after === 'string') made.push(nextPage(asking, list, order, first.after))
  }
  for (const [name, condition] of Object.entries(list.conditions)) {
    if (!list.wire.filters.includes(name)) continue
    for (const [what, value] of await examplesOf(asking, list, name, condition))
      made.push(page(asking, list, `${name}: ${what}`, { query: { [name]: value }, isCounted }))
  }
  const { file } = list
  if (file) made.push(exported(asking, list, file.wire.line.replace('GET ', '')))
  return made
}

type Query = Record<string, string>
const within = (query: Query): string => `?${new URLSearchParams(query).toString()}`

async function pageOf({ api }: Asking, path: string, query: Query): Promise<Record<string, unknown>> {
  return (await fetchJson(api, path + within(query))) as Record<string, unknown>
}

type Page = { query: Query; isCounted: boolean }

function page(asking: Asking, list: RegisteredList, what: string, { query, isCounted }: Page): Asked {
  const { order, ...rules } = query
  const path = list.wire.page.line.replace('GET ', '') + within({ ...rules, ...(order ? { order } : {}) })
  return {
    list: list.wire.items,
    what,
    ask: async () => rowsIn(await fetchJson(asking.api, path)),
    bare: {
      ...bareOf(asking, list, { rules, order }),
      ...(isCounted ? { counts: countStatement(scoped(asking, list), { rules, max: MAX_COUNTED + 1 }) } : {}),
    },
    limitMs: MAX_LIST_MS,
  }
}

function nextPage(asking: Asking, list: RegisteredList, order: string, after: string): Asked {
  const [, , value = '', id = ''] = JSON.parse(Buffer.from(after, 'base64url').toString()) as string[]
  const path = list.wire.page.line.replace('GET ', '') + within({ order, after })
  return {
    list: list.wire.items,
    what: `next page, ${order}`,
    ask: async () => rowsIn(await fetchJson(asking.api, path)),
    bare: bareOf(asking, list, { rules: {}, order, place: { value, id } }),
    limitMs: MAX_LIST_MS,
  }
}

function exported(asking: Asking, list: RegisteredList, path: string): Asked {
  return {
    list: list.wire.items,
    what: 'first bytes of the file',
    ask: () => firstBytes(asking.api, path),
    // The file counts its rows for its event, and reads a thousand at once.
    bare: { ...bareOf({ ...asking }, { ...list, pageRows: 999 }, { rules: {}, order: undefined }), isOfOther: true },
    limitMs: MAX_LIST_MS,
  }
}

/** Views that ask by themselves who calls, with what stands behind them: the bare SQL reads that. */
const BEHIND: Readonly<Record<string, string>> = { 'authz.people': 'authz.everybody' }
const behind = ({ table }: RegisteredList): string => BEHIND[table] ?? table

type Rows = Omit<Parameters<typeof rowsStatement>[1], 'max'>

/** The list with the organisation itself in the place of what asks who calls. */
const scoped = ({ stage }: Asking, list: RegisteredList): RegisteredList => ({
  ...list,
  table: behind(list),
  scope: `${list.alias}.tenant_id = '${stage.tenant}'`,
})

const bareOf = (asking: Asking, list: RegisteredList, asked: Rows): Bare =>
  rowsStatement(scoped(asking, list), { ...asked, max: list.pageRows })

/** Values of a filter: each of those that it may have, the most common one of a column, texts that are found and one that is not. */
async function examplesOf(
  asking: Asking,
  list: RegisteredList,
  name: string,
  condition: Condition,
): Promise<[what: string, value: string][]> {
  const shape = (list.wire.rules.shape as Record<string, z.ZodType>)[name]
  const schema = shape ? (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json) : {}
  const named = [schema, ...(schema.anyOf ?? [])].flatMap((one) => one.enum ?? (one.const ? [one.const] : []))
  const examples = named.map((value): [string, string] => [value, value])
  if (named.length > 0 && !schema.anyOf) return examples
  const text = condition.sql('$1')
  const columns = [...text.matchAll(/([\w.]+)\)? (?:ilike \$1|like lower\(\$1\))/g)].map(([, column = '']) => column)
  if (columns[0] !== undefined) {
    // A column of words begins with a space, which no search has.
    const [whole = ''] = await valuesOf(asking, list, `max(btrim(${columns[0]}))`)
    return [
      ['a beginning', whole.slice(0, 3)],
      ['one text', whole],
      ['a text that nothing has', NOTHING],
    ]
  }
  const column = /^([\w.]+) (=|>=|<|@>)/.exec(text)
  if (!column)
    throw new Error(`the filter ${name} of ${list.wire.items} has no example: add one to bench/admin/declared.ts`)
  const [, of = '', how] = column
  const wanted =
    how === '='
      ? `mode() within group (order by ${of})`
      : how === '@>'
        ? `(array_agg((${of})[1]))[1]`
        : `to_json(percentile_disc(0.5) within group (order by ${of})) #>> '{}'`
  const [value] = await valuesOf(asking, list, wanted)
  if (value === undefined) throw new Error(`${list.wire.items} has no rows for ${name}`)
  return [
    ...examples,
    [
      how === '=' ? 'the most common' : 'half of all',
      how === '=' || how === '@>' ? value : new Date(value).toISOString(),
    ],
  ]
}

async function valuesOf({ stage }: Asking, list: RegisteredList, wanted: string): Promise<string[]> {
  const { alias } = list
  const { rows } = await stage.owner.query<{ value: string | null }>(
    `select (${wanted})::text as value from ${behind(list)} ${alias} where ${alias}.tenant_id = $1`,
    [stage.tenant],
  )
  return rows.flatMap(({ value }) => (value === null ? [] : [value]))
}
