import { expect, test } from 'vitest'
import { newEmail, PASSWORD, type Person, signedInPerson } from '../support/people/people.ts'
import { targetOfButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import {
  type Answer,
  eventsOf,
  firstSignIn,
  home,
  makeToken,
  newAddress,
  owner,
  patch,
  proveDomain,
  provisioned,
  organisationOf,
  send,
  server,
  stageScim,
  userOf,
} from './scim-stage.ts'

stageScim()

const refusal = ({ status, body }: Answer) => [status, body.scimType, body.detail]
const find = (filter: string) => send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
const accountOf = async (email: string) => {
  const { rows } = await server.database.owner(
    `select u.encrypted_password is not null as has_password, u.email_confirmed_at is not null as is_confirmed, u.is_vault_enrolled,
            p.tenant_id, array(select role from authz.live_roles r where r.user_id = u.id) as roles
     from auth.users u left join public.profiles p on p.user_id = u.id where u.email = $1`,
    [email],
  )
  return rows[0]
}
const standingOf = async ({ client }: Person, id: string) => {
  const { data } = await client.rpc('member_standings')
  return (data as { user_id: string; standing: string }[]).find((one) => one.user_id === id)?.standing
}

test('who is provisioned has no way in, is found by every name, and gets in by their own mailbox alone', async () => {
  const email = newAddress()
  const made = await send('POST', '/Users', userOf(email))
  expect([made.status, made.headers.get('content-type')]).toEqual([201, 'application/scim+json; charset=utf-8'])
  expect(made.headers.get('location')).toBe(made.body.meta.location)
  const { id } = made.body
  const read = await send('GET', `/Users/${id}`)
  expect(read.body).toEqual(made.body)
  for (const filter of [
    `userName eq "${email.toUpperCase()}"`,
    `externalId eq "ext-${email}"`,
    `emails[type eq "work"].value eq "${email}"`,
    `emails.value sw "${email.slice(0, 12)}" and not (active eq false)`,
    `id eq "${id}" and meta.created gt "2020-01-01T00:00:00Z" and name.givenName ew "DA"`,
  ])
    expect([filter, (await find(filter)).body.Resources?.map((one) => one.id)]).toEqual([filter, [id]])
  expect((await find(`externalId eq "EXT-${email}"`)).body.totalResults).toBe(0)
  expect(await accountOf(email)).toEqual({
    has_password: false,
    is_confirmed: false,
    is_vault_enrolled: false,
    tenant_id: home,
    roles: ['member'],
  })
  expect(await standingOf(owner, id)).toBe('waiting')

  const person = await firstSignIn(email)
  expect(await organisationOf(person)).toBe(home)
  expect(await standingOf(owner, id)).toBe('active')
  const events = await eventsOf(home, '%')
  const created = events.find(({ event_type, details }) => event_type === 'users.insert' && details['id'] === id)
  expect(created?.details).toMatchObject({ by: 'scim', token: expect.any(String) as string })
})

test('a token that mails sends one mail, with which somebody signs in for the first time', async () => {
  const mailing = await makeToken(owner, { with_mails: true })
  const email = newAddress()
  await send('POST', '/Users', userOf(email), { as: mailing })
  const mail = await server.mailbox.next(email)
  expect(mail.text).toContain('has prepared an account for you')
  const target = await targetOfButton(linkIn(mail))
  expect(target.pathname).toBe('/login')
  expect(await accountOf(email)).toMatchObject({ is_confirmed: true, tenant_id: home })
  const quiet = newAddress()
  await send('POST', '/Users', userOf(quiet, { active: false }), { as: mailing })
  expect(await server.mailbox.to(quiet)).toEqual([])
})

test('only addresses of proven domains are provisioned, and nobody is taken over', async () => {
  const stranger = await signedInPerson(server, { email: newEmail() })
  const unproven = await send('POST', '/Users', userOf(stranger.email))
  expect(refusal(unproven)).toEqual([400, 'invalidValue', expect.stringContaining('is not verified') as string])
  // Whether there is an account of an address that is not theirs is nobody's to learn.
  expect(unproven.body.detail).toBe((await send('POST', '/Users', userOf(newEmail()))).body.detail)

  const domain = `late-${newEmail().split('@')[0]}.example`
  const early = await signedInPerson(server, { email: `early@${domain}` })
  await proveDomain(home, domain)
  const elsewhere = await send('POST', '/Users', userOf(early.email))
  expect(refusal(elsewhere)).toEqual([409, 'uniqueness', expect.stringContaining('another organisation') as string])
  expect(await organisationOf(early)).not.toBe(home)
  const refused = (await eventsOf(home, 'scim.refused')).map(({ details }) => details['reason'])
  expect(refused).toEqual(expect.arrayContaining(['domain_not_verified', 'other_organisation']))
})

test('an account that a stranger began with the address loses what they set', async () => {
  const email = newAddress()
  await server.client().auth.signUp({ email, password: PASSWORD, options: { data: { first_name: 'Mallory' } } })
  const { text } = await server.mailbox.next(email)
  const { id } = await provisioned(email)
  expect(await accountOf(email)).toMatchObject({ has_password: false, is_confirmed: false, tenant_id: home })
  const { rows } = await server.database.owner('select user_metadata from auth.users where id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain('Mallory')
  // Nor does the link of that sign-up lead into it.
  const target = await targetOfButton(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  expect(target.hash).toContain('otp_expired')
})

test('the same POST twice, and names that others have, are refused as taken', async () => {
  const [one, two] = [newAddress(), newAddress()]
  const { id } = await provisioned(one)
  expect(refusal(await send('POST', '/Users', userOf(one)))).toEqual([409, 'uniqueness', expect.any(String)])
  const sameName = userOf(two, { userName: one.toUpperCase() })
  expect(refusal(await send('POST', '/Users', sameName))).toEqual([
    409,
    'uniqueness',
    expect.stringContaining('userName'),
  ])
  const sameId = userOf(two, { externalId: `ext-${one}` })
  expect(refusal(await send('POST', '/Users', sameId))).toEqual([
    409,
    'uniqueness',
    expect.stringContaining('externalId'),
  ])
  // One transaction each: the account that was made first is gone again.
  expect(await accountOf(two)).toBeUndefined()
  expect((await find(`externalId eq "ext-${one}"`)).body.Resources.map((found) => found.id)).toEqual([id])
})

test('inactive ends every session and refuses sign-in, active gives all of it back', async () => {
  const email = newAddress()
  const { id } = await provisioned(email)
  const person = await firstSignIn(email)
  const { body } = await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
  expect(body.active).toBe(false)
  expect(await standingOf(owner, id)).toBe('suspended')
  const refreshed = await person.client.auth.refreshSession()
  expect(refreshed.error).not.toBeNull()
  const again = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
  expect(again.error?.code).toBe('user_banned')
  const mailed = await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(mailed.error).toBeNull()

  expect((await send('PUT', `/Users/${id}`, userOf(email))).body.active).toBe(true)
  expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  const events = await eventsOf(home, 'suspended_members.%')
  expect(events.filter(({ details }) => details['id'] === id).map(({ event_type }) => event_type)).toEqual([
    'suspended_members.insert',
    'suspended_members.delete',
  ])
})

test('deleted is removed from the organisation, and the same person may come back', async () => {
  const email = newAddress()
  const { id } = await provisioned(email)
  const person = await firstSignIn(email)
  await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
  expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
  for (const again of [await send('GET', `/Users/${id}`), await send('DELETE', `/Users/${id}`)])
    expect(again.status).toBe(404)
  expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('user_banned')
  expect((await provisioned(email)).id).toBe(id)
  expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  expect(person.session.user.id).toBe(id)
})

test('the address of an account is its person’s after the first sign-in, and a provider that says another one still suspends', async () => {
  const [email, corrected, other] = [newAddress(), newAddress(), newAddress()]
  const { id } = await provisioned(email)
  const emails = (value: string) => ({ op: 'Replace', path: 'emails[type eq "work"].value', value })
  expect((await patch(`/Users/${id}`, [emails(corrected)])).body['emails']).toEqual([
    { value: corrected, type: 'work', primary: true },
  ])
  expect((await patch(`/Users/${id}`, [emails(newEmail())])).status).toBe(400)
  await firstSignIn(corrected)
  const { status, body } = await patch(`/Users/${id}`, [
    emails(other),
    { op: 'Replace', path: 'active', value: 'False' },
  ])
  expect([status, body.active, body['emails']]).toEqual([
    200,
    false,
    [{ value: corrected, type: 'work', primary: true }],
  ])
})

test('owners are left alone by a token that no owner made, and the last one by every token', async () => {
  const admin = await signedInPerson(server, { email: newAddress() })
  await server.database.owner(`update public.enterprise_user_roles set role = 'admin' where user_id = $1`, [
    admin.session.user.id,
  ])
  const ofAdmin = await makeToken(admin)
  const path = `/Users/${owner.session.user.id}`
  const off = [{ op: 'replace', value: { active: false } }]
  expect((await patch(path, off, { as: ofAdmin })).status).toBe(403)
  expect((await send('DELETE', path, undefined, { as: ofAdmin })).status).toBe(403)
  for (const answer of [await patch(path, off), await send('DELETE', path)])
    expect(refusal(answer)).toEqual([409, undefined, 'An organisation keeps at least one owner who can sign in.'])

  // A second owner who is suspended does not count.
  const { id } = await provisioned()
  await server.database.owner(`update public.enterprise_user_roles set role = 'owner' where user_id = $1`, [id])
  expect((await patch(`/Users/${id}`, off)).status).toBe(200)
  expect((await patch(path, off)).status).toBe(409)
  expect((await send('GET', path)).body.active).toBe(true)
  const reasons = (await eventsOf(home, 'scim.refused')).map(({ details }) => details['reason'])
  expect(reasons).toEqual(expect.arrayContaining(['is_owner', 'last_owner']))
})

test('an open invitation gives its role to who is provisioned instead', async () => {
  const email = newAddress()
  await server.database.owner(
    `insert into public.invitations (tenant_id, email, role, invited_by, expires_at) values ($1, $2, 'security_admin', $3, now() + interval '1 day')`,
    [home, email, owner.session.user.id],
  )
  await provisioned(email)
  expect(await accountOf(email)).toMatchObject({ roles: ['security_admin'] })
})

test('a version that somebody else changed is not written over, and one that is known is not sent again', async () => {
  const { id, meta } = await provisioned()
  const known = await send('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': meta.version } })
  expect([known.status, known.headers.get('etag')]).toEqual([304, meta.version])
  const rename = [{ op: 'replace', path: 'name.givenName', value: 'Eve' }]
  const first = await patch(`/Users/${id}`, rename, { headers: { 'if-match': meta.version } })
  expect(first.headers.get('etag')).not.toBe(meta.version)
  const stale = { headers: { 'if-match': meta.version } }
  expect((await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }], stale)).status).toBe(412)
  expect((await send('DELETE', `/Users/${id}`, undefined, stale)).status).toBe(412)
  expect((await send('GET', `/Users/${id}`)).body).toEqual(first.body)
})

