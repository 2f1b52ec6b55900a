import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTICE_KINDS, type NoticeKind } from '#contract/notices.ts'
import {
  listNotices,
  markNoticesRead,
  readNoticeSettings,
  saveNoticeSetting,
} from '#web/lib/keyless/notices/notices.ts'
import { countUnreadNotices } from '#web/lib/keyless/notices/unread-notices.ts'
import { VaultApi } from '#vault/session/api.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { signedInPerson, type Person } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('the mails that PostgreSQL sends unasked, and those without a switch, are those of the contract', async () => {
  const { rows } = await server.database.owner<{ kind: string }>(
    'select kind, by_email, is_fixed, is_hourly from notify.defaults order by kind',
  )
  const agreed = Object.entries(NOTICE_KINDS).map(([kind, { byEmail, ...rest }]) => ({
    kind,
    by_email: byEmail !== 'always',
    is_fixed: byEmail === 'fixed',
    is_hourly: 'isHourly' in rest,
  }))
  expect(rows).toEqual(agreed.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)))
})

test('mails about safety go out whatever the settings say, those of before the rule included, and say so', async () => {
  const fixed = Object.entries(NOTICE_KINDS).filter(([, { byEmail }]) => byEmail === 'fixed')
  expect(fixed.length).toBeGreaterThan(8)
  const person = await signedInPerson(server)
  const api = apiOf(person)
  for (const [kind] of fixed) {
    // As a thief of the session would, first of all.
    await saveNoticeSetting(api, kind as NoticeKind, { inApp: false, byEmail: false })
    // Alarms of an hour are gathered, of whichever kind.
    await server.database.owner('delete from notify.alarm_mails')
    await server.database.owner('select notify.person($1, $2)', [person.session.user.id, kind])
    const mail = await server.mailbox.next(person.email)
    expect(mail.text, kind).toContain('This mail is always sent.')
  }
  const settings = await readNoticeSettings(api)
  for (const [kind] of fixed) expect(settings[kind as NoticeKind]).toEqual({ inApp: false, byEmail: true })
})

test('what somebody could set off again and again is mailed once an hour, and shown each time', async () => {
  const person = await signedInPerson(server)
  const userId = person.session.user.id
  const notify = (kind: string) => server.database.owner('select notify.person($1, $2)', [userId, kind])
  const pauses = async () =>
    (await server.mailbox.to(person.email)).filter(({ subject }) => subject === 'A device is paused').length
  /** Mails leave in their order: once this one is there, none is on its way. */
  const settled = async () => {
    const ended = async () =>
      (await server.mailbox.to(person.email)).filter(({ subject }) => subject === 'A session of yours was ended').length
    const before = await ended()
    await notify('session_ended')
    await expect.poll(ended).toBe(before + 1)
  }
  for (let at = 0; at < 5; at++) await notify('device_paused')
  await settled()
  expect(await countUnreadNotices(apiOf(person))).toBe(6)
  expect(await pauses()).toBe(1)
  const last = { table: 'notify.last_mails', where: 'r.user_id = $1', values: [userId] }
  await ageRows(server.database, last, '59 minutes')
  await notify('device_paused')
  await settled()
  expect(await pauses()).toBe(1)
  await ageRows(server.database, last, '2 minutes')
  await notify('device_paused')
  await expect.poll(pauses).toBe(2)
})

test('a sign-in on a new device sends one notice, in the app and by mail; one on a known device is not', async () => {
  const person = await signedInPerson(server)
  const api = apiOf(person)
  expect(await listNotices(api, 10)).toEqual([])

  await signIn(person, PHONE)
  await signIn(person, PHONE.replaceAll('19', '20'))

  expect(await listNotices(api, 10)).toMatchObject([
    { kind: 'new_device', isRead: false, details: { user_agent: PHONE, ip: '127.0.0.1' } },
  ])
  const mail = await server.mailbox.next(person.email)
  expect(mail.subject).toBe('You signed in on a new device')
  expect(mail.text).toContain('Safari on iPhone, from the address 127.0.0.1')
  expect(mail.text).toContain(`${server.config.publicUrl}/dashboard/security`)
  expect((await server.mailbox.to(person.email)).filter(({ subject }) => subject === mail.subject)).toHaveLength(1)
})

