import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SERVER = path.resolve(import.meta.dirname, '../../server')
const schema = fs.readFileSync(path.join(SERVER, 'db/schema.sql'), 'utf8')
const sources = fs
  .globSync('**/*.{ts,sql}', { cwd: SERVER, exclude: ['db/migrations/**', 'db/schema.sql', '**/*.test.ts'] })
  .map((name) => ({ name, text: fs.readFileSync(path.join(SERVER, name), 'utf8') }))

const columnsOf = (list: string) => list.split(', ')

/** Columns of each unique key of a table, by the name of the table. */
const keys = new Map(
  [...schema.matchAll(/^create table (\S+) \(\n([\s\S]*?)\n\);/gm)].map(([, table = '', body = '']) => {
    const constraints = body.matchAll(/(?:PRIMARY KEY|UNIQUE)(?: NULLS NOT DISTINCT)? \(([^)]*)\)/g)
    const indexes = schema.matchAll(
      new RegExp(`^CREATE UNIQUE INDEX \\S+ ON ${table} USING btree \\(([a-z_, ]+)\\)`, 'gm'),
    )
    return [table, [...constraints, ...indexes].map(([, columns = '']) => columnsOf(columns))]
  }),
)
const inserts = sources.flatMap(({ name, text }) =>
  [
    ...text.matchAll(
      /insert into ([a-z_.]+)\b((?!insert into)[\s\S])*?on conflict \(([a-z_, ]+)\)\s(?:where [^\n]*?\s)?do nothing/g,
    ),
  ].map(([, table = '', , target = '']) => ({ name, table, target })),
)

// PostgreSQL looks in that index first. Of two transactions that insert the same row, the second may find nothing there, and then meets the row
// of the first in another index, which is an error (https://www.postgresql.org/docs/current/sql-insert.html#SQL-ON-CONFLICT).
test('an insert that may come twice names no index where the row would meet itself in another one as well', () => {
  expect(keys.size).toBeGreaterThan(100)
  expect(inserts.length).toBeGreaterThan(20)
  expect(inserts.filter(({ table }) => !keys.has(table))).toEqual([])
  const meets = inserts.filter(({ table, target }) => {
    const named = columnsOf(target)
    return keys.get(table)?.some((key) => key.length > named.length && named.every((column) => key.includes(column)))
  })
  expect(meets).toEqual([])
})
