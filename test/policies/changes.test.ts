import { expect, test } from 'vitest'
import { NO_POLICIES, POLICY_LIMITS, SIGN_IN_WAYS } from '#contract/organisation/policies.ts'
import { addSoftPasskey, signInBySoftPasskey } from '../support/people/passkeys.ts'
import { signedInPerson } from '../support/people/people.ts'
import {
  anna,
  giveRole,
  guard,
  idOf,
  makeStale,
  moveAway,
  server,
  setRules,
  stagePolicies,
  versionOf,
} from './policy-stage.ts'

stagePolicies()

const DAY_MS = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('limits and defaults are the same in the contract and in the database', async () => {
  for (const [name, { min, max }] of Object.entries(POLICY_LIMITS)) {
    const column = snake(name)
    for (const value of [min, max, null]) expect((await setRules(guard, { [column]: value })).error).toBeNull()
    for (const value of [min - 1, max + 1]) {
      expect((await setRules(guard, { [column]: value })).error, `${name} ${value}`).toMatchObject({ code: '23514' })
    }
  }
  await server.database.owner('delete from organisation_policies')
  expect((await setRules(guard, { allows_links: false })).data).toBe(1)
  expect((await setRules(guard, { allows_links: true })).data).toBe(2)
  const { data } = await anna.client.from('organisation_policies').select(Object.keys(NO_POLICIES).map(snake).join())
  expect(data).toEqual([Object.fromEntries(Object.entries(NO_POLICIES).map(([name, value]) => [snake(name), value]))])
})

test('a member reads the rules and changes none, neither by the function nor by the table', async () => {
  expect((await setRules(anna, { allows_links: false })).error).toMatchObject({ code: '42501' })
  const direct = await anna.client.from('organisation_policies').update({ allows_links: false }).gt('version', -1)
  expect(direct.error).toMatchObject({ code: '42501' })
  expect((await guard.client.from('organisation_policies').delete().gt('version', -1)).error).toMatchObject({
    code: '42501',
  })
})

test('a stolen token of somebody who manages security changes nothing', async () => {
  const sam = await signedInPerson(server)
  await giveRole(sam, 'admin')
  await makeStale(sam)
  expect((await setRules(sam, { allows_links: false })).error).toMatchObject({ code: 'QS403' })
})

const SOMEBODY = '00000000-0000-4000-8000-000000000000'

test.each([
  [{ link_day: 30 }, 'there is no rule link_day'],
  [{ version: 700, link_days: 30 }, 'there is no rule version'],
  [{ tenant_id: SOMEBODY }, 'there is no rule tenant_id'],
  [{ updated_by: SOMEBODY }, 'there is no rule updated_by'],
  [{ updated_at: '2020-01-01' }, 'there is no rule updated_at'],
  [{ link_days: 'many' }, 'one of these rules has a value of another kind: link_days'],
  [{ link_days: 30.5 }, 'one of these rules has a value of another kind: link_days'],
  [{ link_days: 1e12 }, 'one of these rules has a value of another kind: link_days'],
  [{ second_factor_from: 'soon' }, 'one of these rules has a value of another kind: second_factor_from'],
])('what is no rule is refused in words: %j', async (wanted, message) => {
  const seen = await versionOf()
  expect((await setRules(guard, wanted, seen)).error).toMatchObject({ code: '23514', message })
  expect(await versionOf()).toBe(seen)
})

test('who saw older rules changes nothing', async () => {
  const seen = await versionOf()
  expect((await setRules(guard, { link_days: 30 }, seen)).error).toBeNull()
  expect((await setRules(guard, { link_days: 60 }, seen)).error).toMatchObject({ code: 'QS413' })
  // Nor who says nothing of what they saw.
  const unseen = await guard.client.rpc('set_policies', { wanted: { link_days: 60 }, seen: null })
  expect(unseen.error).toMatchObject({ code: 'QS413' })
  expect((await guard.client.from('organisation_policies').select('link_days')).data).toEqual([{ link_days: 30 }])
})

test('of two changes at once one is refused', async () => {
  const seen = await versionOf()
  const both = await Promise.all([setRules(guard, { link_days: 31 }, seen), setRules(guard, { link_days: 32 }, seen)])
  expect(both.map(({ error }) => error?.code ?? 'saved').toSorted()).toEqual(['QS413', 'saved'])
})

test('a change is an event with what was before and after, and those who manage security are notified', async () => {
  await setRules(guard, { link_days: 30 })
  await server.database.owner("delete from notifications where kind = 'policy_updated'")
  await setRules(guard, { link_days: 7, needs_link_password: true })
  const { rows } = await server.database.owner<{ details: object }>(
    `select details from system_audit_log where event_type = 'policy.updated' and risk_level = 'high' and user_id = $1
     order by created_at desc limit 1`,
    [idOf(guard)],
  )
  expect(rows[0]?.details).toMatchObject({
    before: { link_days: 30, needs_link_password: false },
    after: { link_days: 7, needs_link_password: true },
  })
  const notices = await server.database.owner<{ user_id: string; details: object }>(
    "select user_id, details from notifications where kind = 'policy_updated'",
  )
  expect(notices.rows).toContainEqual({ user_id: idOf(guard), details: { changed_by: idOf(guard) } })
  expect(notices.rows.map((row) => row.user_id)).not.toContain(idOf(anna))
})