test('reading one, then all; nobody reads or marks those of others', async () => {
  const person = await signedInPerson(server)
  const api = apiOf(person)
  for (const agent of [LAPTOP, PHONE]) await signIn(person, agent)
  const stranger = apiOf(await signedInPerson(server))
  expect(await countUnreadNotices(api)).toBe(2)
  const [newest, oldest] = await listNotices(api, 10)
  expect(newest?.details['user_agent']).toBe(PHONE)
  expect(await listNotices(api, 10, newest)).toEqual([oldest])

  expect(await listNotices(stranger, 10)).toEqual([])
  await markNoticesRead(stranger, new Date(), newest?.id)
  expect(await countUnreadNotices(api)).toBe(2)

  await markNoticesRead(api, new Date(), newest?.id)
  expect((await listNotices(api, 10)).map(({ isRead }) => isRead)).toEqual([true, false])
  await markNoticesRead(api, new Date())
  expect(await countUnreadNotices(api)).toBe(0)
})

test('nobody writes notifications or changes what they say', async () => {
  const person = await signedInPerson(server)
  await signIn(person, PHONE)
  const { client } = person
  expect((await client.from('notifications').insert({ user_id: person.session.user.id, kind: 'x' })).error?.code).toBe(
    '42501',
  )
  expect((await client.from('notifications').update({ kind: 'x' }).eq('kind', 'new_device')).error?.code).toBe('42501')
  expect((await client.from('notifications').delete().eq('kind', 'new_device')).error?.code).toBe('42501')
  expect(
    (await client.schema('notify').rpc('person', { recipient: person.session.user.id, kind: 'x' })).error,
  ).toBeTruthy()
})

test('what is switched off sends no notice, in the app and by mail apart', async () => {
  const person = await signedInPerson(server)
  const api = apiOf(person)
  const notify = () => server.database.owner(`select notify.person($1, 'team_space_removed')`, [person.session.user.id])
  await saveNoticeSetting(api, 'team_space_removed', { inApp: false, byEmail: true })
  await notify()
  expect(await countUnreadNotices(api)).toBe(0)
  expect((await server.mailbox.next(person.email)).subject).toBe('You were removed from a team space')

  await saveNoticeSetting(api, 'team_space_removed', { inApp: true, byEmail: false })
  await notify()
  expect(await countUnreadNotices(api)).toBe(1)
  expect(await readNoticeSettings(api)).toMatchObject({
    team_space_removed: { inApp: true, byEmail: false },
    session_stolen: { inApp: true, byEmail: true },
    password_changed: { inApp: true, byEmail: false },
  })
  const { rows } = await server.database.owner<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'notify:mail'`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('settings are one’s own', async () => {
  const person = await signedInPerson(server)
  const victim = await signedInPerson(server)
  await saveNoticeSetting(apiOf(victim), 'new_device', { inApp: true, byEmail: true })
  const theirs = person.client.from('notification_settings')
  expect((await theirs.select().eq('user_id', victim.session.user.id)).data).toEqual([])
  const row = { user_id: victim.session.user.id, kind: 'new_device', in_app: false, by_email: false }
  expect((await theirs.upsert(row)).error?.code).toBe('42501')
})

test('a changed password sends a notice in the app; the account service mails it itself, once', async () => {
  const person = await signedInPerson(server)
  const { error } = await person.client.auth.updateUser({ password: 'another long passphrase of mine' })
  expect(error).toBeNull()

  await expect
    .poll(async () => (await listNotices(apiOf(person), 10)).map(({ kind }) => kind))
    .toEqual(['password_changed'])
  await expect
    .poll(
      async () => (await server.mailbox.to(person.email)).filter(({ subject }) => subject.includes('password')).length,
    )
    .toBe(1)
})

test('a stolen session sends a notice at once', async () => {
  const person = await signedInPerson(server)
  await server.database.owner(
    `select audit.record('refresh.reuse_detected', 'auth', $1, 'x', 'blocked', 'critical', '{"ip": "192.0.2.1"}')`,
    [person.session.user.id],
  )
  expect(await listNotices(apiOf(person), 10)).toMatchObject([
    { kind: 'session_stolen', details: { event: 'refresh.reuse_detected', ip: '192.0.2.1' } },
  ])
})

test('other parts tell people by one function, and an unknown kind is shown in the app only', async () => {
  const person = await signedInPerson(server)
  await server.database.owner(`select notify.person($1, 'file_shared', '{"file_id": "x"}')`, [person.session.user.id])
  expect(await listNotices(apiOf(person), 10)).toMatchObject([{ kind: 'file_shared', details: { file_id: 'x' } }])
})

async function signIn({ email, password }: Person, userAgent: string): Promise<void> {
  const answer = await server.fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
}

function apiOf({ session }: Person): VaultApi {
  const publishableKey = server.secrets.publishableKeys[0]
  return new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => session.access_token })
}
