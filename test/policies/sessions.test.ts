import { afterEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { signedInPerson, type Person } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { haveRules, moveAway, server, sessionIdOf, stagePolicies } from './policy-stage.ts'

stagePolicies()
afterEach(() => haveRules({}))

const age = ({ session }: Person, column: 'refreshed_at' | 'created_at', by: string) =>
  ageRows(
    server.database,
    { table: 'auth.sessions', where: 'r.id = $1', values: [sessionIdOf(session.access_token)], columns: [column] },
    by,
  )
const read = ({ session }: Person) =>
  server.fetch('/rest/v1/profiles?select=user_id', { headers: { authorization: `Bearer ${session.access_token}` } })
const refresh = async ({ session }: Person) => {
  const answer = await server.fetch('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  })
  return { status: answer.status, body: (await answer.json()) as { error_code?: string } }
}

test.each([
  ['without use', 'idle_hours', 4, 'refreshed_at', '3 hours 59 minutes', '4 hours 1 minute'],
  ['in any case', 'session_days', 2, 'created_at', '47 hours 59 minutes', '48 hours 1 minute'],
] as const)('a session ends %s after its time, and not before', async (_, rule, most, column, before, after) => {
  const [young, old, olga] = [await signedInPerson(server), await signedInPerson(server), await signedInPerson(server)]
  await moveAway(olga)
  await age(young, column, before)
  for (const person of [old, olga]) await age(person, column, after)
  await haveRules({ [rule]: most })
  expect((await read(young)).status).toBe(200)
  expect(await (await read(old)).json()).toMatchObject({ code: 'PGRST301' })
  // Of another organisation.
  expect((await read(olga)).status).toBe(200)

  expect((await refresh(young)).status).toBe(200)
  expect(await refresh(old)).toMatchObject({ status: 400, body: { error_code: 'session_expired' } })
  expect((await refresh(olga)).status).toBe(200)
})

test('the server’s own limits stay where an organisation has no rule', async () => {
  const { idle, all } = LIMITS.sessionDays
  for (const rules of [{}, { session_days: all, idle_hours: idle * 24 }]) {
    for (const [column, days] of [
      ['refreshed_at', idle],
      ['created_at', all],
    ] as const) {
      const [young, old] = [await signedInPerson(server), await signedInPerson(server)]
      await age(young, column, `${days * 24 - 1} hours`)
      await age(old, column, `${days * 24 + 1} hours`)
      await haveRules(rules)
      expect((await refresh(young)).status).toBe(200)
      expect(await refresh(old)).toMatchObject({ status: 400, body: { error_code: 'session_expired' } })
    }
  }
})
