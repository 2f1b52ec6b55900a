import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let owner: Person
let member: Person
beforeAll(async () => {
  server = await startServer()
  owner = await signedInPerson(server)
  member = await signedInPerson(server)
})
afterAll(() => server.stop())

const INCIDENT = {
  title: 'Slow uploads',
  description: 'We are looking at it.',
  severity: 'medium',
  services: ['storage'],
}
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('who runs the installation opens, updates and resolves an incident, and everyone reads it', async () => {
  const made = await owner.client.rpc('open_status_incident', INCIDENT)
  expect(made.error).toBeNull()
  const update = (status: string, text: string) =>
    owner.client.rpc('update_status_incident', { incident: made.data, status, text })
  expect((await update('identified', 'A disk is full.')).error).toBeNull()
  expect((await update('resolved', 'There is room again.')).error).toBeNull()

  const { data } = await server
    .client()
    .from('status_incidents')
    .select('title, status, severity, opened_for, resolved_at, updates:status_incident_updates(status, text)')
    .eq('id', made.data)
    .single()
  expect(data).toMatchObject({ title: 'Slow uploads', status: 'resolved', severity: 'medium', opened_for: null })
  expect(data?.resolved_at).not.toBeNull()
  expect(data?.updates).toHaveLength(3)
  expect(data?.updates).toContainEqual({ status: 'identified', text: 'A disk is full.' })

  expect((await update('monitoring', 'It came back.')).error).toBeNull()
  const again = await server.client().from('status_incidents').select('resolved_at').eq('id', made.data).single()
  expect(again.data).toEqual({ resolved_at: null })
})

test('what a person opened again is no longer the rules to close', async () => {
  const { rows } = await server.database.owner<{ id: string }>(
    `insert into status_incidents (title, description, status, severity, services, opened_for)
     values ('File storage: outage', 'By rule.', 'investigating', 'high', '{storage}', 'storage') returning id`,
  )
  const incident = rows[0]?.id
  const openedForAfter = async (status: string) => {
    expect((await owner.client.rpc('update_status_incident', { incident, status, text: status })).error).toBeNull()
    const found = await server.client().from('status_incidents').select('opened_for').eq('id', incident).single()
    return found.data?.opened_for
  }
  expect(await openedForAfter('identified')).toBe('storage')
  expect(await openedForAfter('resolved')).toBe('storage')
  expect(await openedForAfter('investigating')).toBeNull()
  await server.database.owner(`delete from status_incidents where id = $1`, [incident])
})

test('every change of an incident is in the audit log, with who made it', async () => {
  const { data: id } = await owner.client.rpc('open_status_incident', INCIDENT)
  const { rows } = await server.database.owner<{ event_type: string; user_id: string }>(
    `select event_type, user_id from system_audit_log where details ->> 'id' = $1`,
    [id],
  )
  expect(rows).toEqual([{ event_type: 'status_incidents.insert', user_id: owner.session.user.id }])
})

test('maintenance is announced, ended early, or taken back', async () => {
  const plan = (starts_at: string, ends_at: string) =>
    owner.client.rpc('schedule_status_maintenance', {
      title: 'New disks',
      description: '',
      services: ['storage', 'api'],
      starts_at,
      ends_at,
    })
  const listed = async () => (await server.client().from('status_maintenance').select('id')).data ?? []
  const later = await plan(soon(60), soon(120))
  const running = await plan(soon(-1), soon(60))
  expect([later.error, running.error]).toEqual([null, null])
  expect(await listed()).toHaveLength(2)

  expect((await plan(soon(-60), soon(60))).error?.message).toBe('a maintenance window begins now or later')
  expect((await plan(soon(60), soon(30))).error?.code).toBe('23514')

  expect((await owner.client.rpc('end_status_maintenance', { maintenance: later.data })).error).toBeNull()
  expect((await owner.client.rpc('end_status_maintenance', { maintenance: running.data })).error).toBeNull()
  expect(await listed(), 'what has begun stays in the record').toEqual([{ id: running.data }])
  expect((await owner.client.rpc('end_status_maintenance', { maintenance: running.data })).error?.code).toBe('QS414')
})

test('members and visitors write nothing, and nobody reads samples or addresses over the API', async () => {
  const incident = await owner.client.rpc('open_status_incident', INCIDENT)
  for (const client of [member.client, server.client()]) {
    const refused = [
      await client.rpc('open_status_incident', INCIDENT),
      await client.rpc('update_status_incident', { incident: incident.data, status: 'resolved', text: 'x' }),
      await client.rpc('schedule_status_maintenance', {
        title: 'x',
        description: '',
        services: ['api'],
        starts_at: soon(1),
        ends_at: soon(2),
      }),
      await client.rpc('end_status_maintenance', { maintenance: incident.data }),
      await client.from('status_incidents').insert({ title: 'x' }),
      await client.from('status_incidents').update({ title: 'x' }).eq('id', incident.data).select(),
      await client.from('status_incidents').delete().eq('id', incident.data).select(),
      await client
        .from('status_incident_updates')
        .insert({ incident_id: incident.data, status: 'resolved', text: 'x' }),
      await client
        .schema('status' as 'public')
        .from('subscribers')
        .select(),
    ]
    expect(refused.map(({ error }) => error !== null)).toEqual(refused.map(() => true))
  }
  expect((await member.client.rpc('may_manage_status')).data).toBe(false)
  expect((await owner.client.rpc('may_manage_status')).data).toBe(true)
})

test('a security administrator may, an owner of another organisation may not', async () => {
  const { rows } = await server.database.owner<{ id: string }>(
    `insert into tenants (name) values ('Elsewhere') returning id`,
  )
  const person = await signedInPerson(server)
  const give = (role: string, tenant: string) =>
    server.database.owner(`insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, ${tenant}, $2)`, [
      person.session.user.id,
      role,
    ])
  await give('owner', `'${rows[0]?.id}'`)
  expect((await person.client.rpc('open_status_incident', INCIDENT)).error?.code).toBe('42501')
  await give('security_admin', '(select id from tenants where is_default)')
  expect((await person.client.rpc('open_status_incident', INCIDENT)).error).toBeNull()
})
