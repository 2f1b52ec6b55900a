/** The functions that decide who may do what, asked directly: each condition alone makes the difference once. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  ada,
  ask,
  bob,
  DENIED,
  elsewhere,
  eve,
  factor,
  give,
  home,
  person,
  plant,
  remove,
  stageAuthorisation,
} from './authz-stage.ts'

stageAuthorisation()

/** One that has just begun. */
async function session(id: string, aal: string): Promise<string> {
  const made = randomUUID()
  await plant('insert into auth.sessions (id, user_id, refresh_key, aal) values ($1, $2, $3, $4)', [
    made,
    id,
    Buffer.alloc(32),
    aal,
  ])
  return made
}

describe('a permission', () => {
  const allows = (me: string, permission = 'manage_users', tenant = home) =>
    ask(me, 'authz.allows($1, $2)', [permission, tenant])

  test('is that of a role one has oneself, in this organisation', async () => {
    expect(await allows(bob)).toBe(true)
    expect(await allows(eve)).toBe(false)
    expect(await allows(bob, 'no_such_thing')).toBe(false)
    expect(await allows(bob, 'manage_users', elsewhere)).toBe(false)
    await give(eve, 'owner', { tenant: elsewhere })
    expect(await allows(eve)).toBe(false)
  })

  test('ends with the role, and waits for the second factor', async () => {
    await give(eve, 'admin', { expires: '2020-01-01T00:00:00Z' })
    expect(await allows(eve)).toBe(false)
    await factor(bob)
    expect(await allows(bob)).toBe(false)
  })
})

describe('a session', () => {
  const isProven = (me: string, id?: string) => ask(me, 'authz.is_proven()', [], id)
  test('is proven without a factor, or with an unfinished one', async () => {
    expect(await isProven(bob)).toBe(true)
    await factor(bob, 'totp', 'unverified')
    await factor(bob, 'recovery_code')
    await factor(eve)
    expect(await isProven(bob)).toBe(true)
  })

  test('is proven with one only by the second step of that person', async () => {
    await factor(bob)
    expect(await isProven(bob)).toBe(false)
    expect(await isProven(bob, await session(bob, 'aal1'))).toBe(false)
    expect(await isProven(bob, await session(eve, 'aal2'))).toBe(false)
    expect(await isProven(bob, randomUUID())).toBe(false)
    await session(bob, 'aal2')
    expect(await isProven(bob)).toBe(false)
    expect(await isProven(bob, await session(bob, 'aal2'))).toBe(true)
  })

  test('is asked for where keys are given out', async () => {
    const require = (me: string | null) => ask(me, 'authz.require_proven()', [])
    expect(await require(bob)).toBe(bob)
    expect(await require(null)).toBe(DENIED)
    expect(await require(randomUUID())).toBe(DENIED)
    await factor(bob)
    expect(await require(bob)).toBe(DENIED)
  })
})

describe('who leads', () => {
  const leads = (id: string, tenant = home) => ask(null, 'authz.leads($1, $2)', [id, tenant])

  test('is an owner or administrator of all, of that organisation', async () => {
    for (const role of ['owner', 'tenant_admin', 'super_admin']) expect(await leads(await person(role))).toBe(true)
    for (const role of ['admin', 'security_admin', 'member']) expect(await leads(await person(role))).toBe(false)
    expect(await leads(ada, elsewhere)).toBe(false)
    await give(bob, 'owner', { tenant: elsewhere })
    expect(await leads(bob)).toBe(false)
    await give(eve, 'owner', { expires: '2020-01-01T00:00:00Z' })
    expect(await leads(eve)).toBe(false)
  })

  test('alone changes a leader, and nobody changes who does not belong', async () => {
    const require = (me: string, id: string, tenant = home) => ask(me, 'authz.require_member($1, $2)', [id, tenant])
    expect(await require(bob, eve)).toBe('')
    expect(await require(ada, ada)).toBe('')
    expect(await require(bob, ada)).toBe(DENIED)
    expect(await require(ada, await person('member', elsewhere))).toBe('QS404')
    await remove(eve)
    expect(await require(ada, eve)).toBe('QS404')
  })

  test('alone invites an owner; those who manage people invite the others', async () => {
    const may = (id: string, role: string, tenant = home) =>
      ask(null, 'authz.may_invite($1, $2, $3)', [id, tenant, role])
    expect([await may(ada, 'owner'), await may(bob, 'owner'), await may(bob, 'member')]).toEqual([true, false, true])
    expect(await may(eve, 'member')).toBe(false)
    expect(await may(bob, 'member', elsewhere)).toBe(false)
    await give(eve, 'analyst')
    expect(await may(eve, 'member')).toBe(false)
  })

  test('has the team to themselves with those who manage people', async () => {
    const [adas, bobs, eves] = [await session(ada, 'aal1'), await session(bob, 'aal1'), await session(eve, 'aal1')]
    const lock = (me: string | null, id?: string) => ask(me, 'authz.lock_team()', [], id)
    expect([await lock(bob, bobs), await lock(eve, eves), await lock(null)]).toEqual([home, DENIED, DENIED])
    // A token without a session of theirs is nobody who was just there.
    expect([await lock(bob), await lock(bob, eves)]).toEqual(['QS403', 'QS403'])
    const domains = (me: string, id: string) => ask(me, 'authz.lock_domains()', [], id)
    expect([await domains(ada, adas), await domains(bob, bobs)]).toEqual([home, DENIED])
    await factor(bob)
    expect(await lock(bob, bobs)).toBe(DENIED)
  })
})