test('pages by index and by cursor show everybody once', async () => {
  const ids = new Set([(await provisioned()).id, (await provisioned()).id, (await provisioned()).id])
  const filter = `filter=${encodeURIComponent(`userName co "@"`)}&count=2`
  const total = (await send('GET', '/Users?count=0')).body.totalResults
  const byIndex: string[] = []
  for (let start = 1; start <= total; start += 2) {
    const { body } = await send('GET', `/Users?${filter}&startIndex=${start}`)
    expect([body.totalResults, body['startIndex']]).toEqual([total, start])
    byIndex.push(...body.Resources.map(({ id }) => id))
  }
  const byCursor: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { body }: Answer = await send('GET', `/Users?${filter}&cursor=${cursor}`)
    byCursor.push(...body.Resources.map(({ id }) => id))
    cursor = body.nextCursor
  }
  expect(byCursor).toEqual(byIndex)
  expect(new Set(byIndex).size).toBe(total)
  expect(byIndex).toEqual(expect.arrayContaining([...ids]))
  for (const query of [
    'cursor=nonsense',
    'count=many',
    'startIndex=1.5',
    `filter=${'x'.repeat(3_000)}`,
    'count=1&count=2',
    'filter=%00',
  ])
    expect([query, (await send('GET', `/Users?${query}`)).status]).toEqual([query, 400])
})

