import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { listSharedWithMe } from '#vault/sharing/shared-files.ts'
import {
  changeRole,
  inviteMember,
  listInvitations,
  listTeam,
  pinInviter,
  removeMember,
  restoreMember,
  revokeInvitation,
} from '#vault/organisation/team.ts'
import { toBase64Url } from '#crypto/index.ts'
import { PASSWORD, confirm, newEmail, signedInPerson } from '../support/people/people.ts'
import { seedColleagues } from '../support/people/seed-colleagues.ts'
import { storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

let server: TestServer
/** The first account owns the organisation. */
let ada: VaultPerson
let bob: VaultPerson
let eve: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;[bob, eve] = await Promise.all([personWithVault(server), personWithVault(server)])
})

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

describe('an invitation', () => {
  test('brings who accepts it into the organisation of the inviter, with the role', async () => {
    const other = await inOtherOrganisation(eve)
    const email = newEmail()
    await inviteMember(eve.api, eve.vault, { email, role: 'analyst', ownEmail: eve.email })
    expect(await listInvitations(eve.api)).toMatchObject([{ email, role: 'analyst' }])
    expect(await listInvitations(ada.api), 'of another organisation').toEqual([])

    const { token, from, key } = await invitedBy(email)
    expect(from).toBe(eve.userId)
    expect(key).toBe(Buffer.from(eve.vault.keyFingerprint, 'hex').toString('base64url'))
    const client = server.client()
    const { data, error } = await client.auth.verifyOtp({ type: 'invite', token_hash: token })
    expect(error).toBeNull()

    const { data: profile } = await client.from('profiles').select('tenant_id').eq('user_id', data.user?.id).single()
    expect(profile).toEqual({ tenant_id: other })
    expect((await client.rpc('get_user_roles')).data).toEqual([{ role: 'analyst' }])
    expect(await listInvitations(eve.api)).toEqual([])
  })

  test('ends in a first password, which is no change of one: no notice and no mail say so', async () => {
    const email = newEmail()
    await inviteMember(ada.api, ada.vault, { email, role: 'member', ownEmail: ada.email })
    const client = server.client()
    const { data } = await client.auth.verifyOtp({ type: 'invite', token_hash: (await invitedBy(email)).token })
    const typesOf = async () => {
      const events = await client.from('system_audit_log').select('event_type').like('event_type', 'password.%')
      return events.data?.map(({ event_type }) => event_type)
    }
    const mails = (await server.mailbox.to(email)).length
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
    expect(await typesOf()).toEqual(['password.set'])
    expect((await client.from('notifications').select('kind')).data).toEqual([])

    // From then on each one is notified.
    expect((await client.auth.updateUser({ password: `${PASSWORD} and another` })).error).toBeNull()
    expect(await typesOf()).toEqual(expect.arrayContaining(['password.set', 'password.changed']))
    expect((await client.from('notifications').select('kind')).data).toEqual([{ kind: 'password_changed' }])
    await expect.poll(async () => (await server.mailbox.to(email)).length).toBe(mails + 1)
    expect(data.user?.email).toBe(email)
  })

  test('counts as well for who signs up with the address in the ordinary way, and for nobody else', async () => {
    const email = newEmail()
    await inviteMember(ada.api, ada.vault, { email, role: 'viewer', ownEmail: ada.email })
    await server.mailbox.next(email)
    await server.client().auth.signUp({ email, password: PASSWORD })
    await confirm(server, email)
    const other = await signedInPerson(server)

    const { members } = await listTeam(ada.api, ada.vault)
    expect(withAddress(members, email)?.roles).toEqual(['viewer'])
    expect(withAddress(members, other.email)?.roles).toEqual(['member'])
  })

  test('that was revoked opens nothing and gives no role', async () => {
    const email = newEmail()
    await inviteMember(ada.api, ada.vault, { email, role: 'admin', ownEmail: ada.email })
    const { token } = await invitedBy(email)
    const [invitation] = await listInvitations(ada.api)
    await revokeInvitation(ada.api, invitation?.id ?? '')

    const { error } = await server.client().auth.verifyOtp({ type: 'invite', token_hash: token })
    expect(error?.code).toBe('otp_expired')
    await server.client().auth.signUp({ email, password: PASSWORD })
    await confirm(server, email)
    expect(withAddress((await listTeam(ada.api, ada.vault)).members, email)?.roles).toEqual(['member'])
    await expect(revokeInvitation(ada.api, invitation?.id ?? '')).rejects.toMatchObject({ code: 'not_member' })
  })

  test('that ran out gives no role', async () => {
    const email = newEmail()
    await inviteMember(ada.api, ada.vault, { email, role: 'admin', ownEmail: ada.email })
    await server.mailbox.next(email)
    await server.database.owner('update invitations set expires_at = now() where email = $1', [email])
    await server.client().auth.signUp({ email, password: PASSWORD })
    await confirm(server, email)

    expect(withAddress((await listTeam(ada.api, ada.vault)).members, email)?.roles).toEqual(['member'])
  })

  test('sent again replaces the link, and the role', async () => {
    const email = newEmail()
    await inviteMember(ada.api, ada.vault, { email, role: 'viewer', ownEmail: ada.email })
    const first = await invitedBy(email)
    await inviteMember(ada.api, ada.vault, { email, role: 'admin', ownEmail: ada.email })
    const second = await invitedBy(email)
    const verify = (token_hash: string) => server.client().auth.verifyOtp({ type: 'invite', token_hash })

    expect((await verify(first.token)).error?.code).toBe('otp_expired')
    expect((await verify(second.token)).error).toBeNull()
    expect(withAddress((await listTeam(ada.api, ada.vault)).members, email)?.roles).toEqual(['admin'])
  })

  test('is not for members, nor for people without the permission', async () => {
    await expect(invite(bob, newEmail(), 'member')).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(invite(ada, bob.email, 'member')).rejects.toMatchObject({ code: 'account_exists' })
    expect(await listInvitations(bob.api)).toEqual([])
    await changeRole(ada.api, bob.userId, 'admin')
    await expect(invite(bob, newEmail(), 'owner'), 'an administrator').rejects.toMatchObject({ code: 'not_allowed' })
    await invite(bob, newEmail(), 'admin')
  })
})