describe('the last owner', () => {
  const require = (id: string) => ask(null, 'authz.require_other_owner($1, $2)', [id, home])

  test('stays, whatever else there is', async () => {
    expect(await require(bob)).toBe('')
    expect(await require(ada)).toBe('QS409')
    await give(bob, 'owner', { expires: '2020-01-01T00:00:00Z' })
    expect(await require(ada)).toBe('QS409')
    await give(eve, 'owner', { tenant: elsewhere })
    expect(await require(ada)).toBe('QS409')
  })

  test('is not the last where another one can sign in', async () => {
    await give(bob, 'owner')
    expect(await require(ada)).toBe('')
    await remove(bob)
    expect(await require(ada)).toBe('QS409')
    await give(eve, 'owner')
    expect(await require(ada)).toBe('')
    await plant('update auth.users set deleted_at = now() where id = $1', [eve])
    expect(await require(ada)).toBe('QS409')
  })

  test('is the last where the other one is suspended, barred by the operator, or never came', async () => {
    await give(bob, 'owner')
    for (const state of [`banned_until = now() + interval '1 hour'`, 'email_confirmed_at = null']) {
      await plant(`update auth.users set ${state} where id = $1`, [bob])
      expect(await require(ada), state).toBe('QS409')
      await plant('update auth.users set banned_until = null, email_confirmed_at = now() where id = $1', [bob])
      expect(await require(ada)).toBe('')
    }
    await plant(`update auth.users set banned_until = now() - interval '1 hour' where id = $1`, [bob])
    expect(await require(ada)).toBe('')
  })

  test('may go while nobody could sign in as an owner anyway, unless there is no other at all', async () => {
    const bar = (id: string) =>
      plant(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [id])
    await bar(ada)
    expect(await require(ada)).toBe('QS409')
    await give(bob, 'owner')
    await bar(bob)
    expect(await require(ada)).toBe('')
    await plant('update auth.users set deleted_at = now() where id = $1', [bob])
    expect(await require(ada)).toBe('QS409')
  })

  test('is the last where the role of the other one ended after this transaction began', async () => {
    await give(bob, 'owner', { expires: new Date().toISOString() })
    expect(await ask(null, 'authz.owns($1, $2)', [bob, home])).toBe(true)
    expect(await require(ada)).toBe('QS409')
  })

  test('is not the last where the operator let a suspended one sign in again', async () => {
    await give(bob, 'owner')
    await plant('insert into suspended_members (user_id, tenant_id) values ($1, $2)', [bob, home])
    expect(await require(ada)).toBe('')
  })
})

describe('a refused change of people', () => {
  const refuse = (who: string, whom: string) =>
    ask(null, 'authz.note_refused_change($1, $2, $3, $4)', [who, 'give_role', whom, 'not_allowed'])
  const noted = (who: string) =>
    ask(
      null,
      `(select jsonb_agg(l.details -> 'id') from public.system_audit_log l
        where l.user_id = $1 and l.event_type = 'people.change_refused')`,
      [who],
    )

  test('names the person it was about only where both are of one organisation', async () => {
    await refuse(bob, eve)
    expect(await noted(bob)).toEqual([eve])
    await refuse(eve, await person('member', elsewhere))
    expect(await noted(eve)).toEqual([null])
  })

  test('is in no log where who asked belongs to no organisation', async () => {
    const stranger = randomUUID()
    await plant('insert into auth.users (id) values ($1)', [stranger])
    expect(await refuse(stranger, eve)).not.toBe(DENIED)
    expect(await noted(stranger)).toBeNull()
  })
})
