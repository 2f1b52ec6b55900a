import { describe, expect, test } from 'vitest'
import { signedInPerson } from '../support/people/people.ts'
import { addStream, call, FIELDS, listStreams, member, owner, server, stageStreams, stateOf } from './stream-stage.ts'

stageStreams()

const SPLUNK = { kind: 'splunk', address: 'http://127.0.0.1:8088', secret: 'token-of-splunk' }

describe('who does not manage security', () => {
  test('sees and changes nothing', async () => {
    const { id } = await addStream(SPLUNK)
    for (const [method, path, body] of [
      ['GET', ''],
      ['POST', '', { ...FIELDS, ...SPLUNK }],
      ['PUT', `/${id}`, { ...FIELDS, kind: undefined, from: undefined, address: SPLUNK.address }],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/paused`, { paused: true }],
      ['POST', `/${id}/place`, { from: 'now' }],
      ['POST', `/${id}/secret`],
      ['POST', `/${id}/test`],
      ['GET', `/${id}/tries`],
    ] as const) {
      expect(await call(member, method, path, body), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    }
    expect((await member.client.from('event_streams').select()).data).toEqual([])
    expect(await listStreams()).toHaveLength(1)
    expect((await server.fetch('/streams/v1/')).status).toBe(401)
  })

  test('another organisation finds none of these', async () => {
    const { id } = await addStream(SPLUNK)
    const other = await signedInPerson(server)
    await server.database.owner(
      `with other as (insert into tenants (name) values ('Other') returning id),
            moved as (update profiles set tenant_id = (select id from other) where user_id = $1)
       insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'owner' from other`,
      [other.session.user.id],
    )
    expect(await call(other, 'GET')).toMatchObject({ status: 200, body: { streams: [] } })
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/tries'],
      ['POST', '/secret'],
    ] as const) {
      expect(await call(other, method, `/${id}${path}`), path).toMatchObject({ status: 404 })
    }
    expect((await other.client.from('event_streams').select()).data).toEqual([])
  })

  test('nor does rest/v1 write', async () => {
    const { id } = await addStream(SPLUNK)
    const { client } = owner
    expect(
      (await client.from('event_streams').update({ address: 'https://elsewhere.example' }).eq('id', id)).error,
    ).not.toBeNull()
    expect((await client.from('event_streams').delete().eq('id', id)).error).not.toBeNull()
    expect((await client.from('event_streams').select('name').eq('id', id)).data).toEqual([{ name: 'Logs' }])
  })
})

describe('a secret', () => {
  test('is never read again', async () => {
    const { secret } = await addStream({ kind: 'webhook', address: 'http://127.0.0.1:1/' })
    await addStream(SPLUNK)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { data } = await owner.client.from('event_streams').select()
    const { rows } = await server.database.owner(
      `select to_jsonb(t) as row, encode(secret, 'escape') as secret from streams.states t
       union all select to_jsonb(l), null from system_audit_log l`,
    )
    const everything = JSON.stringify([await call(owner, 'GET'), data, rows])
    expect(everything).not.toContain(secret.slice(6))
    expect(everything).not.toContain(SPLUNK.secret)
  })

  test('does not go elsewhere without being typed again', async () => {
    const { id } = await addStream(SPLUNK)
    const { from: _from, ...fields } = FIELDS
    const elsewhere = { ...fields, address: 'http://localhost:8088/' }
    expect(await call(owner, 'PUT', `/${id}`, elsewhere)).toMatchObject({
      status: 422,
      body: { code: 'stream_needs_secret' },
    })
    expect((await call(owner, 'PUT', `/${id}`, { ...fields, address: `${SPLUNK.address}/other` })).status).toBe(204)
    expect((await call(owner, 'PUT', `/${id}`, { ...elsewhere, secret: 'another' })).status).toBe(204)
  })
})

test.each([
  ['an address of this network', { kind: 'webhook', address: 'https://127.0.0.2/' }, 'private_network'],
  [
    'a name of this network',
    { kind: 'loki', address: 'https://ip6-localhost/' },
    expect.stringMatching(/private_network|unknown_host/),
  ],
  ['syslog into this network', { kind: 'syslog', address: 'udp://10.0.0.1' }, 'private_network'],
  ['no TLS', { kind: 'webhook', address: 'http://1.1.1.1/' }, 'needs_https'],
  ['credentials', { kind: 'webhook', address: 'https://a:b@127.0.0.1/' }, 'has_password'],
  ['another protocol', { kind: 'webhook', address: 'ftp://127.0.0.1/' }, 'needs_https'],
  ['no address of syslog', { kind: 'syslog', address: 'https://127.0.0.1/' }, 'stream_bad_address'],
  ['a line in a webhook', { kind: 'webhook', address: 'https://127.0.0.1/', format: 'cef' }, 'stream_bad_format'],
  ['no certificate', { kind: 'webhook', address: 'https://127.0.0.1/', ca: 'x' }, 'stream_bad_ca'],
  ['no token', { kind: 'splunk', address: 'https://127.0.0.1/' }, 'stream_needs_secret'],
  ['a token that ends a header', { ...SPLUNK, secret: 'a\r\nb: c' }, 'bad_request'],
  ['another field', { ...SPLUNK, tenant_id: 'x' }, 'bad_request'],
])('is refused: %s', async (_what, fields, code) => {
  const answer = await call(owner, 'POST', '', { ...FIELDS, ...fields })
  expect(answer.body).toMatchObject({ code })
  expect([400, 422]).toContain(answer.status)
  expect(await listStreams()).toEqual([])
})

test('an organisation has twenty at most', async () => {
  const add = () => call(owner, 'POST', '', { ...FIELDS, ...SPLUNK })
  const answers = await Promise.all(Array.from({ length: 21 }, add))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 413)).toHaveLength(1)
})

test('each change is an event of the audit log, and what is delivered is none', async () => {
  const { id } = await addStream(SPLUNK)
  const { from: _from, ...fields } = FIELDS
  await call(owner, 'PUT', `/${id}`, { ...fields, address: SPLUNK.address, least_risk: 'high' })
  await call(owner, 'POST', `/${id}/paused`, { paused: true })
  await server.database.owner('update streams.states set sent = 5 where stream_id = $1', [id])
  await call(owner, 'DELETE', `/${id}`)
  const { rows } = await server.database.owner(
    `select event_type, risk_level, user_id, details -> 'changed' as changed from system_audit_log
     where details ->> 'id' = $1 order by created_at`,
    [id],
  )
  const by = { user_id: owner.session.user.id, risk_level: 'high' }
  expect(rows).toMatchObject([
    { ...by, event_type: 'event_streams.insert' },
    { ...by, event_type: 'event_streams.update', changed: ['revision'] },
    { ...by, event_type: 'event_streams.update', changed: ['least_risk', 'revision'] },
    { ...by, event_type: 'event_streams.update', changed: ['paused_at'] },
    { ...by, event_type: 'event_streams.delete' },
  ])
})

test('a stream that waits says how much', async () => {
  const { id } = await addStream({ ...SPLUNK, from: 'beginning' })
  expect((await stateOf(id)).waiting).toBeGreaterThan(0)
})
