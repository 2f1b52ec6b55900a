import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { TEAM_ROLES } from '#contract/permissions.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { endRole, listRoles } from '#vault/organisation/roles.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { listSharedWithMe } from '#vault/sharing/shared-files.ts'
import {
  changeRole,
  isOfOperator,
  listInvitations,
  listTeam,
  removeMember,
  restoreMember,
  suspendMember,
} from '#vault/organisation/team.ts'
import { provePerson } from '#vault/account/prove-person.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { VAULT_PASSWORD, type VaultPerson } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { newEmail, signedInPerson } from '../support/people/people.ts'
import { seedColleagues } from '../support/people/seed-colleagues.ts'
import { storeFile } from '../support/stored-file.ts'
import { ada, bob, eve, inOtherOrganisation, invite, memberIn, server, stageTeam } from './team-stage.ts'
import { shown } from '../support/shown.ts'

/** Adds a thousand people, and proves the keys of each. */
const long = needs(isWhole('organisation'), 'npm run test:full')

stageTeam()

describe('the list of members', () => {
  test('shows everybody to everybody, and times only to who manages them', async () => {
    const { organisation, members } = await listTeam(bob.api, bob.vault)
    expect(organisation).toBe('Default organisation')
    expect(members.find(({ isMe }) => isMe)).toMatchObject({ email: bob.email, roles: ['member'], trust: null })
    expect(memberIn(members, ada)).toMatchObject({
      roles: ['super_admin', 'owner'],
      hasVault: true,
      trust: 'new',
      lastActiveAt: null,
    })
    expect(memberIn((await listTeam(ada.api, ada.vault)).members, bob)?.lastActiveAt).not.toBeNull()
  })

  test('does not reach into another organisation', async () => {
    await inOtherOrganisation(eve)
    expect((await listTeam(eve.api, eve.vault)).members.map(({ userId }) => userId)).toEqual([eve.userId])
    expect(memberIn((await listTeam(ada.api, ada.vault)).members, eve)).toBeUndefined()
    await expect(changeRole(ada.api, eve.userId, 'admin')).rejects.toMatchObject({ code: 'not_member' })
    await expect(removeMember(ada.api, eve.userId)).rejects.toMatchObject({ code: 'not_member' })
  })
})

test('an owner of another organisation does not belong to the one that runs the server', async () => {
  expect([await isOfOperator(ada.api), await isOfOperator(eve.api)]).toEqual([true, true])
  await inOtherOrganisation(eve)
  expect(await isOfOperator(eve.api)).toBe(false)
})

test('a token whose sign-in was a while ago gives no rights and removes nobody; with the password it does', async () => {
  const session = { table: 'auth.sessions', where: 'r.user_id = $1', values: [ada.userId], columns: ['created_at'] }
  const rolesOfBob = async () => memberIn((await listTeam(ada.api, ada.vault)).members, bob)?.roles
  await ageRows(server.database, session, '16 minutes')
  const refused = { code: 'proof_needed' }
  await expect(changeRole(ada.api, bob.userId, 'admin')).rejects.toMatchObject(refused)
  await expect(removeMember(ada.api, bob.userId)).rejects.toMatchObject(refused)
  await expect(invite(ada, newEmail(), 'admin')).rejects.toMatchObject(refused)
  expect(await rolesOfBob()).toEqual(['member'])
  // A colleague reads what the organisation shows to its people.
  await expect(invite(ada, newEmail(), 'member')).rejects.toMatchObject(refused)
  expect(await listInvitations(ada.api)).toEqual([])

  await provePerson(ada.api, ada.email, VAULT_PASSWORD)
  await invite(ada, newEmail(), 'admin')
  await changeRole(ada.api, bob.userId, 'admin')
  expect(await rolesOfBob()).toEqual(['admin'])
  await removeMember(ada.api, bob.userId)
  await ageRows(server.database, session, '-16 minutes')
})

