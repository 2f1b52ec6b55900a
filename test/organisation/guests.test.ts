/** Guests of an organisation: whom they know, what they are refused, and how they come and go. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPolicies } from '#vault/organisation/policies.ts'
import { admitGuest, listGuests, setGuest } from '#vault/organisation/guests.ts'
import { changeRole } from '#vault/organisation/roles.ts'
import { inviteMember, listTeam, pinInviter } from '#vault/organisation/team.ts'
import { agreeToRecovery } from '#vault/recovery/recovery-agreement.ts'
import { decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { beginEpoch } from '#vault/spaces/begin-epoch.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { argumentFor, relationsOf, routinesOf } from '../support/people/strangers.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { shown } from '../support/shown.ts'
import { storeFile } from '../support/stored-file.ts'

let server: TestServer
/** Owns the organisation. */
let ada: VaultPerson
/** Colleagues; the guest shares nothing with Cara. */
let bob: VaultPerson
let cara: VaultPerson
let gus: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
  ;[bob, cara] = await Promise.all([personWithVault(server), personWithVault(server)])
  const body = { first_name: 'Caramella', last_name: 'Zimtstern', company: 'Zimtstern Bau' }
  await cara.api.rest(`profiles?user_id=eq.${cara.userId}`, { method: 'PATCH', body })
})
afterAll(() => server.stop())
beforeEach(async () => {
  gus = await personWithVault(server)
})

const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
/** The end of a guest as the page of Ada has it. */
const seenOf = async (person = gus) => (await listGuests(ada.api)).get(person.userId)?.endsAt ?? null
const makeGuest = async (person = gus, days = 30) =>
  setGuest(ada.api, person.userId, inDays(days), await seenOf(person))
