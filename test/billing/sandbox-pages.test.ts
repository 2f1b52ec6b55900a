import { afterAll, beforeAll, expect, test } from 'vitest'
import { check, checkoutOf, FREE, press, subscriberOf } from '../support/counterparts/billing.ts'
import { signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('an order counts once, however often its button is pressed', async () => {
  const { client } = await signedInPerson(server)
  const url = await checkoutOf(client, 'guardian')

  const answers = await Promise.all([1, 2, 3].map(() => press(url, { card: 'accepted' })))

  const locations = answers.map((answer) => answer.headers.get('location') ?? '')
  expect(locations.filter((location) => location.includes('checkout=success'))).toHaveLength(1)
  expect((await client.from('subscriptions').select('id')).data).toHaveLength(1)
  expect(await (await fetch(url)).text()).toContain('This order is complete')
})

test('the pages of the sandbox are open for a day and for an hour', async () => {
  const { portal } = await subscriberOf(server)
  const order = await checkoutOf((await signedInPerson(server)).client, 'guardian')
  for (const [url, hours] of [
    [order, 24],
    [portal, 1],
  ] as const) {
    const [kind] = url.split('/').slice(-2)
    const where = 'r.kind = $1 and r.completed_at is null'
    const age = (by: string) =>
      ageRows(server.database, { table: 'billing.sandbox_sessions', where, values: [kind] }, by)
    await age(`${hours * 60 - 1} minutes`)
    expect((await fetch(url)).status).toBe(200)
    await age('2 minutes')
    expect((await fetch(url)).status).toBe(410)
  }
})

test('a newer order closes the page of an older one', async () => {
  const { client } = await signedInPerson(server)
  const older = await checkoutOf(client, 'quantum')
  const newer = await checkoutOf(client, 'guardian')

  expect((await fetch(older)).status).toBe(410)
  await press(older, { card: 'accepted' })
  expect(await check(client)).toEqual(FREE)
  await press(newer, { card: 'accepted' })
  expect(await check(client)).toMatchObject({ subscription_tier: 'guardian' })
})

test('a refused card orders nothing; another one does', async () => {
  const { client } = await signedInPerson(server)
  const url = await checkoutOf(client, 'guardian')

  const refused = await press(url, { card: 'declined' })
  expect(await (await fetch(new URL(refused.headers.get('location') ?? '', server.url))).text()).toContain(
    'role="alert"',
  )
  expect(await check(client)).toEqual(FREE)

  await press(url, { card: 'accepted' })
  expect(await check(client)).toMatchObject({ subscribed: true })
})

test('a form with another token changes nothing, and a made-up address is gone', async () => {
  const { client } = await signedInPerson(server)
  const url = await checkoutOf(client, 'guardian')

  for (const form_token of ['', 'x', Buffer.alloc(32).toString('base64url')])
    await press(url, { card: 'accepted', form_token })
  expect(await check(client)).toEqual(FREE)

  for (const token of ['x', '%2F%2Fevil.example.com', `${url.split('/').at(-1)}x`]) {
    expect((await fetch(`${server.url}/billing/sandbox/checkout/${token}`)).status).toBe(410)
    const posted = await fetch(`${server.url}/billing/sandbox/checkout/${token}`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(posted.headers.get('location')?.startsWith('/billing/sandbox/')).toBe(true)
  }
  // A checkout's address does not open the portal.
  expect((await fetch(url.replace('/checkout/', '/portal/'))).status).toBe(410)
})
