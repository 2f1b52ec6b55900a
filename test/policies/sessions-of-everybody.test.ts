import { expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { secondSession } from '../support/people/second-factor.ts'
import { anna, giveRole, guard, idOf, makeStale, moveAway, server, sessionIdOf, stagePolicies } from './policy-stage.ts'

stagePolicies()

const tokenOf = async ({ client }: Pick<Person, 'client'>) =>
  (await client.auth.getSession()).data.session?.access_token ?? ''

async function ask(who: Pick<Person, 'client'>, path: string, body?: unknown) {
  const answer = await server.fetch(`/threats/v1/sessions${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(who)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
const end = (who: Pick<Person, 'client'>, person: string, session?: string) => ask(who, '/end', { person, session })
type Listed = { id: string; user_id: string; last_active_at: string; may_end: boolean }
async function list(who: Person, last?: Listed): Promise<Listed[]> {
  const place = last ? `?${new URLSearchParams({ before_at: last.last_active_at, before_id: last.id })}` : ''
  return (await ask(who, place)).body.sessions
}
const works = async (token: string) =>
  (await server.fetch('/rest/v1/profiles?select=user_id', { headers: { authorization: `Bearer ${token}` } })).status ===
  200

test('who manages security sees everybody’s sessions, of this organisation alone', async () => {
  const olga = await signedInPerson(server)
  await moveAway(olga)
  await server.database.owner(`update auth.sessions set ip = '193.99.144.80' where user_id = $1`, [idOf(anna)])
  const all = await list(guard)
  expect(all.find(({ user_id: id }) => id === idOf(anna))).toMatchObject({
    ip: '193.99.144.80',
    country: 'DE',
    has_factor: false,
    is_held: false,
    is_current: false,
    may_end: true,
  })
  expect(all.find(({ user_id: id }) => id === idOf(guard))).toMatchObject({ has_factor: true, is_current: true })
  expect(all.some(({ user_id: id }) => id === idOf(olga))).toBe(false)
  expect(await ask(anna, '')).toMatchObject({ status: 403, body: { code: '42501' } })
  expect(await end(guard, idOf(olga))).toMatchObject({ status: 404, body: { code: 'QS404' } })
})

test('one session ends at once, the others of its person stay; the log and the person know it', async () => {
  const ben = await signedInPerson(server)
  const other = { client: await secondSession(server, ben) }
  const [first, second] = [await tokenOf(ben), await tokenOf(other)]
  expect(await works(first)).toBe(true)
  expect(await end(guard, idOf(ben), sessionIdOf(first))).toEqual({ status: 200, body: { ended: 1 } })
  expect([await works(first), await works(second)]).toEqual([false, true])
  const { rows } = await server.database.owner(
    `select details from system_audit_log where event_type = 'session.revoked' and user_id = $1 and details ->> 'person' = $2`,
    [idOf(guard), idOf(ben)],
  )
  expect(rows).toMatchObject([{ details: { session_id: sessionIdOf(first) } }])
  const notices = await server.database.owner(
    `select details from notifications where kind = 'session_ended' and user_id = $1`,
    [idOf(ben)],
  )
  expect(notices.rows).toEqual([{ details: { count: 1, changed_by: idOf(guard) } }])
  // Once more: there is nothing left to end, and nobody is notified again.
  expect((await end(guard, idOf(ben), sessionIdOf(first))).body).toEqual({ ended: 0 })
})

test('all sessions of somebody end, and of oneself all but this one', async () => {
  const ben = await signedInPerson(server)
  const other = { client: await secondSession(server, ben) }
  const all = (await list(guard)).filter(({ user_id: id }) => id === idOf(ben)).length
  expect(all).toBeGreaterThan(1)
  expect((await end(guard, idOf(ben))).body).toEqual({ ended: all })
  expect([await works(await tokenOf(ben)), await works(ben.session.access_token)]).toEqual([false, false])
  expect(await works(await tokenOf(other))).toBe(false)
  await secondSession(server, guard)
  expect((await end(guard, idOf(guard))).body).toEqual({ ended: 1 })
  expect(await works(await tokenOf(guard))).toBe(true)
})

test('sessions of an owner are ended by owners alone, and not by a stolen token', async () => {
  const owner = await signedInPerson(server)
  await giveRole(owner, 'owner')
  expect((await list(guard)).find(({ user_id: id }) => id === idOf(owner))).toMatchObject({ may_end: false })
  expect(await end(guard, idOf(owner))).toMatchObject({ status: 403, body: { code: '42501' } })
  expect(await end(anna, idOf(anna))).toMatchObject({ status: 403, body: { code: '42501' } })
  const ben = await signedInPerson(server)
  await makeStale(owner)
  expect(await end(owner, idOf(ben))).toMatchObject({ status: 400, body: { code: 'QS403' } })
})

test('pages follow each other, none twice, also where many were used at the same moment', async () => {
  await server.database.owner(
    `insert into auth.sessions (user_id, refresh_key, refreshed_at)
     select $1, decode(repeat('00', 32), 'hex'), now() - make_interval(mins => n / 60) from generate_series(1, 120) n`,
    [idOf(anna)],
  )
  const { rows } = await server.database.owner<{ id: string }>(
    `select s.id from auth.sessions s join profiles p using (user_id) join tenants t on t.id = p.tenant_id where t.is_default`,
  )
  const all: Listed[] = []
  for (;;) {
    const page = await list(guard, all.at(-1))
    if (page.length === 0) break
    all.push(...page)
  }
  expect(all.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  expect((await ask(guard, '?before_at=yesterday')).status).toBe(400)
})
