/** A demo organisation is made by a process that asks this server, and leaves nothing when it is removed. */
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Demo, DemoAccounts } from '#contract/organisation/demo-wire.ts'
import { DEMO_ORGANISATION } from '#contract/organisation/demo.ts'
import { VaultApi } from '#vault/session/api.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { call, eventsOf, root, run, server, stageTenants, tablesNaming } from './life-stage.ts'

stageTenants()

const PEOPLE = 4
const MAKING_MS = 240_000

const newest = async () => (await call(root, 'GET /demo')).body['demo'] as Demo
const stateOf = async () => (await newest()).state
const make = async () =>
  (await call(root, 'POST /demo', { people: PEOPLE })) as {
    status: number
    body: { id: string; accounts: DemoAccounts }
  }

/** Places what people publish in the public log, which others wait for. */
function keepLedger(): void {
  const timer = setInterval(() => void server.ledger.listKeys().then(() => server.ledger.signAll(0)), 500)
  onTestFinished(() => clearInterval(timer))
}

/** Somebody of the demo, by their password alone. */
async function enter({ email, password }: DemoAccounts[number]) {
  const baseUrl = server.url
  const [publishableKey] = server.secrets.publishableKeys
  const stranger = new VaultApi({ baseUrl, publishableKey, accessToken: async () => undefined })
  const { authSecret } = await deriveCredentials(stranger, email, password)
  const answer = await stranger.auth('token?grant_type=password', { email, password: authSecret })
  const { access_token: token } = z.object({ access_token: z.string() }).parse(answer)
  return new VaultApi({ baseUrl, publishableKey, accessToken: async () => token })
}

test('it is made, its three people sign in, no mail leaves, and removed it leaves nothing', async () => {
  keepLedger()
  const before = await run('select id from auth.users order by id')
  const begun = await make()
  expect(begun.status).toBe(201)
  expect((await make()).body).toMatchObject({ code: 'demo_exists' })
  const { tenant_id: tenant, id } = await newest()
  await expect.poll(stateOf, { timeout: MAKING_MS, interval: 500 }).not.toBe('making')
  expect(await newest()).toMatchObject({ state: 'ready', cause: null, problem: null })

  for (const account of begun.body.accounts) {
    const api = await enter(account)
    const people = (await api.rest('rpc/team_members', { method: 'POST', body: {} })) as unknown[]
    expect(people).toHaveLength(PEOPLE)
  }
  expect(await run('select name from tenants where id = $1', [tenant])).toEqual([{ name: DEMO_ORGANISATION }])
  const users = await run<{ id: string; email: string }>(
    'select u.id, u.email from auth.users u join profiles p on p.user_id = u.id where p.tenant_id = $1',
    [tenant],
  )
  expect(users).toHaveLength(PEOPLE)
  expect(await run(`select from mail.messages where recipient like '%.invalid'`)).toEqual([])
  const blobs = await run<{ blob_id: string }>('select o.blob_id from storage.objects o where o.owner = any ($1)', [
    users.map((one) => one.id),
  ])
  expect(blobs.length).toBeGreaterThan(PEOPLE * 3)

  expect((await call(root, `DELETE /demos/${id}`)).status).toBe(204)
  await expect.poll(stateOf, { timeout: 60_000, interval: 200 }).toBe('removed')
  await growLedger(server.ledger)

  expect(await run('select id from auth.users order by id')).toEqual(before)
  expect(await tablesNaming([tenant])).toEqual([
    'ledger.logs',
    'public.system_audit_log',
    'public.tenants',
    'tenancy.deletions',
    'tenancy.demos',
  ])
  const passing = ['realtime.hints', 'storage.usage_changes']
  const people = await tablesNaming(users.flatMap((one) => [one.id, one.email]))
  expect(people.filter((name) => !name.startsWith('ledger.') && !passing.includes(name))).toEqual([
    'public.system_audit_log',
  ])
  expect(
    await run('select blob_id from storage.orphan_blobs where blob_id = any ($1)', [blobs.map((one) => one.blob_id)]),
  ).toHaveLength(new Set(blobs.map((one) => one.blob_id)).size)
  expect(await eventsOf(tenant, 'tenant.deleted')).toHaveLength(1)
}, 360_000)

test('cancelled in the middle, what was made is gone', async () => {
  keepLedger()
  const before = await run('select id from auth.users order by id')
  const { id } = (await make()).body
  const { tenant_id: tenant } = await newest()
  const people = () => run('select from profiles where tenant_id = $1', [tenant])
  await expect.poll(async () => (await people()).length, { timeout: MAKING_MS, interval: 50 }).toBeGreaterThan(1)
  expect((await call(root, `POST /demos/${id}/cancel`)).status).toBe(204)
  expect((await call(root, `POST /demos/${id}/cancel`)).body).toMatchObject({ code: 'tenant_changed' })
  await expect.poll(stateOf, { timeout: 60_000, interval: 200 }).toBe('removed')
  expect(await newest()).toMatchObject({ cause: 'cancelled' })
  await expect.poll(() => run('select id from auth.users order by id')).toEqual(before)
  expect(await people()).toEqual([])
}, 300_000)

test('a server that stops meanwhile leaves nothing half made', async () => {
  keepLedger()
  const before = await run('select id from auth.users order by id')
  await make()
  const { tenant_id: tenant, id } = await newest()
  const people = () => run('select from profiles where tenant_id = $1', [tenant])
  await expect.poll(async () => (await people()).length, { timeout: MAKING_MS, interval: 50 }).toBeGreaterThan(1)
  await server.app.close()
  const demo = () => run('select state, cause from tenancy.demos where id = $1', [id])
  // The worker of the queue runs on, as that of another server.
  await expect.poll(demo, { timeout: 60_000, interval: 200 }).toEqual([{ state: 'removed', cause: 'stopped' }])
  expect(await run('select id from auth.users order by id')).toEqual(before)
}, 300_000)