test('an answer holds the attributes that were asked for', async () => {
  const email = newAddress()
  const { id } = await provisioned(email)
  const some = await send('GET', `/Users/${id}?attributes=userName,name.givenName,emails.value`)
  expect(some.body).toEqual({
    schemas: expect.any(Array) as unknown[],
    id,
    userName: email,
    name: { givenName: 'Ada' },
    emails: [{ value: email }],
  })
  const { body } = await send('GET', `/Users/${id}?excludedAttributes=name,emails.type,meta,id`)
  expect(Object.keys(body).toSorted()).toEqual([
    'active',
    'displayName',
    'emails',
    'externalId',
    'groups',
    'id',
    'schemas',
    'userName',
    'userType',
  ])
})

test('"Guest" makes guests where a rule says how long they stay, "Member" ends that, and whatever else is said says nothing', async () => {
  const endOf = async (id: string) => {
    const { rows } = await server.database.owner<{ days: number }>(
      `select round(extract(epoch from ends_at - now()) / 86400)::integer as days from authz.guests where user_id = $1`,
      [id],
    )
    return rows[0]?.days
  }
  const say = (id: string, userType: unknown) =>
    patch(`/Users/${id}`, [{ op: 'replace', path: 'userType', value: userType }])

  const email = newAddress()
  expect(refusal(await send('POST', '/Users', userOf(email, { userType: 'Guest' })))).toEqual([
    400,
    'invalidValue',
    expect.stringMatching(/how long a guest stays.*under Rules/),
  ])
  expect(await accountOf(email)).toBeUndefined()

  await rule(30)
  const made = await provisioned(email, { userType: 'guest' })
  expect([made['userType'], await endOf(made.id)]).toEqual(['Guest', 30])
  expect((await find(`userType eq "Guest" and id eq "${made.id}"`)).body.totalResults).toBe(1)
  expect((await find(`userType eq "Member" and id eq "${made.id}"`)).body.totalResults).toBe(0)
  // Said again, it extends nothing.
  await rule(90)
  expect((await say(made.id, 'Guest')).body['userType']).toBe('Guest')
  for (const userType of ['Contractor', 'M'.repeat(300), 'one\nline', 7, ['Member'], { value: 'Member' }])
    expect([userType, (await say(made.id, userType)).body['userType']]).toEqual([userType, 'Guest'])
  expect(await endOf(made.id)).toBe(30)
  // Where no rule is, the provider has no say, and sends this for everybody.
  await rule(null)
  expect((await say(made.id, 'Member')).body['userType']).toBe('Guest')
  await rule(90)
  expect((await say(made.id, 'Member')).body['userType']).toBe('Member')
  expect(await endOf(made.id)).toBeUndefined()
  const events = (await eventsOf(home, 'guest.%')).filter(({ details }) => details['id'] === made.id)
  expect(events.map(({ event_type: type, details }) => [type, details['by']])).toEqual([
    ['guest.made', 'scim'],
    ['guest.admitted', 'scim'],
  ])

  await holdRole(made.id)
  expect(refusal(await say(made.id, 'Guest'))).toEqual([
    409,
    undefined,
    expect.stringContaining('cannot become a guest'),
  ])
  await rule(null)
})

