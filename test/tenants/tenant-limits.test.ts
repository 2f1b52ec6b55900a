/** Limits of an organisation that who runs the installation sets, whatever its plan. */
import { describe, expect, test } from 'vitest'
import { newEmail, type Person } from '../support/people/people.ts'
import { random } from '../support/server/storage-app.ts'
import { organisation, other, root, run, server, stageTenants } from './life-stage.ts'

stageTenants()

type Limits = { people?: number | null; bytes?: number | null; known?: number }

const set = async (id: string, { people = null, bytes = null, known = 0 }: Limits, by: Person = root) =>
  (await by.client.rpc('set_tenant_limits', { organisation: id, most_people: people, most_bytes: bytes, known })).error
    ?.code
const listed = async (id: string) => {
  const { data } = await root.client.rpc('list_tenants')
  return (data as Record<string, unknown>[]).find((one) => one['id'] === id)
}
const idOf = ({ session }: Person) => session.user.id
const put = (person: Person, name: string, sizeBytes: number) =>
  person.client.storage.from('encrypted-files').upload(`${idOf(person)}/${name}`, random(sizeBytes))
const account = async (person: Person) => {
  const answer = await server.fetch('/invoicing/v1/account', {
    headers: { authorization: `Bearer ${person.session.access_token}` },
  })
  return (await answer.json()) as Record<string, unknown>
}
const invite = async (by: Person) => {
  const answer = await server.fetch('/auth/v1/team/invitations', {
    method: 'POST',
    headers: { authorization: `Bearer ${by.session.access_token}` },
    body: JSON.stringify({ email: newEmail(), role: 'member', fingerprint: 'A'.repeat(43) }),
  })
  return answer.ok ? 'sent' : ((await answer.json()) as { error_code: string }).error_code
}
/** Somebody without a vault joins. @returns `ok`, or the code of the refusal */
const join = (home: string) =>
  run(
    `with made as (insert into auth.users (email) values ($1) returning id)
     insert into profiles (user_id, tenant_id) select id, $2 from made`,
    [newEmail(), home],
  ).then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )

test('unset, the plan decides; set, both are shown to who runs the installation and to the organisation, and in both logs', async () => {
  const { id, owner } = await organisation('Limited', 'professional')
  const unset = { seats: 50, limit_people: null, limit_bytes: null, limits_version: 0 }
  expect(await listed(id)).toMatchObject(unset)
  expect(await account(owner)).toMatchObject({ seats: 50, limits: { people: null, bytes: null } })
  expect(await set(id, { people: 3, bytes: 5000 })).toBeUndefined()
  expect(await listed(id)).toMatchObject({ seats: 3, limit_people: 3, limit_bytes: 5000, limits_version: 1 })
  expect(await account(owner)).toMatchObject({ seats: 3, limits: { people: 3, bytes: 5000 } })
  const events = await run(
    `select user_id, details from system_audit_log where event_type = 'tenant.limits_changed' and details ->> 'id' = $1`,
    [id],
  )
  const event = {
    user_id: idOf(root),
    details: {
      table: 'public.tenants',
      id,
      before: { people: null, bytes: null },
      people: 3,
      bytes: 5000,
    },
  }
  expect(events).toEqual([event, event])
  const logs = await run(
    `select distinct tenant_id from system_audit_log where event_type = 'tenant.limits_changed' and details ->> 'id' = $1`,
    [id],
  )
  expect(logs).toContainEqual({ tenant_id: id })
  expect(await set(id, { known: 1 })).toBeUndefined()
  expect(await listed(id)).toMatchObject({ ...unset, limits_version: 2 })
})

test('nobody else sets them, of two at once one does, and what is no limit is refused', async () => {
  const { id, owner } = await organisation()
  for (const person of [owner, other]) expect(await set(id, { people: 5 }, person)).toBe('42501')
  const both = await Promise.all([set(id, { people: 5 }), set(id, { people: 6 })])
  expect(both.toSorted()).toEqual(['QS406', undefined])
  for (const wrong of [{ people: 0 }, { people: 1_000_001 }, { bytes: -1 }])
    expect(await set(id, { ...wrong, known: 1 })).toBe('23514')
  expect(await set('11111111-1111-4111-8111-111111111111', { people: 5 })).toBe('QS406')
  expect(await listed(id)).toMatchObject({ limits_version: 1 })
})