const admit = async (person = gus) => admitGuest(ada.api, person.userId, await seenOf(person))
const run = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.owner<Row>(text, values)).rows
const waitingForLocks = async () =>
  (await run(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length
const addressesOf = async ({ api, vault }: VaultPerson) =>
  (await listTeam(api, vault)).members.map(({ email }) => email).toSorted()
const asEditor = ({ userId, email }: VaultPerson) => ({ userId, email, role: 'editor' as const })
const share = async (from: VaultPerson, to: VaultPerson) => {
  const file = await storeFile(from, 'plan.pdf', randomBytes(100))
  const peers = [await findPerson(from.api, from.vault, to.email)]
  await shareFile(from.api, from.vault, { file: await shown(from, file), peers, days: null, now: new Date() })
}
const isSuspended = async (person: string) =>
  (
    await run<{ held: boolean }>(
      'select auth.is_suspended(u.id, u.banned_until) as held from auth.users u where u.id = $1',
      [person],
    )
  )[0]?.held
const linkOf = async (person: VaultPerson) => {
  const file = await storeFile(person, 'plan.pdf', randomBytes(100))
  return createLink(
    person.api,
    person.vault,
    { file: await shown(person, file), days: 1, password: null, maxDownloads: null, sender: null },
    new Date(),
  )
}
const eventsOf = async (person: string) =>
  (
    await run<{ event_type: string }>(
      `select event_type from system_audit_log where event_type like 'guest.%' and details ->> 'id' = $1 order by created_at, id`,
      [person],
    )
  ).map(({ event_type: type }) => type)

describe('a guest knows', () => {
  test('who invited them, and those whom they share a space or a file with, either way', async () => {
    await makeGuest()
    expect(await addressesOf(gus)).toEqual([ada.email, gus.email].toSorted())
    await expect(findPerson(gus.api, gus.vault, bob.email)).rejects.toMatchObject({ code: 'person_unknown' })
    await share(bob, gus)
    expect(await addressesOf(gus)).toEqual([ada.email, bob.email, gus.email].toSorted())
    await share(gus, bob)
    await createTeamSpace(ada.api, ada.vault, { name: 'Both', members: [asEditor(gus), asEditor(cara)] })
    expect(await addressesOf(gus)).toEqual([ada.email, bob.email, cara.email, gus.email].toSorted())
  })

  test('nothing of anybody else, in any table and from any function', async () => {
    await ada.api.rest('rpc/create_team', {
      method: 'POST',
      body: { named: `Zuckerwerk ${randomUUID()}`, person_ids: [cara.userId, gus.userId] },
    })
    await decideRecovery(ada.api, ada.vault, { holders: [cara.userId], threshold: 1, now: new Date() })
    await makeGuest()
    const marks = [cara.userId, cara.email, 'Caramella', 'Zimtstern', 'Zuckerwerk']
    const ask = async (target: string, body?: object) => {
      const headers = { authorization: `Bearer ${gus.accessToken}`, 'content-type': 'application/json' }
      const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
      return (await server.fetch(target, { ...init, headers })).text()
    }
    const told: string[] = []
    for (const { name } of await relationsOf(server)) {
      const text = await ask(`/rest/v1/${name}`)
      if (marks.some((mark) => text.includes(mark))) told.push(name)
    }
    for (const { name, names, types } of await routinesOf(server)) {
      const about = { id: cara.userId, email: cara.email }
      const body = Object.fromEntries(names.map((one, at) => [one, argumentFor(types[at] ?? '', about)]))
      const text = await ask(`/rest/v1/rpc/${name}`, body)
      const given = [about.id, about.email]
      if (marks.some((mark) => !given.includes(mark) && text.includes(mark))) told.push(name)
    }
    expect(told).toEqual([])
    expect(await ask('/rest/v1/rpc/is_colleague', { person: cara.userId })).toBe('false')
    expect(await ask('/rest/v1/rpc/is_colleague', { person: ada.userId })).toBe('true')
    expect(await readRecoveryPolicy(bob.api, bob.vault)).not.toBeNull()
    expect(await readRecoveryPolicy(gus.api, gus.vault)).toBeNull()
  })
})

describe('everybody of the organisation sees', () => {
  test('who is a guest, and who manages people sees until when', async () => {
    await makeGuest()
    expect((await listGuests(bob.api)).get(gus.userId)).toEqual({ endsAt: null, hasEnded: false })
    expect((await listGuests(ada.api)).get(gus.userId)?.endsAt).toMatch(/^20/)
    expect((await listGuests(gus.api)).get(gus.userId)?.endsAt).toMatch(/^20/)
    const other = await personWithVault(server)
    await makeGuest(other)
    expect([...(await listGuests(gus.api)).keys()]).toEqual([gus.userId])
  })
})

describe('a guest is refused', () => {
  test('a role that carries a permission, by the page and by hand', async () => {
    await makeGuest()
    for (const role of ['owner', 'admin', 'security_admin', 'viewer', 'partner'] as const) {
      await expect(changeRole(ada.api, gus.userId, role), role).rejects.toMatchObject({ code: 'guest_has_no_role' })
    }
    await changeRole(ada.api, gus.userId, 'member')
    await expect(
      run(`update enterprise_user_roles set role = 'admin' where user_id = $1`, [gus.userId]),
    ).rejects.toMatchObject({ code: 'QS483' })
  })

  test('inviting, and making or managing a team space', async () => {
    await makeGuest()
    const invitation = { email: newEmail(), role: 'member' as const, ownEmail: gus.email }
    await expect(inviteMember(gus.api, gus.vault, invitation)).rejects.toMatchObject({ code: 'not_allowed' })
    const space = { name: 'Mine', members: [], me: { email: gus.email } }
    await expect(createTeamSpace(gus.api, gus.vault, space)).rejects.toMatchObject({ code: 'guest_makes_no_space' })
    const members = [{ userId: ada.userId, email: ada.email, role: 'manager' as const }, asEditor(gus)]
    const others = { id: randomUUID(), name: 'Hers', members, before: null }
    await expect(beginEpoch(gus.api, gus.vault, others)).rejects.toMatchObject({ code: 'guest_makes_no_space' })
    const managed = { name: 'Ours', members: [{ ...asEditor(gus), role: 'manager' as const }] }
    await expect(createTeamSpace(ada.api, ada.vault, managed)).rejects.toMatchObject({ code: 'guest_makes_no_space' })
  })

  test('links, until the organisation allows them to guests', async () => {
    await makeGuest()
    const make = () => linkOf(gus)
    await expect(make()).rejects.toMatchObject({ code: 'against_rules' })
    await setPolicies(ada.api, { wanted: { allowsGuestLinks: true }, seen: 0 })
    await make()
    await setPolicies(ada.api, { wanted: { allowsLinks: false }, seen: 1 })
    await expect(make()).rejects.toMatchObject({ code: 'against_rules' })
    await setPolicies(ada.api, { wanted: { allowsLinks: true, allowsGuestLinks: false }, seen: 2 })
    await expect(make()).rejects.toMatchObject({ code: 'against_rules' })
  })
})

describe('a member becomes a guest', () => {
  test('within a year, by who manages people, and not by themselves', async () => {
    for (const days of [-1, 367]) {
      await expect(makeGuest(gus, days)).rejects.toMatchObject({ code: 'guest_end_over' })
    }
    await expect(setGuest(bob.api, gus.userId, inDays(1), null)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(setGuest(ada.api, ada.userId, inDays(1), null)).rejects.toMatchObject({ code: 'not_allowed' })
    await makeGuest(gus, 365)
    await makeGuest(gus, 20)
    await admit()
    await expect(admit()).rejects.toMatchObject({ code: 'not_member' })
    expect(await eventsOf(gus.userId)).toEqual(['guest.made', 'guest.extended', 'guest.admitted'])
    expect(await addressesOf(gus)).toContain(cara.email)
  })

  test('only as they were seen: what another administrator did meanwhile is refused, and nothing is changed', async () => {
    const seenAsMember = await seenOf()
    await makeGuest()
    const seenAsGuest = await seenOf()
    const late = { code: 'guest_changed' }
    await expect(setGuest(ada.api, gus.userId, inDays(60), seenAsMember)).rejects.toMatchObject(late)
    expect(await seenOf()).toBe(seenAsGuest)
    await makeGuest(gus, 40)
    await expect(admitGuest(ada.api, gus.userId, seenAsGuest)).rejects.toMatchObject(late)
    await admit()
    // A day that is chosen on a page that still shows a guest.
    await expect(setGuest(ada.api, gus.userId, inDays(60), seenAsGuest)).rejects.toMatchObject(late)
    expect(await seenOf()).toBeNull()
    const answer = await server.fetch('/rest/v1/rpc/set_guest', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.accessToken}`,
        apikey: server.secrets.publishableKeys[0] ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ person: gus.userId, until: inDays(60), seen: seenAsGuest }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'QS487' }])
  })

  test('never while a list of members that names them a manager is written, nor the other way round', async () => {
    const [home] = await run<{ id: string }>('select id from tenants where is_default')
    const managed = { name: 'Ours', members: [{ ...asEditor(gus), role: 'manager' as const }] }
    const { making } = await server.database.asOwner(async (db) => {
      // As `set_guest` does, which is not done yet.
      await db.query({ text: 'select from tenants where id = $1 for no key update', values: [home?.id] })
      await db.query({ text: 'select authz.mark_guest($1, $2, $3)', values: [gus.userId, home?.id, inDays(9)] })
      const promised = createTeamSpace(ada.api, ada.vault, managed).catch((error: unknown) => error)
      await expect.poll(waitingForLocks).toBeGreaterThan(0)
      return { making: promised }
    })
    expect(await making).toMatchObject({ code: 'guest_makes_no_space' })
  })

  test('after their role and their spaces are somebody else’s', async () => {
    await changeRole(ada.api, gus.userId, 'security_admin')
    await expect(makeGuest()).rejects.toMatchObject({ code: 'guest_still_holds' })
    await changeRole(ada.api, gus.userId, 'member')
    await createTeamSpace(gus.api, gus.vault, { name: 'Mine', members: [], me: { email: gus.email } })
    await expect(makeGuest()).rejects.toMatchObject({ code: 'guest_still_holds' })
  })

  test('and holds no key of recovery, under the policy in force or from before', async () => {
    await decideRecovery(ada.api, ada.vault, { holders: [gus.userId], threshold: 1, now: new Date() })
    await expect(makeGuest()).rejects.toMatchObject({ code: 'guest_still_holds' })
    await decideRecovery(ada.api, ada.vault, { holders: [cara.userId], threshold: 1, now: new Date() })
    await makeGuest()
  })

  test.each([
    [
      'a role with a permission',
      `insert into enterprise_user_roles (user_id, tenant_id, role) select $1, tenant_id, 'viewer' from profiles where user_id = $1`,
    ],
    [
      'a team space that they manage',
      `insert into team_space_members (space_id, user_id, role, wrapped_key) select s.id, $1, 'manager', 'x' from spaces s where s.kind = 'team' limit 1`,
    ],
  ])('is refused with QS486 for %s', async (_, statement) => {
    await createTeamSpace(ada.api, ada.vault, { name: 'Some', members: [], me: { email: ada.email } })
    await run(statement, [gus.userId])
    const mark = 'select authz.mark_guest(user_id, tenant_id, $2) from profiles where user_id = $1'
    await expect(run(mark, [gus.userId, inDays(9)])).rejects.toMatchObject({ code: 'QS486' })
    expect(await seenOf()).toBeNull()
  })

  test('and reads no name of a holder of recovery whom they do not know, though they agreed', async () => {
    const now = new Date()
    await decideRecovery(ada.api, ada.vault, { holders: [bob.userId, cara.userId], threshold: 2, now })
    await pinInviter(gus.api, gus.vault, {
      userId: ada.userId,
      email: ada.email,
      fingerprint: Buffer.from(ada.vault.keyFingerprint, 'hex').toString('base64url'),
      isHandedOver: true,
    })
    const policy = await readRecoveryPolicy(gus.api, gus.vault)
    await agreeToRecovery(gus.api, gus.vault, policy?.hash ?? '')
    await share(gus, bob)
    const holders = async () => {
      const own = await gus.api.rest('rpc/own_recovery', { method: 'POST', body: {} })
      return (own as { holders: { email: string }[] }).holders.map(({ email }) => email).toSorted()
    }
    expect(await holders()).toEqual([bob.email, cara.email].toSorted())
    await makeGuest()
    expect(await holders()).toEqual([bob.email])
  })

  test('and their links end, unless guests may make them', async () => {
    const live = () => run('select id from share_links where user_id = $1 and revoked_at is null', [gus.userId])
    await linkOf(gus)
    await makeGuest()
    expect(await live()).toEqual([])
    await admit()
    await linkOf(gus)
    const policies = `insert into organisation_policies (tenant_id) select id from tenants where is_default on conflict do nothing`
    await run(policies)
    await run('update organisation_policies set allows_guest_links = true')
    await makeGuest()
    expect(await live()).toHaveLength(1)
    await run('update organisation_policies set allows_guest_links = false')
  })

  test('and reads no team of a space', async () => {
    await makeGuest()
    const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Both', members: [asEditor(gus)] })
    const [team] = await run<{ id: string }>(
      `insert into teams (tenant_id, name) select id, 'Zimt ' || gen_random_uuid() from tenants where is_default returning id`,
    )
    await run('insert into space_teams (space_id, team_id, left_out) values ($1, $2, $3)', [
      spaceId,
      team?.id,
      [cara.userId],
    ])
    expect(await ada.api.rest(`space_teams?space_id=eq.${spaceId}`)).toHaveLength(1)
    expect(await gus.api.rest(`space_teams?space_id=eq.${spaceId}`)).toEqual([])
  })
})

/** Accepts the newest invitation of an address. @returns the id of the account */
async function accept(email: string): Promise<string> {
  const hash = new URL(linkIn(await server.mailbox.next(email))).hash.slice(1)
  const client = server.client()
  const token = new URLSearchParams(hash).get('token') ?? ''
  const { data, error } = await client.auth.verifyOtp({ type: 'invite', token_hash: token })
  if (error) throw error
  await client.auth.updateUser({ password: PASSWORD })
  return data.user?.id ?? ''
}
const invite = (email: string, guestUntil: string | null, role: 'member' | 'admin' = 'member') =>
  inviteMember(ada.api, ada.vault, { email, role, ownEmail: ada.email, guestUntil })
const endOf = async (person: string) =>
  (await run<{ ends_at: Date }>('select ends_at from authz.guests where user_id = $1', [person]))[0]?.ends_at

describe('an invitation', () => {
  test('of a guest says so, and who accepts it is one until its day', async () => {
    const email = newEmail()
    const until = inDays(90)
    await invite(email, until)
    const mail = await server.mailbox.next(email)
    expect(mail.text).toContain(`as a guest until ${until.slice(0, 10)}`)
    await invite(email, until)
    const person = await accept(email)
    expect((await endOf(person))?.toISOString()).toBe(until)
    const events = await run(`select details from system_audit_log where event_type = 'guest.invited'`)
    expect(events.length).toBeGreaterThan(1)
  })

  test('of a guest gives no role and no longer end, and sent again as one of a member it is that', async () => {
    await expect(invite(newEmail(), inDays(10), 'admin')).rejects.toMatchObject({ code: 'guest_has_no_role' })
    for (const days of [-1, 367]) {
      await expect(invite(newEmail(), inDays(days))).rejects.toMatchObject({ code: 'guest_end_over' })
    }
    const email = newEmail()
    await invite(email, inDays(10))
    await server.mailbox.next(email)
    await invite(email, null)
    expect(await endOf(await accept(email))).toBeUndefined()
  })

  test('whose guest_until is over before its person comes lets nobody in as a member', async () => {
    const email = newEmail()
    await invite(email, inDays(2))
    await run(`update invitations set guest_until = now() - interval '1 minute' where email = $1`, [email])
    const person = await accept(email)
    expect(await isSuspended(person)).toBe(true)
  })

  test('of a guest does not go to who is in the list already', async () => {
    const email = newEmail()
    await invite(email, null)
    await run(
      `insert into profiles (user_id, tenant_id) select u.id, t.id from auth.users u, tenants t where u.email = $1 and t.is_default`,
      [email],
    )
    await expect(invite(email, inDays(3))).rejects.toMatchObject({ code: 'account_exists' })
    await invite(email, null)
  })
})

describe('an end', () => {
  const age = (person: VaultPerson, days: number) =>
    run(`update authz.guests set ends_at = now() + make_interval(secs => $2) where user_id = $1`, [
      person.userId,
      days * 86_400,
    ])
  const noticesOf = (person: VaultPerson) =>
    run<{ details: { person: string } }>(
      `select details from notifications where user_id = $1 and kind = 'guest_ending' and details ->> 'person' = $2`,
      [person.userId, gus.userId],
    )

  test('is told a week before, once, to who invited and to owners; a later day is told again', async () => {
    await run(
      `insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'admin' from tenants where is_default on conflict do nothing`,
      [cara.userId],
    )
    await setGuest(cara.api, gus.userId, inDays(10), null)
    await run('select notify.of_guest_ends()')
    expect(await noticesOf(ada)).toEqual([])
    await age(gus, 6)
    for (let again = 0; again < 2; again++) await run('select notify.of_guest_ends()')
    expect(await noticesOf(ada)).toHaveLength(1)
    expect(await noticesOf(cara)).toHaveLength(1)
    expect(await noticesOf(bob)).toEqual([])
    await age(gus, 5)
    await run('select notify.of_guest_ends()')
    expect(await noticesOf(ada)).toHaveLength(2)
    await run('delete from enterprise_user_roles where user_id = $1 and role = $2', [cara.userId, 'admin'])
  })

  test('ends the sessions and counts as a suspension, and a new day opens the account again', async () => {
    await makeGuest()
    await age(gus, -1)
    expect(await isSuspended(gus.userId)).toBe(true)
    for (let again = 0; again < 2; again++) await run('select authz.end_guests()')
    expect(await run('select id from auth.sessions where user_id = $1', [gus.userId])).toEqual([])
    expect((await listGuests(ada.api)).get(gus.userId)).toMatchObject({ hasEnded: true })
    await makeGuest()
    expect(await isSuspended(gus.userId)).toBe(false)
    expect(await eventsOf(gus.userId)).toEqual(['guest.made', 'guest.ended', 'guest.extended'])
  })

  test('is carried out once, for those alone whose end is over, with their codes', async () => {
    const later = await personWithVault(server)
    await makeGuest()
    await makeGuest(later)
    await age(gus, -1)
    await run(
      `insert into auth.one_time_tokens (user_id, kind, token_hash, otp_hash, sent_to, expires_at)
       values ($1, 'recovery', convert_to($2, 'UTF8'), '\\x00', 'gus', now() + interval '1 hour')`,
      [gus.userId, randomUUID()],
    )
    const [before] = await run<{ banned_until: Date | null }>('select banned_until from auth.users where id = $1', [
      gus.userId,
    ])
    expect(await run<{ end_guests: number }>('select authz.end_guests()')).toEqual([{ end_guests: 1 }])
    expect(await run<{ end_guests: number }>('select authz.end_guests()')).toEqual([{ end_guests: 0 }])
    expect(await run('select id from auth.one_time_tokens where user_id = $1', [gus.userId])).toEqual([])
    expect(await run('select id from auth.sessions where user_id = $1', [later.userId])).not.toEqual([])
    // The end itself shuts the account; nothing else is written for it.
    expect(await run('select banned_until from auth.users where id = $1', [gus.userId])).toEqual([before])
    expect(await run('select user_id from suspended_members where user_id = $1', [gus.userId])).toEqual([])
    expect(await eventsOf(later.userId)).toEqual(['guest.made'])
  })

  test('is not taken back by the end of a suspension or a return, and a new day ends no suspension', async () => {
    await makeGuest()
    await ada.api.rest('rpc/suspend_member', { method: 'POST', body: { person: gus.userId } })
    await age(gus, -1)
    await run('select authz.end_guests()')
    await ada.api.rest('rpc/end_suspension', { method: 'POST', body: { person: gus.userId } })
    expect(await isSuspended(gus.userId)).toBe(true)
    await ada.api.rest('rpc/remove_member', { method: 'POST', body: { person: gus.userId } })
    await ada.api.rest('rpc/restore_member', { method: 'POST', body: { person: gus.userId } })
    expect(await isSuspended(gus.userId)).toBe(true)
    await ada.api.rest('rpc/suspend_member', { method: 'POST', body: { person: gus.userId } })
    await makeGuest()
    expect(await isSuspended(gus.userId)).toBe(true)
    await ada.api.rest('rpc/end_suspension', { method: 'POST', body: { person: gus.userId } })
    expect(await isSuspended(gus.userId)).toBe(false)
  })
})