test('"Guest" keeps nobody active: who leaves is suspended where "Guest" is refused, and otherwise as a guest', async () => {
  const wholly = async (id: string) => {
    const { body } = await send('GET', `/Users/${id}`)
    return send('PUT', `/Users/${id}`, userOf(body.userName, { active: false, userType: 'Guest' }))
  }
  const inPart = (id: string) =>
    patch(`/Users/${id}`, [
      { op: 'replace', path: 'userType', value: 'Guest' },
      { op: 'replace', path: 'active', value: false },
    ])
  for (const days of [null, 30])
    for (const suspend of [wholly, inPart]) {
      await rule(days)
      const { id } = await provisioned()
      // With the rule, a role is the reason to refuse.
      if (days !== null) await holdRole(id)
      const { status, body } = await suspend(id)
      expect([days, suspend.name, status, body.active, body['userType']]).toEqual([
        days,
        suspend.name,
        200,
        false,
        'Member',
      ])
    }
  // Kept for the day when the person comes back.
  const { id } = await provisioned()
  expect((await inPart(id)).body).toMatchObject({ active: false, userType: 'Guest' })
  await rule(null)
  // Nobody leaves with the request that adds them.
  expect((await send('POST', '/Users', userOf(newAddress(), { active: false, userType: 'Guest' }))).status).toBe(400)
})