describe('a role', () => {
  test('is changed by who may, one for all that were there', async () => {
    await changeRole(ada.api, bob.userId, 'security_admin')
    expect(memberIn((await listTeam(ada.api, ada.vault)).members, bob)?.roles).toEqual(['security_admin'])
    await expect(changeRole(bob.api, eve.userId, 'admin')).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(changeRole(ada.api, bob.userId, 'super_admin' as 'admin')).rejects.toThrow(/no such role/)
  })

  test('of an owner is for owners, and the last one keeps it', async () => {
    await changeRole(ada.api, bob.userId, 'admin')
    await expect(changeRole(bob.api, ada.userId, 'member')).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(changeRole(bob.api, bob.userId, 'owner')).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(removeMember(bob.api, ada.userId)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(changeRole(ada.api, ada.userId, 'admin')).rejects.toMatchObject({ code: 'last_owner' })
  })

  test('is in the log where it was refused: for oneself, above the own, of the last owner', async () => {
    await changeRole(ada.api, bob.userId, 'admin')
    await expect(changeRole(bob.api, bob.userId, 'owner')).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(invite(bob, newEmail(), 'owner')).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(changeRole(ada.api, ada.userId, 'admin')).rejects.toMatchObject({ code: 'last_owner' })
    const refused = async ({ userId }: VaultPerson) =>
      (await listAuditEvents(ada.api, { filter: { types: ['people.change_refused'], userId }, limit: 50 })).map(
        ({ status, details }) => ({ status, ...details }),
      )
    expect(await refused(bob)).toEqual([
      { status: 'blocked', what: 'invite', reason: 'not_allowed' },
      { status: 'blocked', what: 'give_role', id: bob.userId, reason: 'not_allowed' },
    ])
    expect(await refused(ada)).toContainEqual({
      status: 'blocked',
      what: 'give_role',
      id: ada.userId,
      reason: 'last_owner',
    })
    await expect(removeMember(eve.api, bob.userId)).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await refused(eve)).toMatchObject([{ what: 'remove_member', id: bob.userId }])

    // Past the functions, at the tables themselves; a list of rows is about nobody by name.
    const row = { user_id: eve.userId, tenant_id: eve.userId, role: 'owner' }
    for (const body of [row, [row]]) {
      const write = eve.api.rest('enterprise_user_roles', { method: 'POST', body })
      await expect(write).rejects.toMatchObject({ code: 'not_allowed' })
    }
    const home = { method: 'PATCH', body: { tenant_id: eve.userId } } as const
    await expect(eve.api.rest(`profiles?user_id=eq.${eve.userId}`, home)).rejects.toMatchObject({ code: 'not_allowed' })
    await eve.api.rest('enterprise_user_roles?select=role')
    expect(await refused(eve)).toEqual([
      { status: 'blocked', what: 'write profiles', reason: 'not_allowed' },
      { status: 'blocked', what: 'write enterprise_user_roles', reason: 'not_allowed' },
      { status: 'blocked', what: 'write enterprise_user_roles', id: eve.userId, reason: 'not_allowed' },
      expect.objectContaining({ what: 'remove_member' }),
    ])
  })

  test('is in the log where its invitation would add lines to a mail, or its list is none', async () => {
    const key = 'A'.repeat(43)
    const sends: [path: string, body: object, reason: string][] = [
      [
        'invitations',
        { email: 'x@example.test\r\nBcc: y@example.test', role: 'member', fingerprint: key },
        'header_injection',
      ],
      [
        'imports',
        { csv: `email\n${'x@example.test\n'.repeat(10_000)}`, digest: key, fingerprint: key },
        'list_not_taken',
      ],
    ]
    for (const [path, body, reason] of sends) {
      const headers = { 'content-type': 'application/json' }
      const sent = ada.api.fetch(`/auth/v1/team/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      await expect(sent, path).rejects.toThrow()
      const [event] = await listAuditEvents(ada.api, { filter: { types: ['people.change_refused'] }, limit: 1 })
      expect(event).toMatchObject({ status: 'blocked', details: { what: 'invite', reason } })
    }
    // A slip of the keys is no attack.
    await expect(invite(ada, 'nobody', 'member')).rejects.toThrow()
    const [event] = await listAuditEvents(ada.api, { filter: { types: ['people.change_refused'] }, limit: 1 })
    expect(event).toMatchObject({ details: { reason: 'list_not_taken' } })
  })

  const ends: [how: string, end: (by: VaultPerson, whom: VaultPerson) => Promise<unknown>][] = [
    ['demotes', (by, whom) => changeRole(by.api, whom.userId, 'member')],
    ['ends the roles of', (by, whom) => endRole(by.api, whom.userId)],
    ['suspends', (by, whom) => suspendMember(by.api, whom.userId)],
    ['removes', (by, whom) => removeMember(by.api, whom.userId)],
    [
      'demotes or suspends',
      (by, whom) => (by === bob ? changeRole(by.api, whom.userId, 'member') : suspendMember(by.api, whom.userId)),
    ],
  ]

  test.each(ends)('is not taken from both owners when each %s the other at once', async (_, end) => {
    await onlyOwners(bob, eve)
    const outcomes = await Promise.allSettled([end(bob, eve), end(eve, bob)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await ownersWhoSignIn()).toHaveLength(1)
    await onlyOwners(ada)
  })
})

/** Makes them the owners, and nobody else. */
async function onlyOwners(...people: VaultPerson[]): Promise<void> {
  await server.database.owner(`delete from enterprise_user_roles where role = 'owner'`)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role)
     select user_id, tenant_id, 'owner' from profiles where user_id = any ($1)`,
    [people.map(({ userId }) => userId)],
  )
}

async function ownersWhoSignIn(): Promise<string[]> {
  const { rows } = await server.database.owner<{ id: string }>(
    `select r.user_id as id from enterprise_user_roles r join auth.users u on u.id = r.user_id
     where r.role = 'owner' and (r.expires_at is null or r.expires_at > now())
       and (u.banned_until is null or u.banned_until < now())`,
  )
  return rows.map(({ id }) => id)
}

describe('somebody who is removed', () => {
  test('is out at once, with every share from and to them, and comes back with their files', async () => {
    const fileId = await storeFile(bob, 'plan.pdf', randomBytes(10))
    const peer = await findPerson(bob.api, bob.vault, eve.email)
    await shareFile(bob.api, bob.vault, { file: await shown(bob, fileId), peers: [peer], days: null, now: new Date() })
    await removeMember(ada.api, bob.userId)

    // Access tokens that are out stop within a second.
    const asked = () => bob.api.rest('keyrings?select=version').catch((error: { code: string }) => error.code)
    await expect.poll(asked).toBe('session_ended')
    expect(await listSharedWithMe(eve.api, eve.vault, new Date())).toEqual([])
    await expect(findPerson(eve.api, eve.vault, bob.email)).rejects.toMatchObject({ code: 'person_unknown' })
    expect(memberIn((await listTeam(eve.api, eve.vault)).members, bob)).toBeUndefined()
    expect(memberIn((await listTeam(ada.api, ada.vault)).members, bob)?.removedAt).not.toBeNull()
    const { rows } = await server.database.owner('select id from file_records where user_id = $1', [bob.userId])
    expect(rows).toHaveLength(1)

    await expect(restoreMember(eve.api, bob.userId)).rejects.toMatchObject({ code: 'not_allowed' })
    await restoreMember(ada.api, bob.userId)
    expect((await findPerson(eve.api, eve.vault, bob.email)).userId).toBe(bob.userId)
    await expect(restoreMember(ada.api, bob.userId)).rejects.toMatchObject({ code: 'not_member' })
  })

  test('cannot sign in, and the error says why', async () => {
    const person = await signedInPerson(server)
    await removeMember(ada.api, person.session.user.id)
    const { error } = await server.client().auth.signInWithPassword(person)
    expect(error?.code).toBe('user_banned')
  })

  test('is never oneself, and never by people without the permission', async () => {
    await expect(removeMember(ada.api, ada.userId)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(removeMember(bob.api, eve.userId)).rejects.toMatchObject({ code: 'not_allowed' })
  })
})

test('an account with a second factor manages nobody before it is proven', async () => {
  const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, phone)
                  values (gen_random_uuid(), $1, 'phone', 'verified', '491701234567')`
  await server.database.owner(factor, [ada.userId])
  await expect(changeRole(ada.api, bob.userId, 'admin')).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(removeMember(ada.api, bob.userId)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(invite(ada, newEmail(), 'member')).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await listInvitations(ada.api)).toEqual([])
  await server.database.owner('delete from auth.mfa_factors where user_id = $1', [ada.userId])
  await changeRole(ada.api, bob.userId, 'analyst')
})

test('every role that the page offers is given, and is the only one then', async () => {
  for (const role of TEAM_ROLES.filter((one) => one !== 'owner')) {
    await changeRole(ada.api, bob.userId, role)
    expect(await listRoles(bob.api)).toEqual([role])
  }
  await changeRole(ada.api, bob.userId, 'analyst')
})

test('tables of the team take nothing from their readers', async () => {
  for (const table of ['invitations', 'former_members', 'enterprise_user_roles']) {
    await expect(ada.api.rest(table, { method: 'POST', body: {} })).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(ada.api.rest(`${table}?tenant_id=not.is.null`, { method: 'DELETE' })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  }
  await expect(
    ada.api.rest('rpc/add_invitation', { method: 'POST', body: { email: newEmail(), role: 'owner' } }),
  ).rejects.toMatchObject({ code: 'not_allowed' })
})

// Last: everybody who is added here stays.
test('the list of members is whole when it is longer than one answer', long, async () => {
  const emails = await seedColleagues((text, values) => server.database.owner(text, values), 1010)
  const { members } = await listTeam(bob.api, bob.vault)
  const listed = new Set(members.map(({ email }) => email))
  expect(emails.filter((email) => !listed.has(email))).toEqual([])
  expect(new Set(members.map(({ userId }) => userId)).size).toBe(members.length)
})
