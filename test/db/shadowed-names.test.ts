import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createTestDatabase } from '../support/server/test-database.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
})
afterAll(() => drop())

type Written = { name: string; language: string; arguments: string[] | null; body: string }
/** Columns by table or view, as bodies name it: their search path is empty. */
type Columns = Map<string, readonly string[]>

// A column of the same name wins in a function in SQL, and in PL/pgSQL it is an error or wins as well, by `#variable_conflict`. So a column
// that a migration adds may change what a function means. What is written `function.argument`, or has a name of its own, cannot be meant.
test('no argument or variable of a function can be taken for a column of a table that it names', async () => {
  const columns = await readColumns()
  const { rows } = await database.owner<Written>(
    `select n.nspname || '.' || p.proname as name, l.lanname as language, p.prosrc as body,
            array(select p.proargnames[i] from generate_subscripts(p.proargnames, 1) as i
                  where l.lanname = 'plpgsql' or p.proargmodes is null or p.proargmodes[i] in ('i', 'b', 'v')) as arguments
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
     where l.lanname in ('sql', 'plpgsql') and n.nspname !~ '^(pg_|information_schema$|graphile_worker$)'`,
  )
  expect(rows.length).toBeGreaterThan(150)
  expect(rows.flatMap((written) => shadowed(written, columns))).toEqual([])
})

test('that is noticed', () => {
  const columns: Columns = new Map([['public.tags', ['id', 'name', 'position']]])
  const found = (body: string, language = 'sql') =>
    shadowed({ name: 'public.f', language, arguments: ['name', 'tag'], body }, columns)

  expect(found('select t.id from public.tags t where t.name = name')).toEqual(['public.f: name'])
  expect(found('select t.id from public.tags t where t.name = f.name and t.id = tag')).toEqual([])
  expect(found('select name')).toEqual([])
  expect(found("insert into public.tags (id, name) values (tag, 'name') on conflict (name) do nothing")).toEqual([])
  expect(found('insert into public.tags (id, name) values (tag, name)')).toEqual(['public.f: name'])
  expect(found('update public.tags t set position = 1, name = f.name where t.id = tag -- by name')).toEqual([])
  const block = (declared: string, statement: string) => `declare\n  ${declared} integer;\nbegin\n  ${statement}\nend`
  const moved = (variable: string) => `update public.tags t set position = ${variable} where t.id = f.tag;`
  expect(found(block('position', moved('position')), 'plpgsql')).toEqual(['public.f: position'])
  expect(found(block('place', `place := 1; ${moved('place')}`), 'plpgsql')).toEqual([])
})

async function readColumns(): Promise<Columns> {
  const { rows } = await database.owner<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relkind in ('r', 'p', 'v', 'm') and not a.attisdropped and n.nspname !~ '^(pg_|information_schema$)'
     group by 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

function shadowed({ name, language, arguments: given, body }: Written, columns: Columns): string[] {
  const text = body.replaceAll(/--.*/g, '').replaceAll(/'(?:[^']|'')*'/g, "''")
  const reachable = new Set([...columns].flatMap(([table, held]) => (mentions(text, table) ? held : [])))
  const [declared, code] = language === 'plpgsql' ? withoutDeclarations(text) : [[], text]
  const own = [...(given ?? []), ...declared].filter((one) => reachable.has(one))
  return own.filter((one) => stands(withoutTargets(code), one)).map((one) => `${name}: ${one}`)
}

const mentions = (text: string, table: string): boolean =>
  new RegExp(`(?<![\\w.])${table.replace('.', '\\.')}(?!\\w)`).test(text)

/** Names of variables, and the text without them: their types and first values stay. */
function withoutDeclarations(text: string): [string[], string] {
  const declared: string[] = []
  const code = text.replaceAll(/\bdeclare\b.*?\bbegin\b/gs, (block) =>
    block.replaceAll(/(?<=(?:declare|;)\s+)(\w+)(?=\s)/g, (variable: string) => {
      if (variable !== 'begin') declared.push(variable)
      return ''
    }),
  )
  return [declared, code]
}

/** Without the places where only a column, or only a variable, can stand. */
const withoutTargets = (code: string): string =>
  code
    .replaceAll(/\binsert into \S+(?: as \w+)?\s*\([^)]*\)/g, ' ')
    .replaceAll(/\bon conflict\s*\([^)]*\)/g, ' ')
    .replaceAll(/\bas \w+/g, ' ')
    .replaceAll(/(?<=\bset |,\s*)\w+\s*=(?!=)/g, ' ')
    .replaceAll(/\w+\s*:=/g, ' ')
    .replaceAll(/\binto (?:strict )?\w+(?:, \w+)*/g, ' ')

const stands = (code: string, name: string): boolean => new RegExp(`(?<![\\w.$])${name}\\b(?!\\s*[.(])`).test(code)