describe('people', () => {
  test('a lower limit than the plan has keeps the next one out, invited or not, and takes nobody away', async () => {
    const { id, owner } = await organisation()
    expect([await join(id), await join(id)]).toEqual(['ok', 'ok'])
    expect(await set(id, { people: 4 })).toBeUndefined()
    expect(await invite(owner)).toBe('sent')
    expect(await invite(owner)).toBe('organisation_full')
    await run('delete from invitations where tenant_id = $1 and accepted_at is null', [id])
    const joins = await Promise.all([join(id), join(id), join(id)])
    expect(joins.toSorted()).toEqual(['QS402', 'QS402', 'ok'])
    expect(await set(id, { people: 2, known: 1 })).toBeUndefined()
    expect(await listed(id)).toMatchObject({ people: 4, seats: 2 })
    expect(await join(id)).toBe('QS402')
    // A plan with room for more changes nothing about it.
    const change = { organisation: id, plan: 'professional', expected: 'enterprise' }
    expect((await root.client.rpc('change_tenant_plan', change)).error).toBeNull()
    expect(await join(id)).toBe('QS402')
  })

  test('a higher limit than the plan has gives room, and without it the plan decides again', async () => {
    const { id, owner } = await organisation('Small', 'starter')
    expect(await Promise.all(Array.from({ length: 4 }, () => join(id)))).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(await join(id)).toBe('QS402')
    expect(await set(id, { people: 7 })).toBeUndefined()
    expect([await join(id), await join(id), await join(id)]).toEqual(['ok', 'ok', 'QS402'])
    expect(await invite(owner)).toBe('organisation_full')
    // People who came meanwhile stay.
    expect(await set(id, { known: 1 })).toBeUndefined()
    expect(await listed(id)).toMatchObject({ people: 7, seats: 5 })
    expect(await join(id)).toBe('QS402')
  })
})

describe('storage', () => {
  test('what its people store together ends at the limit, with a sentence for the person and none about it for senders', async () => {
    const { id, owner } = await organisation()
    expect(await set(id, { bytes: 100_000 })).toBeUndefined()
    expect((await put(owner, 'a', 60_000)).error).toBeNull()
    const { error } = await put(owner, 'b', 40_001)
    expect(error).toMatchObject({ statusCode: '413' })
    expect(error?.message).toMatch(
      /^Your organisation has no storage left: delete files for good, or ask its administrators/,
    )
    // A colleague who has stored nothing yet.
    const [colleague] = await run<{ id: string }>(
      `with made as (insert into auth.users (email) values ($1) returning id)
       insert into profiles (user_id, tenant_id) select id, $2 from made returning user_id as id`,
      [newEmail(), id],
    )
    const store = (bytes: number) =>
      run('insert into storage.usage_changes (owner, bytes, files) values ($1, $2, 1)', [colleague?.id, bytes]).then(
        () => 'ok',
        (failed: { code?: string }) => failed.code,
      )
    // As for a request or a device: nobody signed in stores it.
    expect(await store(40_001)).toBe('QS413')
    expect(await store(40_000)).toBe('ok')
    expect((await put(owner, 'c', 1)).error).toMatchObject({ statusCode: '413' })
    // Raised, and for another organisation, there is room.
    expect((await put(other, 'a', 60_000)).error).toBeNull()
    expect(await set(id, { bytes: 100_001, known: 1 })).toBeUndefined()
    expect((await put(owner, 'c', 1)).error).toBeNull()
  })

  test('of two people at once who would pass it together one stores, and a lowered one takes nothing away', async () => {
    const { id, owner } = await organisation()
    expect(await set(id, { bytes: 100_000 })).toBeUndefined()
    const both = await Promise.all([put(owner, 'a', 60_000), put(owner, 'b', 60_000)])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    expect(await set(id, { bytes: 0, known: 1 })).toBeUndefined()
    const kept = both[0].error === null ? 'a' : 'b'
    const { data } = await owner.client.storage.from('encrypted-files').download(`${idOf(owner)}/${kept}`)
    expect(data?.size).toBe(60_000)
    expect((await owner.client.storage.from('encrypted-files').remove([`${idOf(owner)}/${kept}`])).error).toBeNull()
    expect((await put(owner, 'c', 1)).error).toMatchObject({ statusCode: '413' })
  })
})
