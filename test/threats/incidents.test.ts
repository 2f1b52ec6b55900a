import { afterAll, beforeAll, expect, test } from 'vitest'
import { DETECTORS, ENFORCEMENTS } from '#contract/threats.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { enforced, noticed } from './noticed.ts'

let server: TestServer
let guard: Person
let anna: Person
beforeAll(async () => {
  server = await startServer()
  guard = await signedInPerson(server)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'security_admin' from tenants where is_default`,
    [idOf(guard)],
  )
  anna = await signedInPerson(server)
})
afterAll(() => server.stop())

const idOf = ({ session }: Person) => session.user.id
const record = (finding: object) =>
  server.database.owner('select threats.record($1)', [
    JSON.stringify({ reasons: [{ code: 'copied_token' }], ...finding }),
  ])
const incidents = async ({ client }: Person) =>
  (await client.from('threat_incidents').select().order('opened_at')).data ?? []

test('what a detector does is the same in the contract and in the database', async () => {
  const { rows } = await server.database.owner<{
    name: string
    risk: string
    enforcement: string
    minutes: number | null
  }>('select * from threats.detectors')
  const known = Object.entries(DETECTORS).map(([name, { risk, enforcement }]) => ({
    name,
    risk,
    enforcement,
    minutes: ENFORCEMENTS[enforcement].minutes,
  }))
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
  expect(rows.toSorted(byName)).toEqual(known.toSorted(byName))
})

test('the same of the same subject counts up one row and one incident, however often it happens', async () => {
  const finding = {
    detector: 'token_reuse',
    user_id: idOf(anna),
    session_id: anna.session.user.id,
    subject: 'session x',
  }
  for (let n = 0; n < 50; n += 1) await record(finding)
  expect(await noticed(server, idOf(anna))).toMatchObject([{ detector: 'token_reuse', times: 50 }])
  expect(await incidents(guard)).toMatchObject([{ subject: 'session x', state: 'open', risk: 'critical' }])
  const { rows } = await server.database.owner(
    `select from system_audit_log where event_type = 'detector.fired' and user_id = $1`,
    [idOf(anna)],
  )
  expect(rows).toHaveLength(1)
  const notices = await server.database.owner<{ user_id: string; kind: string }>(
    "select user_id, kind from notifications where kind like 'threat%' order by kind",
  )
  expect(notices.rows).toEqual([
    { user_id: idOf(guard), kind: 'threat_incident' },
    { user_id: idOf(anna), kind: 'threat_noticed' },
  ])
})

test('an incident is taken, noted on and resolved by who manages security, and by nobody else', async () => {
  const [incident] = await incidents(guard)
  const update = (person: Person, more: object) =>
    person.client.rpc('update_incident', { incident: incident.id, ...more })
  expect((await update(anna, { state: 'resolved' })).error).toMatchObject({ code: '42501' })
  expect(await incidents(anna)).toEqual([])
  expect((await update(guard, { assignee: idOf(anna) })).error).toMatchObject({ code: 'QS404' })
  expect((await update(guard, { assignee: idOf(guard), state: 'investigating' })).error).toBeNull()
  expect((await update(guard, { note: 'Called her: it was her.' })).error).toBeNull()
  expect((await update(guard, { state: 'resolved' })).error).toBeNull()
  expect(await incidents(guard)).toMatchObject([{ state: 'resolved', assigned_to: idOf(guard) }])
  const { data } = await guard.client.from('threat_notes').select('body, state, assigned_to').order('created_at')
  expect(data).toEqual([
    { body: null, state: 'investigating', assigned_to: idOf(guard) },
    { body: 'Called her: it was her.', state: null, assigned_to: null },
    { body: null, state: 'resolved', assigned_to: null },
  ])
})

test('an administrator lifts what was done to others and not what was done to them', async () => {
  await record({ detector: 'mass_destruction', user_id: idOf(anna), subject: `person ${idOf(anna)}` })
  await record({ detector: 'mass_destruction', user_id: idOf(guard), subject: `person ${idOf(guard)}` })
  const { data } = await guard.client.from('threat_enforcements').select('id, user_id').eq('action', 'freeze')
  const of = (person: Person) => data?.find((row) => row.user_id === idOf(person))?.id
  const lift = (person: Person, enforcement: unknown) => person.client.rpc('lift_enforcement', { enforcement })
  expect((await lift(anna, of(anna))).error).toMatchObject({ code: '42501' })
  expect((await lift(guard, of(guard))).error).toMatchObject({ code: 'QS404' })
  expect((await lift(guard, of(anna))).error).toBeNull()
  expect(await enforced(server, idOf(anna))).toEqual([])
  expect(await enforced(server, idOf(guard))).toEqual(['freeze'])
})

test('a detector is tuned and turned off by who manages security, which the audit log says', async () => {
  const tune = (person: Person, mode: string, factor = 1) =>
    person.client.rpc('tune_detector', { detector: 'canary', mode, factor })
  expect((await tune(anna, 'off')).error).toMatchObject({ code: '42501' })
  expect((await tune(guard, 'sometimes')).error).toMatchObject({ code: '23514' })
  const [least, most] = [0.25, 8]
  for (const factor of [least / 2, most * 2]) {
    expect((await tune(guard, 'enforce', factor)).error).toMatchObject({ code: '23514' })
  }
  for (const factor of [least, most]) expect((await tune(guard, 'enforce', factor)).error).toBeNull()
  expect((await tune(guard, 'off')).error).toBeNull()
  await record({ detector: 'canary', user_id: idOf(anna), subject: 'canary y' })
  expect((await noticed(server, idOf(anna))).map(({ detector }) => detector)).not.toContain('canary')
  const { rows } = await server.database.owner(
    `select from system_audit_log where event_type like 'threat_settings.%' and details ->> 'id' = 'canary' and user_id = $1`,
    [idOf(guard)],
  )
  // The first and both later ones.
  expect(rows).toHaveLength(3)
})

test('who says that it was not them ends their other sessions', async () => {
  const ben = await signedInPerson(server)
  const other = server.client()
  await other.auth.signInWithPassword({ email: ben.email, password: ben.password })
  await record({ detector: 'new_context', user_id: idOf(ben), subject: 'session z', reasons: [] })
  const [found] = await noticed(server, idOf(ben))
  const answer = (person: Person, said: string) =>
    person.client.rpc('answer_detection', { detection: found?.id, answer: said })
  expect((await answer(anna, 'not_me')).error).toMatchObject({ code: 'QS404' })
  expect((await answer(ben, 'not_me')).error).toBeNull()
  const { rows } = await server.database.owner<{ id: string }>('select id from auth.sessions where user_id = $1', [
    idOf(ben),
  ])
  expect(rows).toHaveLength(1)
  expect((await ben.client.from('profiles').select('user_id')).error).toBeNull()
})

test('figures are for who manages security', async () => {
  const ask = (person?: Person) =>
    server.fetch('/threats/v1/figures', {
      headers: person ? { authorization: `Bearer ${person.session.access_token}` } : {},
    })
  expect((await ask()).status).toBe(401)
  expect((await ask(anna)).status).toBe(403)
  expect(await (await ask(guard)).json()).toMatchObject({
    decisions: { decisions: expect.any(Number) },
    sources: [{ madeAt: '2026-06-17' }, { madeAt: '2026-06-17' }],
  })
})
