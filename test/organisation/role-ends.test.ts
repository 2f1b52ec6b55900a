/** Roles that are given until a day: by who may, seen by whom they concern, over with it, and notified a week before. */
import { describe, expect, test } from 'vitest'
import { provePerson } from '#vault/account/prove-person.ts'
import { changeRole, endRole, listRoleEnds, listRoles } from '#vault/organisation/roles.ts'
import { inviteMember, listInvitations, listTeam } from '#vault/organisation/team.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type VaultPerson, VAULT_PASSWORD } from '../support/people/vault-person.ts'
import { ada, bob, eve, inOtherOrganisation, invite, memberIn, server, stageTeam } from './team-stage.ts'

stageTeam()

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const rolesOf = async ({ api }: VaultPerson) => listRoles(api)
const noticesOf = async ({ userId }: VaultPerson, kind: string) =>
  (
    await server.database.owner<{ details: Record<string, unknown> }>(
      'select details from notifications where user_id = $1 and kind = $2 order by created_at',
      [userId, kind],
    )
  ).rows.map(({ details }) => details)
const tell = () => server.database.owner('select notify.of_role_ends()')
const endsOf = { table: 'public.enterprise_user_roles', columns: ['expires_at'] }

describe('a role until a day', () => {
  test('is over with it, and the person stays a member', async () => {
    const until = inDays(10)
    await changeRole(ada.api, bob.userId, 'security_admin', until)
    expect(await rolesOf(bob)).toEqual(['security_admin'])
    const { members } = await listTeam(ada.api, ada.vault)
    expect(new Date(memberIn(members, bob)?.roleEndsAt ?? 0).toISOString()).toBe(until)
    // Of others nobody sees it who does not manage them.
    const seen = memberIn((await listTeam(eve.api, eve.vault)).members, bob)
    expect(seen).toMatchObject({ roles: ['security_admin'], roleEndsAt: null })
    expect(await listRoleEnds(bob.api)).toMatchObject([{ userId: bob.userId, role: 'security_admin' }])

    await ageRows(server.database, { ...endsOf, where: 'r.user_id = $1', values: [bob.userId] }, '10 days')
    expect(await rolesOf(bob)).toEqual([])
    expect(memberIn((await listTeam(ada.api, ada.vault)).members, bob)).toMatchObject({ roles: [], roleEndsAt: null })
  })

  test('is extended, given for good, and ended at once', async () => {
    await changeRole(ada.api, bob.userId, 'admin', inDays(3))
    await changeRole(ada.api, bob.userId, 'admin', inDays(30))
    const [end] = await listRoleEnds(bob.api)
    expect(new Date(end?.endsAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    await changeRole(ada.api, bob.userId, 'admin')
    expect(await listRoleEnds(bob.api)).toEqual([])
    await endRole(ada.api, bob.userId)
    expect(await rolesOf(bob)).toEqual([])
    await expect(changeRole(bob.api, eve.userId, 'admin')).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('gives nobody a role that outlasts it: not others, not a second mailbox, not themselves', async () => {
    await changeRole(ada.api, bob.userId, 'admin', inDays(5))
    const tooLate = { code: 'role_end_too_late' }
    await expect(changeRole(bob.api, bob.userId, 'admin')).rejects.toMatchObject(tooLate)
    await expect(changeRole(bob.api, bob.userId, 'admin', inDays(6))).rejects.toMatchObject(tooLate)
    await expect(changeRole(bob.api, bob.userId, 'security_admin')).rejects.toMatchObject(tooLate)
    const { rows } = await server.database.owner<{ reason: string }>(
      `select details ->> 'reason' as reason from system_audit_log
       where event_type = 'people.change_refused' and user_id = $1`,
      [bob.userId],
    )
    expect(rows.map(({ reason }) => reason)).toEqual(Array(3).fill('outlasts_own_role'))
    await expect(changeRole(bob.api, eve.userId, 'viewer')).rejects.toMatchObject(tooLate)
    await expect(
      inviteMember(bob.api, bob.vault, { email: newEmail(), ownEmail: bob.email, role: 'admin' }),
    ).rejects.toMatchObject(tooLate)
    await changeRole(bob.api, eve.userId, 'viewer', inDays(4))
    await changeRole(bob.api, eve.userId, 'member')
    await inviteMember(bob.api, bob.vault, { email: newEmail(), ownEmail: bob.email, role: 'member' })
  })

  test.each([
    ['yesterday', 'admin', -1],
    ['in six years', 'admin', 6 * 366],
    ['of an owner', 'owner', 10],
  ] as const)('is refused: %s', async (_, role, days) => {
    await expect(changeRole(ada.api, bob.userId, role, inDays(days))).rejects.toMatchObject({ code: 'role_end_over' })
    expect(await rolesOf(bob)).toEqual(['member'])
  })

  test('is given and ended by who may, in their own organisation', async () => {
    await expect(changeRole(bob.api, eve.userId, 'admin', inDays(1))).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(endRole(bob.api, eve.userId)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(endRole(ada.api, ada.userId)).rejects.toMatchObject({ code: 'last_owner' })
    await inOtherOrganisation(eve)
    await expect(endRole(ada.api, eve.userId)).rejects.toMatchObject({ code: 'not_member' })
    await expect(changeRole(ada.api, eve.userId, 'admin', inDays(1))).rejects.toMatchObject({ code: 'not_member' })
  })

  test('is in the audit log with its day', async () => {
    const until = inDays(10)
    await changeRole(ada.api, bob.userId, 'admin', until)
    const { rows } = await server.database.owner<{ details: { until?: string }; user_id: string }>(
      `select details, user_id from system_audit_log
       where event_type like 'enterprise_user_roles.%' and details ->> 'id' = $1 and details ->> 'role' = 'admin'
       order by created_at desc limit 1`,
      [bob.userId],
    )
    expect(rows[0]?.user_id).toBe(ada.userId)
    expect(new Date(rows[0]?.details.until ?? 0).toISOString()).toBe(until)
  })
})

test('an end takes more than a token whose sign-in was a while ago', async () => {
  const session = { table: 'auth.sessions', where: 'r.user_id = $1', values: [ada.userId], columns: ['created_at'] }
  await ageRows(server.database, session, '16 minutes')
  await expect(changeRole(ada.api, bob.userId, 'admin', inDays(1))).rejects.toMatchObject({ code: 'proof_needed' })
  await expect(endRole(ada.api, bob.userId)).rejects.toMatchObject({ code: 'proof_needed' })
  await provePerson(ada.api, ada.email, VAULT_PASSWORD)
  await changeRole(ada.api, bob.userId, 'admin', inDays(1))
  await ageRows(server.database, session, '-16 minutes')
})

describe('a week before', () => {
  test('the person and who manages users are notified, once for each end', async () => {
    await changeRole(ada.api, bob.userId, 'security_admin', inDays(8))
    await tell()
    expect(await noticesOf(bob, 'role_ending')).toEqual([])
    await ageRows(server.database, { ...endsOf, where: 'r.user_id = $1', values: [bob.userId] }, '2 days')
    await tell()
    await tell()
    expect(await noticesOf(bob, 'role_ending')).toMatchObject([{ event: 'security_admin' }])
    const toAda = (await noticesOf(ada, 'member_role_ending')).filter(({ person }) => person === bob.userId)
    expect(toAda).toMatchObject([{ event: 'security_admin' }])
    expect(await noticesOf(eve, 'member_role_ending')).toEqual([])

    // Another end is notified again.
    await changeRole(ada.api, bob.userId, 'security_admin', inDays(5))
    await tell()
    expect(await noticesOf(bob, 'role_ending')).toHaveLength(2)
  })

  test('of a role that is over nobody hears', async () => {
    await changeRole(ada.api, bob.userId, 'security_admin', inDays(8))
    await ageRows(server.database, { ...endsOf, where: 'r.user_id = $1', values: [bob.userId] }, '9 days')
    await tell()
    expect(await noticesOf(bob, 'role_ending')).toEqual([])
  })

  test('both get a mail', async () => {
    await changeRole(ada.api, bob.userId, 'security_admin', inDays(6))
    await tell()
    const texts = async () => (await server.mailbox.to(bob.email)).map(({ text }) => text).join('\n')
    await expect.poll(texts).toContain('ends within a week')
  })
})

describe('an invitation', () => {
  async function accept(email: string): Promise<string[]> {
    const parts = new URLSearchParams(new URL(linkIn(await server.mailbox.next(email))).hash.slice(1))
    const client = server.client()
    const { error } = await client.auth.verifyOtp({ type: 'invite', token_hash: parts.get('token') ?? '' })
    if (error) throw error
    await client.auth.updateUser({ password: PASSWORD })
    const { data } = await client.rpc('get_user_roles')
    return (data as { role: string }[]).map(({ role }) => role)
  }
  const until = (email: string, days: number) =>
    inviteMember(ada.api, ada.vault, { email, role: 'security_admin', ownEmail: ada.email, until: inDays(days) })

  test('carries the day, and a second one replaces it', async () => {
    const email = newEmail()
    await until(email, 20)
    expect((await listInvitations(ada.api)).find((one) => one.email === email)?.roleUntil).not.toBeNull()
    await invite(ada, email, 'member')
    expect((await listInvitations(ada.api)).find((one) => one.email === email)?.roleUntil).toBeNull()
  })

  test('gives the role until that day', async () => {
    const email = newEmail()
    await until(email, 20)
    expect(await accept(email)).toEqual(['security_admin'])
    const { rows } = await server.database.owner<{ expires_at: Date | null }>(
      'select r.expires_at from enterprise_user_roles r join auth.users u on u.id = r.user_id where u.email = $1',
      [email],
    )
    expect(rows[0]?.expires_at?.getTime()).toBeGreaterThan(Date.now() + 19 * 86_400_000)
  })

  test('whose day is over makes a member', async () => {
    const email = newEmail()
    await until(email, 2)
    await ageRows(
      server.database,
      { table: 'public.invitations', where: 'r.email = $1', values: [email], columns: ['role_until'] },
      '3 days',
    )
    expect(await accept(email)).toEqual(['member'])
  })

  test('has no day that is none', async () => {
    await expect(until(newEmail(), -1)).rejects.toMatchObject({ code: 'role_end_over' })
  })
})