test('"Member" makes members of those alone whom the provider marked, and whose time is not over', async () => {
  await rule(30)
  const [byHand, ended] = [await provisioned(), await provisioned(newAddress(), { userType: 'Guest' })]
  const guest = (id: string) =>
    server.database.owner<{ ends_at: Date; by_provider: boolean }>(
      'select ends_at, by_provider from authz.guests where user_id = $1',
      [id],
    )
  await server.database.owner(
    `insert into authz.guests (user_id, tenant_id, ends_at) values ($1, $2, now() + interval '3 days')`,
    [byHand.id, home],
  )
  await server.database.owner(`update authz.guests set ends_at = now() - interval '1 minute' where user_id = $1`, [
    ended.id,
  ])
  for (const [{ id }, isOfProvider] of [[byHand, false] as const, [ended, true] as const]) {
    const { rows } = await guest(id)
    expect(rows).toEqual([{ ends_at: expect.any(Date), by_provider: isOfProvider }])
    for (const userType of ['Member', 'Guest', 'member']) {
      const { status, body } = await patch(`/Users/${id}`, [{ op: 'replace', path: 'userType', value: userType }])
      expect([userType, status, body['userType']]).toEqual([userType, 200, 'Guest'])
    }
    expect((await guest(id)).rows).toEqual(rows)
  }
  await rule(null)
})

/** Sets how many days guests of the provider stay. */
const rule = (days: number | null) =>
  server.database.owner(
    `insert into organisation_policies (tenant_id, guest_days) values ($1, $2) on conflict (tenant_id) do update set guest_days = excluded.guest_days`,
    [home, days],
  )
const holdRole = (id: string) =>
  server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'security_admin')`,
    [id, home],
  )

test('a mark of a guest, and a suspension, that somebody sets by hand move the time of the last change', async () => {
  const { id } = await provisioned(newAddress())
  const timeOf = async () => (await send('GET', `/Users/${id}`)).body.meta.lastModified
  const moves = async (change: PromiseLike<{ error: unknown }>) => {
    const before = await timeOf()
    expect((await change).error).toBeNull()
    expect(Date.parse(await timeOf())).toBeGreaterThan(Date.parse(before))
  }
  const until = new Date(Date.now() + 9 * 86_400_000).toISOString()
  await moves(owner.client.rpc('set_guest', { person: id, until, seen: null }))
  const { rows } = await server.database.owner<{ ends_at: Date }>(
    'select ends_at from authz.guests where user_id = $1',
    [id],
  )
  await moves(owner.client.rpc('admit_guest', { person: id, seen: rows[0]?.ends_at }))
  await moves(owner.client.rpc('suspend_member', { person: id }))
})