describe('keys of who invited', () => {
  test('are remembered as the address says, and stay', async () => {
    await pinInviter(bob.api, bob.vault, inviterOf(ada))
    const again = await bob.reopen()
    expect((await findPerson(again.api, again.vault, ada.email)).trust).toBe('invited')
    await pinInviter(again.api, again.vault, { ...inviterOf(ada), fingerprint: toBase64Url(randomBytes(32)) }).catch(
      () => undefined,
    )
    expect((await findPerson(again.api, again.vault, ada.email)).trust).toBe('invited')
  })

  test('do not take the address of a colleague who is known', async () => {
    await pinInviter(bob.api, bob.vault, inviterOf(ada))
    const posing = { ...inviterOf(eve), email: ada.email.toUpperCase() }
    await expect(pinInviter(bob.api, bob.vault, posing)).rejects.toMatchObject({ code: 'key_changed' })

    const again = await bob.reopen()
    expect((await findPerson(again.api, again.vault, ada.email)).trust).toBe('invited')
    expect((await findPerson(again.api, again.vault, eve.email)).trust, 'nothing was remembered').toBe('new')
  })

  test('that the server does not offer close the door to it', async () => {
    const said = { ...inviterOf(ada), fingerprint: toBase64Url(randomBytes(32)) }
    await expect(pinInviter(bob.api, bob.vault, said)).rejects.toMatchObject({ code: 'key_changed' })
    const peer = await findPerson(bob.api, bob.vault, ada.email)
    expect(peer.trust).toBe('changed')
    const fileId = await storeFile(bob, 'plan.pdf', randomBytes(10))
    await expect(
      shareFile(bob.api, bob.vault, { fileId, peers: [peer], days: null, now: new Date() }),
    ).rejects.toMatchObject({
      code: 'key_changed',
    })
  })
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

  test('is not taken from both owners when each demotes the other at once', async () => {
    await changeRole(ada.api, bob.userId, 'owner')
    const outcomes = await Promise.allSettled([
      changeRole(ada.api, bob.userId, 'member'),
      changeRole(bob.api, ada.userId, 'member'),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { members } = await listTeam(eve.api, eve.vault)
    const owners = members.filter(({ roles }) => roles.includes('owner'))
    expect(owners).toHaveLength(1)
    if (owners[0]?.userId === bob.userId) {
      await changeRole(bob.api, ada.userId, 'owner')
      await changeRole(bob.api, bob.userId, 'member')
    }
  })
})

describe('somebody who is removed', () => {
  test('is out at once, with every share from and to them, and comes back with their files', async () => {
    const fileId = await storeFile(bob, 'plan.pdf', randomBytes(10))
    const peer = await findPerson(bob.api, bob.vault, eve.email)
    await shareFile(bob.api, bob.vault, { fileId, peers: [peer], days: null, now: new Date() })
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

type Members = Awaited<ReturnType<typeof listTeam>>['members']
const memberIn = (members: Members, { userId }: VaultPerson) => members.find((one) => one.userId === userId)
const withAddress = (members: Members, email: string) => members.find((one) => one.email === email)

function invite(who: VaultPerson, email: string, role: 'owner' | 'admin' | 'member'): Promise<string> {
  return inviteMember(who.api, who.vault, { email, role, ownEmail: who.email })
}

const inviterOf = ({ userId, email, vault }: VaultPerson) => ({
  userId,
  email,
  isHandedOver: true,
  fingerprint: Buffer.from(vault.keyFingerprint, 'hex').toString('base64url'),
})

/** What the fragment of the mailed address says. */
async function invitedBy(email: string): Promise<{ token: string; from: string; key: string }> {
  const { text } = await server.mailbox.next(email)
  const hash = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').hash.slice(1)
  const parts = new URLSearchParams(hash)
  return { token: parts.get('token') ?? '', from: parts.get('from') ?? '', key: parts.get('key') ?? '' }
}

/** Moves somebody to an organisation of their own, as its owner. @returns its id. */
async function inOtherOrganisation({ userId }: VaultPerson): Promise<string> {
  const { rows } = await server.database.owner<{ id: string }>(
    `with other as (insert into tenants (name) values ('Other') returning id),
          moved as (update profiles set tenant_id = (select id from other) where user_id = $1),
          gone as (delete from enterprise_user_roles where user_id = $1 returning id)
     insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'owner' from other returning tenant_id as id`,
    [userId],
  )
  return rows[0]?.id ?? ''
}

// Last: everybody who is added here stays.
test('the list of members is whole when it is longer than one answer', async () => {
  const emails = await seedColleagues((text, values) => server.database.owner(text, values), 1010)
  const { members } = await listTeam(bob.api, bob.vault)
  const listed = new Set(members.map(({ email }) => email))
  expect(emails.filter((email) => !listed.has(email))).toEqual([])
  expect(new Set(members.map(({ userId }) => userId)).size).toBe(members.length)
})
