import { expect, test } from 'vitest'
import { signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { haveRules, idOf, server, stagePolicies } from './policy-stage.ts'

const TOKEN_HOURS = 6
stagePolicies({ ACCESS_TOKEN_SECONDS: String(TOKEN_HOURS * 3600) })

test.each([
  ['a session in use lasts until its access token is renewed', '6 hours 59 minutes', 200],
  ['and ends when nobody renewed it for an hour', '7 hours 1 minute', 401],
])('%s, where tokens live longer than the rule', async (_, unused, status) => {
  const ida = await signedInPerson(server)
  await haveRules({ idle_hours: 2 })
  const session = { table: 'auth.sessions', where: 'r.user_id = $1', values: [idOf(ida)], columns: ['refreshed_at'] }
  await ageRows(server.database, session, unused)
  server.clock.advance(2)
  const headers = { authorization: `Bearer ${ida.session.access_token}` }
  expect((await server.fetch('/rest/v1/profiles?select=user_id', { headers })).status).toBe(status)
})