test('what is the same already is no change', async () => {
  await setRules(guard, { link_days: 9 })
  const seen = await versionOf()
  expect((await setRules(guard, { link_days: 9 })).data).toBe(seen)
})

test('whose session has shown no second factor requires none of others, and nobody requires it at once', async () => {
  const sam = await signedInPerson(server)
  await giveRole(sam, 'admin')
  expect((await setRules(sam, { second_factor_from: inDays(7) })).error).toMatchObject({ code: 'QS431' })
  expect((await setRules(guard, { second_factor_from: inDays(0.99) })).error).toMatchObject({ code: 'QS432' })
  expect((await setRules(guard, { second_factor_from: inDays(-1) })).error).toMatchObject({ code: 'QS432' })
  expect((await setRules(guard, { second_factor_from: inDays(1.01) })).error).toBeNull()
  expect((await setRules(sam, { second_factor_from: inDays(2) })).error).toBeNull()
  expect((await setRules(sam, { second_factor_from: inDays(1.5) })).error).toMatchObject({ code: 'QS431' })
  // Who has none of their own still takes it back, and changes the rest.
  expect((await setRules(sam, { link_days: 5 })).error).toBeNull()
  expect((await setRules(sam, { second_factor_from: null })).error).toBeNull()
})

test('the ways to sign in are those of the contract, and have a day', async () => {
  const { rows } = await server.database.owner<{ rule: string }>(
    "select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'organisation_policies_sign_in_by'",
  )
  expect(rows[0]?.rule.match(/'\w+'/g)).toEqual(SIGN_IN_WAYS.map((ways) => `'${ways}'`))
  for (const half of [{ sign_in_from: inDays(7) }, { sign_in_by: 'passkey' }]) {
    const { error } = await setRules(guard, { sign_in_by: null, sign_in_from: null, ...half })
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('sign_in_both') })
  }
})

test('who signed in another way requires none of others, and nobody requires it at once; a way more takes no notice', async () => {
  const sam = await signedInPerson(server)
  await giveRole(sam, 'security_admin')
  const { device, error } = await addSoftPasskey(server, sam.client)
  expect(error).toBeNull()
  const by = (sign_in_by: string, days: number) => ({ sign_in_by, sign_in_from: inDays(days) })
  expect((await setRules(sam, by('passkey', 7))).error).toMatchObject({ code: 'QS493' })
  const client = await signInBySoftPasskey(server, device)
  // A passkey that was added just now proves nothing about its person.
  await server.database.owner('update auth.sessions set proven_at = clock_timestamp() where user_id = $1', [idOf(sam)])
  const samByPasskey = { ...sam, client }
  expect((await setRules(samByPasskey, by('provider', 7))).error).toMatchObject({ code: 'QS493' })
  expect((await setRules(samByPasskey, by('passkey', 0.99))).error).toMatchObject({ code: 'QS432' })
  expect((await setRules(samByPasskey, { sign_in_by: 'passkey' })).error).toMatchObject({ code: '23514' })
  expect((await setRules(samByPasskey, by('passkey', 1.01))).error).toBeNull()
  // A later day takes away alone, and a sooner one does not.
  expect((await setRules(guard, by('passkey', 5))).error).toBeNull()
  expect((await setRules(guard, by('passkey', 4))).error).toMatchObject({ code: 'QS493' })
  expect((await setRules(guard, by('provider', 6))).error).toMatchObject({ code: 'QS493' })
  await server.database.owner("update organisation_policies set sign_in_from = now() - interval '1 hour'")
  expect((await setRules(samByPasskey, by('passkey', 0.99))).error).toMatchObject({ code: 'QS432' })
  await server.database.owner("update organisation_policies set sign_in_from = now() + interval '1 hour'")
  expect((await setRules(guard, { sign_in_by: 'either' })).error).toBeNull()
  // A way less is another rule, which the others have to hear of first.
  expect((await setRules(samByPasskey, { sign_in_by: 'passkey' })).error).toMatchObject({ code: 'QS432' })
  expect((await setRules(guard, { sign_in_by: null, sign_in_from: null })).error).toBeNull()
})

test('another organisation has rules of its own, and reads none of ours', async () => {
  const olga = await signedInPerson(server)
  await moveAway(olga)
  await setRules(guard, { link_days: 12 })
  expect((await olga.client.from('organisation_policies').select('link_days')).data).toEqual([])
  expect((await setRules(olga, { link_days: 3 }, 0)).data).toBe(1)
  expect((await guard.client.from('organisation_policies').select('link_days')).data).toEqual([{ link_days: 12 }])
})

test('counts say what stays as it is, to who manages security', async () => {
  expect((await anna.client.rpc('policy_counts')).error).toMatchObject({ code: '42501' })
  const { data } = await guard.client.rpc('policy_counts')
  expect(data).toMatchObject({ links: 0, links_without_password: 0, requests: 0 })
  // One more person: first with none of it, then with a passkey.
  const sam = await signedInPerson(server)
  const lacking = ['people', 'without_factor', 'without_app', 'without_passkey', 'without_provider', 'without_either']
  const more = async () => {
    const { data: now } = await guard.client.rpc('policy_counts')
    return lacking.filter((count) => now[count] === data[count] + 1)
  }
  expect(await more()).toEqual(lacking)
  expect((await addSoftPasskey(server, sam.client)).error).toBeNull()
  expect(await more()).toEqual(['people', 'without_app', 'without_provider'])
})
