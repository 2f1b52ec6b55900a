import { expect, test } from 'vitest'
import { newEmail, signedInPerson } from '../support/people/people.ts'
import { startServer } from '../support/server/test-server.ts'

test('anonymous people have nobody to bill, and billing can be switched off', async () => {
  const off = await startServer({ BILLING: 'off', AUTH_ANONYMOUS: 'true' })
  const open = await startServer({ AUTH_ANONYMOUS: 'true' })
  try {
    const guest = open.client()
    await guest.auth.signInAnonymously()
    const refused = await guest.functions.invoke('create-checkout', { body: { tier: 'guardian' } })
    expect(refused.error.context.status).toBe(403)

    const person = off.client()
    await person.auth.signInAnonymously()
    for (const name of ['check-subscription', 'create-checkout', 'customer-portal']) {
      const { error } = await person.functions.invoke(name, { body: { tier: 'guardian' } })
      expect(error.context.status).toBe(503)
    }
    expect((await off.fetch('/billing/sandbox.css')).status).toBe(404)
  } finally {
    await off.stop()
    await open.stop()
  }
})

test.each([
  ['off', [7, 'ok', 'ok'], null],
  ['sandbox', [5, 'QS402', 'QS405'], 'starter'],
])('limits of plans where billing is %s', async (BILLING, expected, shown) => {
  const server = await startServer({ BILLING })
  const run = (text: string, values: unknown[]) => server.database.owner<{ id: string }>(text, values)
  const outcome = (act: Promise<unknown>) =>
    act.then(
      () => 'ok',
      (error: { code?: string }) => error.code,
    )
  try {
    const owner = await signedInPerson(server)
    const { rows } = await run(
      `insert into tenants (name, subscription_tier) values ('Small', 'starter') returning id`,
      [],
    )
    const home = rows[0]?.id
    await run('update profiles set tenant_id = $2 where user_id = $1', [owner.session.user.id, home])
    await run('update enterprise_user_roles set tenant_id = $2 where user_id = $1', [owner.session.user.id, home])
    const people = Array.from({ length: 6 }, () => newEmail())
    await run('insert into auth.users (email) select unnest($1::text[])', [people])
    const joined = []
    for (const email of people) {
      const text = 'insert into profiles (user_id, tenant_id) select u.id, $2 from auth.users u where u.email = $1'
      joined.push(await outcome(run(text, [email, home])))
    }
    const invited = await outcome(
      run(
        `insert into invitations (tenant_id, email, role, invited_by, expires_at) values ($1, $2, 'member', $3, now() + interval '1 day')`,
        [home, newEmail(), owner.session.user.id],
      ),
    )
    const given = await outcome(
      run(`insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'growth_manager')`, [
        owner.session.user.id,
        home,
      ]),
    )
    expect([1 + joined.filter((one) => one === 'ok').length, invited, given]).toEqual(expected)
    const answer = await server.fetch('/organisation/v1/people', {
      headers: { authorization: `Bearer ${owner.session.access_token}` },
    })
    expect(await answer.json()).toMatchObject({ plan: shown })
    const [account] = (await run('select (invoicing.account_of($1) ->> $2)::integer as id', [home, 'seats'])).rows
    expect(account?.id).toBe(shown === null ? null : 5)
    // The operator's own limit of one organisation holds whether billing is on or off.
    await run('insert into tenancy.limits (tenant_id, people, bytes) values ($1, 7, 1000)', [home])
    const held = await run('select authz.places_of($1)::text || $2 || storage.bytes_allowed_to($1) as id', [home, ' '])
    expect(held.rows).toEqual([{ id: '7 1000' }])
    const more = Array.from({ length: 3 }, () => newEmail())
    await run('insert into auth.users (email) select unnest($1::text[])', [more])
    const outcomes = []
    for (const email of more) {
      const text = 'insert into profiles (user_id, tenant_id) select u.id, $2 from auth.users u where u.email = $1'
      outcomes.push(await outcome(run(text, [email, home])))
    }
    expect(outcomes).toEqual(BILLING === 'off' ? ['QS402', 'QS402', 'QS402'] : ['ok', 'ok', 'QS402'])
  } finally {
    await server.stop()
  }
})
