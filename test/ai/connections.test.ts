import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SETTINGS, type StudioStage, studioStage } from '../support/studio.ts'

let stage: StudioStage
beforeAll(async () => {
  stage = await studioStage()
})
afterAll(() => stage.stop())
beforeEach(async () => {
  stage.model.key = undefined
  await stage.server.database.owner('delete from studio.connections')
  await stage.server.database.owner('delete from studio.settings')
  await stage.server.database.owner('delete from studio.ai_requests')
})

const NOTHING = '00000000-0000-4000-8000-000000000000'
const fields = (more: object = {}) => ({
  name: 'Test',
  preset: 'openai-compatible',
  address: stage.model.url,
  ...more,
})
const add = async (more: object = {}) =>
  String((await stage.ask(stage.manager, 'POST', '/ai/v1/connections', fields(more))).body['id'])
const look = async (id: string) => (await stage.ask(stage.manager, 'POST', `/ai/v1/connections/${id}/looks`)).body

test.each([
  ['GET', '/ai/v1/connections'],
  ['POST', '/ai/v1/connections', { name: 'A', preset: 'openai', address: 'https://192.0.2.1/v1' }],
  [
    'PUT',
    `/ai/v1/connections/${NOTHING}`,
    { name: 'A', preset: 'openai', address: 'https://192.0.2.1/v1', version: 1 },
  ],
  ['DELETE', `/ai/v1/connections/${NOTHING}`],
  ['POST', `/ai/v1/connections/${NOTHING}/looks`],
  ['POST', '/ai/v1/looks'],
  ['PUT', '/ai/v1/settings', SETTINGS],
  ['PUT', '/ai/v1/prices', { prices: [] }],
  ['GET', '/ai/v1/usage'],
  ['GET', '/ai/v1/requests'],
])('%s %s is for who manages growth', async (method, path, body?: object) => {
  expect((await stage.ask(undefined, method, path, body)).status).toBe(401)
  expect((await stage.ask(stage.member, method, path, body)).status).toBe(403)
})

test('a connection says what it offers, and whether it does now', async () => {
  const id = await add()
  expect(await look(id)).toMatchObject({ state: 'active', problem: null, models: ['tiny-1', 'tiny-2'] })
  stage.model.key = 'sk-of-the-test'
  // What was offered stays in the list, with what went wrong.
  expect(await look(id)).toMatchObject({
    state: 'unreachable',
    problem: 'the provider refused the key',
    models: ['tiny-1', 'tiny-2'],
  })
  expect((await look(id))['looked_at']).toEqual(expect.any(String))
})

test('a page that opens has every connection asked what it offers now, and just asked ones not again', async () => {
  const ids = [await add(), await add(), await add({ preset: 'openai', address: 'https://1.1.1.1/v1' })]
  const states = async () => {
    const { body } = await stage.ask(stage.manager, 'GET', '/ai/v1/connections')
    return (body['connections'] as { state: string; models: string[] }[]).map(({ state, models }) => [
      state,
      models.length,
    ])
  }
  const lookAtAll = async (person = stage.manager) => (await stage.ask(person, 'POST', '/ai/v1/looks')).status
  expect(await states()).toEqual(ids.map(() => ['not_configured', 0]))
  expect(await lookAtAll()).toBe(204)
  expect(await states()).toEqual([
    ['active', 2],
    ['active', 2],
    ['not_configured', 0],
  ])
  stage.model.key = 'sk-of-the-test'
  // Another organisation asks nothing of these, and half a minute has to pass.
  expect(await lookAtAll(stage.stranger)).toBe(204)
  expect(await lookAtAll()).toBe(204)
  expect((await states())[0]).toEqual(['active', 2])
  const age = (id: string | undefined, seconds: number) =>
    stage.server.database.owner(
      `update studio.connections set looked_at = clock_timestamp() - make_interval(secs => $2) where id = $1`,
      [id, seconds],
    )
  await age(ids[0], 31)
  await age(ids[1], 20)
  expect(await lookAtAll(stage.stranger)).toBe(204)
  expect(await states()).toEqual([
    ['active', 2],
    ['active', 2],
    ['not_configured', 0],
  ])
  expect(await lookAtAll()).toBe(204)
  expect(await states()).toEqual([
    ['unreachable', 2],
    ['active', 2],
    ['not_configured', 0],
  ])
})

test('a connection that is sent again with its id is one, as it was sent last', async () => {
  const id = '7b1d8f64-1111-4222-8333-444455556666'
  expect(await add({ id })).toBe(id)
  expect(await add({ id, name: 'Again' })).toBe(id)
  const { body } = await stage.ask(stage.manager, 'GET', '/ai/v1/connections')
  expect(body['connections']).toMatchObject([{ id, name: 'Again', version: 2 }])
  // An id of another organisation is none of one's own.
  expect((await stage.ask(stage.stranger, 'POST', '/ai/v1/connections', fields({ id }))).status).toBe(409)
  expect((await stage.ask(stage.manager, 'GET', '/ai/v1/connections')).body['connections']).toHaveLength(1)
})

test('a provider that needs a key is not asked without one', async () => {
  const id = await add({ preset: 'openai' })
  expect(await look(id)).toMatchObject({ state: 'not_configured', problem: 'it has no key', models: [] })
})

test('a key is kept sealed, and shown by its end alone', async () => {
  stage.model.key = 'sk-test-0123456789abcd'
  const id = await add({ key: stage.model.key })
  expect(await look(id)).toMatchObject({ state: 'active', key_end: 'abcd' })
  const { text } = await stage.ask(stage.manager, 'GET', '/ai/v1/connections')
  expect(text).toContain('abcd')
  expect(text).not.toContain('0123456789')
  const { rows } = await stage.server.database.owner<{ key_sealed: Buffer }>(
    'select key_sealed from studio.connections',
  )
  expect(rows[0]?.key_sealed.toString('latin1')).not.toContain('0123456789')
})

