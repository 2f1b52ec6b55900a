import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson } from '#vault/sharing/people.ts'
import {
  changeRole,
  inviteMember,
  listInvitations,
  listInvited,
  listTeam,
  pinInviter,
  revokeInvitation,
} from '#vault/organisation/team.ts'
import { listActivity } from '#web/lib/keyless/audit/reads-by-others.ts'
import { toBase64Url } from '#crypto/index.ts'
import { PASSWORD, confirm, newEmail, signedInPerson } from '../support/people/people.ts'
import { storeFile } from '../support/stored-file.ts'
import {
  ada,
  bob,
  eve,
  inOtherOrganisation,
  invite,
  invitedBy,
  inviterOf,
  server,
  stageTeam,
  withAddress,
} from './team-stage.ts'
import { shown } from '../support/shown.ts'

stageTeam()

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

  test('has its address for who may invite, by the id that the log has: also when it was accepted, not when it was withdrawn', async () => {
    const [accepted, withdrawn] = [newEmail(), newEmail()]
    for (const email of [accepted, withdrawn]) await invite(ada, email, 'member')
    const sent = await listInvitations(ada.api)
    const idOf = (email: string) => sent.find((one) => one.email === email)?.id ?? ''
    const ids = [idOf(accepted), idOf(withdrawn)]
    await server.client().auth.verifyOtp({ type: 'invite', token_hash: (await invitedBy(accepted)).token })
    expect((await listInvited(ada.api, ids)).map(({ email }) => email).toSorted()).toEqual(
      [accepted, withdrawn].toSorted(),
    )
    expect(await listInvited(bob.api, ids), 'a member').toEqual([])

    await revokeInvitation(ada.api, idOf(withdrawn))
    // More than fit into one address.
    const many = [...Array.from({ length: 500 }, () => crypto.randomUUID()), ...ids]
    expect(await listInvited(ada.api, many)).toEqual([{ id: idOf(accepted), email: accepted }])
    const types = ['invitations.insert', 'invitations.delete']
    const events = await listActivity(ada.api, { userId: ada.userId, types, limit: 3 })
    expect(events.map(({ details }) => details['id'])).toEqual([idOf(withdrawn), idOf(withdrawn), idOf(accepted)])
    expect(JSON.stringify(events)).not.toContain('@')
  })

  test('carries no header of who invites: not in the address, the name, nor that of the organisation', async () => {
    await inOtherOrganisation(eve)
    const run = (text: string) => server.database.owner(text, [eve.userId])
    await run(
      `update profiles set first_name = E'Eve\\r\\nBcc: all@example.test', last_name = E'\\n\\nSign in at evil.test' where user_id = $1`,
    )
    await run(
      `update tenants set name = E'Home\\r\\nSubject: Won' where id = (select tenant_id from profiles where user_id = $1)`,
    )
    const email = newEmail()
    await expect(invite(eve, `${email}\r\nBcc: all@example.test`, 'member')).rejects.toMatchObject({
      code: 'unexpected',
    })
    await invite(eve, email, 'member')
    const mail = await server.mailbox.next(email)
    expect(mail.subject).toBe('You have been invited')
    expect(mail.text.split('\n\n')[1]).toBe(
      'EveBcc: all@example.test Sign in at evil.test invites you to Home Subject: Won on QuantumShield, a vault for encrypted files.',
    )
    expect(await server.mailbox.to('all@example.test')).toEqual([])
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

  test('of a second organisation is no way into the account that accepted the first', async () => {
    await inOtherOrganisation(eve)
    const email = newEmail()
    await inviteMember(ada.api, ada.vault, { email, role: 'member', ownEmail: ada.email })
    const first = await invitedBy(email)
    await inviteMember(eve.api, eve.vault, { email, role: 'member', ownEmail: eve.email })
    const second = await invitedBy(email)
    expect(second.token).not.toBe(first.token)
    const accept = (token: string) => server.client().auth.verifyOtp({ type: 'invite', token_hash: token })

    expect((await accept(first.token)).error).toBeNull()
    const { data, error } = await accept(second.token)
    expect([data.session, error?.code]).toEqual([null, 'otp_expired'])
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
      shareFile(bob.api, bob.vault, { file: await shown(bob, fileId), peers: [peer], days: null, now: new Date() }),
    ).rejects.toMatchObject({
      code: 'key_changed',
    })
  })
})
