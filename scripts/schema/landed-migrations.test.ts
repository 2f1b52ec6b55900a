import fs from 'node:fs'
import { expect, test } from 'vitest'
import { readShippedSchema } from '#server/db/shipped-schema.ts'
import { LANDED_FILE, checksumsOf, parseLanded, problemsOf, writeLanded } from './landed-migrations.ts'

const migrations = checksumsOf(readShippedSchema())
const landed = parseLanded(fs.readFileSync(LANDED_FILE, 'utf8'))

test('landed migrations do not change', () => {
  expect(problemsOf(migrations, landed)).toEqual([])
})

test('every migration is in server/db/migrations.sha256', () => {
  const missing = [...migrations.keys()].filter((name) => !landed.has(name))

  expect(missing, 'Run `npm run schema` and commit what it writes.').toEqual([])
})

test('a changed migration and one that is gone are named, a new one is none', () => {
  const before = parseLanded('aa  0001_a.sql\nbb  0002_b.sql\ncc  0003_c.sql\n')
  const now = new Map([
    ['0001_a.sql', 'aa'],
    ['0002_b.sql', 'b0'],
    ['0004_d.sql', 'dd'],
  ])

  expect(problemsOf(now, before)).toEqual([
    expect.stringMatching(/^Migration 0002_b.sql landed and was changed: /),
    expect.stringMatching(/^Migration 0003_c.sql landed and is gone: /),
  ])
})

test('the list is read as it is written', () => {
  const list = new Map([['0001_a.sql', 'aa']])

  expect(parseLanded(writeLanded(list))).toEqual(list)
})