test('a key goes to no other place than it was typed for', async () => {
  const id = await add({ key: 'sk-test-0123456789abcd' })
  const elsewhere = fields({ address: stage.model.url.replace(/:\d+/, ':9'), version: 1 })
  const refused = await stage.ask(stage.manager, 'PUT', `/ai/v1/connections/${id}`, elsewhere)
  expect(refused).toMatchObject({ status: 422, body: { code: 'key_needed' } })
  const same = await stage.ask(stage.manager, 'PUT', `/ai/v1/connections/${id}`, fields({ name: 'B', version: 1 }))
  expect(same).toMatchObject({ status: 200, body: { version: 2 } })
  const late = await stage.ask(stage.manager, 'PUT', `/ai/v1/connections/${id}`, fields({ name: 'C', version: 1 }))
  expect(late).toMatchObject({ status: 409, body: { code: 'studio_changed' } })
})

test.each([
  ['http://10.0.0.1/v1', 'needs_https'],
  ['https://169.254.169.254/v1', 'private_network'],
  ['https://name:word@127.0.0.1/v1', 'has_password'],
  ['ftp://127.0.0.1/v1', 'needs_https'],
])('the address %s is refused', async (address, code) => {
  expect(await stage.ask(stage.manager, 'POST', '/ai/v1/connections', fields({ address }))).toMatchObject({
    status: 422,
    body: { code },
  })
})

test('a model that is not offered cannot be chosen, nor a connection of others', async () => {
  const id = await add()
  await look(id)
  const choose = (person: typeof stage.manager, model: string) =>
    stage.ask(person, 'PUT', '/ai/v1/settings', { ...SETTINGS, connection_id: id, model })
  expect(await choose(stage.manager, 'tiny-9')).toMatchObject({ status: 422, body: { code: 'model_not_offered' } })
  expect(await choose(stage.stranger, 'tiny-1')).toMatchObject({ status: 422, body: { code: 'model_not_offered' } })
  expect(await choose(stage.manager, 'tiny-1')).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await choose(stage.manager, 'tiny-1')).toMatchObject({ status: 409, body: { code: 'studio_changed' } })
})

test('other organisations see and change nothing of it', async () => {
  const id = await add()
  expect((await stage.ask(stage.stranger, 'GET', '/ai/v1/connections')).body).toMatchObject({ connections: [] })
  for (const [method, path, body] of [
    ['PUT', `/ai/v1/connections/${id}`, fields({ version: 1 })],
    ['DELETE', `/ai/v1/connections/${id}`],
    ['POST', `/ai/v1/connections/${id}/looks`],
  ] as const) {
    expect((await stage.ask(stage.stranger, method, path, body)).status).toBe(404)
  }
})

test('what would leave is shown before it does', async () => {
  await stage.connect()
  const { body } = await stage.ask(stage.manager, 'POST', '/ai/v1/previews', { text: 'Write to ada@example.org.' })
  expect(body).toMatchObject({
    prompt: 'Write to [EMAIL_1].',
    model: 'tiny-1',
    isPrivate: true,
    redactions: { EMAIL: 1 },
  })
  expect(stage.model.chats).toHaveLength(0)
})

test('figures are those of the log', async () => {
  const { rows } = await stage.server.database.owner<{ tenant_id: string; user_id: string }>(
    'select tenant_id, user_id from profiles where user_id = $1',
    [stage.manager.session.user.id],
  )
  const values = [rows[0]?.tenant_id, rows[0]?.user_id]
  await stage.server.database.owner(
    `insert into studio.ai_requests (tenant_id, user_id, endpoint, provider, model, status, latency_ms, tokens_in, tokens_out, cost_micros, prompt_sha256, redactions)
     select $1, $2, 'content.section', 'Test', 'tiny-1', case when n <= 18 then 'ok' when n = 19 then 'error' else 'aborted' end, 100 * n, 10, 20, 5, '\\x00',
            jsonb_build_object('EMAIL', 2)
     from generate_series(1, 20) n`,
    values,
  )
  const { body } = await stage.ask(stage.manager, 'GET', '/ai/v1/usage?days=7')
  // percentile_cont over 100 to 1800: 950 and 1715.
  expect(body).toMatchObject({
    all: { requests: 20, ok: 18, decided: 19, p50: 950, p95: 1715, tokens: 600, cost_micros: 100, unpriced: 0 },
    endpoints: [{ endpoint: 'content.section', requests: 20 }],
    models: [{ provider: 'Test', model: 'tiny-1', requests: 20 }],
    people: [{ person: stage.manager.email, requests: 20 }],
    redactions: [{ kind: 'EMAIL', found: 40 }],
  })
  expect((await stage.ask(stage.stranger, 'GET', '/ai/v1/usage')).body).toMatchObject({
    all: { requests: 0, p50: null },
  })
})

test('connecting, choosing and removing are in the audit log, without an address or key', async () => {
  const id = await stage.connect()
  await stage.ask(stage.manager, 'DELETE', `/ai/v1/connections/${id}`)
  const { rows } = await stage.server.database.owner<{ event_type: string; details: object }>(
    `select event_type, details from system_audit_log where event_type like 'studio%' and user_id = $1 order by created_at`,
    [stage.manager.session.user.id],
  )
  const types = rows.map(({ event_type: type }) => type)
  expect(types).toEqual(
    expect.arrayContaining(['studio_connections.insert', 'studio_settings.update', 'studio_connections.delete']),
  )
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
})
