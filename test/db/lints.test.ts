/** The shipped schema breaks none of the rules that the comprehensive test holds an installation to. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '#server/auth/account/users.sql.ts'
import { breaches } from '#server/checks/database/lints.ts'
import * as rules from '#server/checks/database/lints.sql.ts'
import { tenantTables } from '#server/checks/database/tenant-tables.sql.ts'
import type { Database } from '#server/db/database.ts'
import { createTestDatabase } from '../support/server/test-database.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
})
afterAll(() => drop())

const RULES: readonly (readonly [string, rules.Lint])[] = [
  ['every table that clients reach has row-level security, forced', rules.UNFORCED],
  ['every table under row-level security has a policy', rules.WITHOUT_POLICY],
  ['no policy lets everybody in, but to what is public', rules.ALWAYS_TRUE],
  ['every write asks for the second factor', rules.UNPROVEN_WRITES],
  ['the roles of the API have no other ability', rules.ABLE_ROLES],
  ['the roles of the API own nothing, and empty nothing', rules.OWNED_OBJECTS],
  ['the login of the API has no right of its own', rules.LOGIN_RIGHTS],
  ['every function with the rights of its owner has an empty search path', rules.DEFINER_PATHS],
  ['such a function is open to those alone whom its file names', rules.OPEN_DEFINERS],
  ['every view that clients reach asks who calls', rules.OPEN_VIEWS],
  ['every constraint holds for every row', rules.UNCHECKED],
  ['no trigger and no index is switched off', rules.SWITCHED_OFF],
  ['every foreign key has an index, or needs none', rules.UNINDEXED],
]

test('these are all rules', () => {
  const all = Object.values(rules).filter((rule) => typeof rule === 'object' && 'wrong' in rule)
  expect(RULES.map(([, rule]) => rule)).toEqual(expect.arrayContaining(all))
})

test.each(RULES)('%s, and no exception is out of date', async (_, lint) => {
  expect(await breaches(ownerOf(database), lint)).toEqual([])
  const { rows } = await database.owner<{ found: string }>(lint.text)
  const known = lint.known ?? {}
  expect(Object.keys(known).toSorted()).toEqual(
    rows
      .map(({ found }) => found)
      .filter((found) => Object.hasOwn(known, found))
      .toSorted(),
  )
})

test('each table that sessions of people reach is public, or one that the probes of organisations try', async () => {
  const tried = (await tenantTables(ownerOf(database))).map(({ name }) => name)
  const { rows } = await database.owner<{ name: string }>(rules.REACHED_RELATIONS)
  expect([...tried, ...Object.keys(rules.PUBLIC_TABLES)].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
