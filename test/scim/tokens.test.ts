import { expect, test } from 'vitest'
import { SCIM } from '#contract/scim.ts'
import { signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import {
  eventsOf,
  firstSignIn,
  home,
  makeToken,
  newAddress,
  owner,
  provisioned,
  send,
  server,
  stageScim,
  token,
  userOf,
} from './scim-stage.ts'

stageScim()

type Listed = { id: string; name: string; made_by: string; last_used_at: string | null; revoked_at: string | null }
async function list(): Promise<Listed[]> {
  const { data, error } = await owner.client.rpc('list_scim_tokens')
  expect(error).toBeNull()
  return data as Listed[]
}
/** The one that was made last. */
const newest = async () => (await list())[0]

test('a token is kept as a hash, does nothing but SCIM, and says when it was used', async () => {
  const made = await makeToken(owner)
  const listed = await newest()
  expect(listed).toMatchObject({ made_by: owner.email, last_used_at: null })
  expect((await send('GET', '/Users?count=0', undefined, { as: made })).status).toBe(200)
  expect((await newest())?.last_used_at).not.toBeNull()
  const { rows } = await server.database.owner('select t::text as row from scim.tokens t')
  expect(JSON.stringify(rows)).not.toContain(made.slice(SCIM.tokenPrefix.length))
  for (const path of ['/auth/v1/user', '/rest/v1/profiles', '/storage/v1/bucket', '/streams/v1/']) {
    const { status } = await server.fetch(path, { headers: { authorization: `Bearer ${made}`, apikey: made } })
    expect([path, status >= 400]).toEqual([path, true])
  }
  const asPerson = await send('GET', '/Users', undefined, { as: owner.session.access_token })
  expect([asPerson.status, asPerson.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="SCIM"'])
})

test('a token ends when it is revoked, and when its time is over; one event an hour says that it was shown', async () => {
  const made = await makeToken(owner, { days: 1 })
  const id = (await newest())?.id ?? ''
  const use = async () => (await send('GET', '/Users?count=0', undefined, { as: made })).body.detail
  const ages = { table: 'scim.tokens', where: 'r.id = $1', values: [id], columns: ['expires_at'] }
  await ageRows(server.database, ages, '23 hours 59 minutes')
  expect(await use()).toBeUndefined()
  await ageRows(server.database, ages, '2 minutes')
  expect([await use(), await use()]).toEqual([
    expect.stringContaining('has expired'),
    expect.stringContaining('has expired'),
  ])
  expect((await owner.client.rpc('revoke_scim_token', { token: id })).error).toBeNull()
  expect(await use()).toContain('was revoked')
  expect((await owner.client.rpc('revoke_scim_token', { token: id })).error?.code).toBe('QS404')
  const events = (await eventsOf(home, 'scim.token_%')).filter(({ details }) =>
    [details['id'], details['token']].includes(id),
  )
  expect(events.map(({ event_type }) => event_type)).toEqual([
    'scim.token_made',
    'scim.token_refused',
    'scim.token_revoked',
  ])
})

test('only people who manage users make, see and revoke tokens, after they showed who they are', async () => {
  const { id } = await provisioned()
  const member = await firstSignIn((await send('GET', `/Users/${id}`)).body.userName)
  const asked = { called: 'Mine', hash_hex: 'a'.repeat(64), days: 1, with_mails: false }
  expect((await member.client.rpc('list_scim_tokens')).error?.code).toBe('42501')
  expect((await member.client.rpc('add_scim_token', asked)).error?.code).toBe('42501')
  const stranger = await signedInPerson(server)
  const mine = (await newest())?.id
  expect((await stranger.client.rpc('revoke_scim_token', { token: mine })).error?.code).toBe('QS404')
  expect((await stranger.client.rpc('list_scim_tokens')).data).toEqual([])

  for (const wrong of [{ days: 731 }, { days: 0 }, { hash_hex: 'short' }, { called: ' ' }, { called: 'a\r\nb' }])
    expect([wrong, (await owner.client.rpc('add_scim_token', { ...asked, ...wrong })).error?.code]).toEqual([
      wrong,
      '23514',
    ])
  const ages = {
    table: 'auth.sessions',
    where: 'r.user_id = $1',
    values: [owner.session.user.id],
    columns: ['created_at', 'proven_at'],
  }
  await ageRows(server.database, ages, '20 minutes')
  expect((await owner.client.rpc('add_scim_token', asked)).error?.code).toBe('QS403')
  expect((await owner.client.rpc('suspend_member', { person: id })).error?.code).toBe('QS403')
  await owner.client.auth.signInWithPassword(owner)
})

test('an organisation has ten tokens at most', async () => {
  const left = SCIM.mostTokens - (await list()).filter(({ revoked_at }) => revoked_at === null).length
  for (let n = 0; n < left; n += 1) await makeToken(owner)
  const over = { called: 'One more', hash_hex: 'b'.repeat(64), days: 1, with_mails: false }
  expect((await owner.client.rpc('add_scim_token', over)).error?.code).toBe('QS433')
})

test('a person who manages users suspends and restores by hand, and a provider sees it', async () => {
  const { id, userName } = await provisioned()
  const person = await firstSignIn(userName)
  const call = async ({ client }: Pick<typeof owner, 'client'>, name: string, who = id) =>
    (await client.rpc(name, { person: who })).error?.code
  expect(await call(person, 'suspend_member', owner.session.user.id)).toBe('42501')
  expect(await call(owner, 'suspend_member', owner.session.user.id)).toBe('42501')
  expect(await call(owner, 'end_suspension')).toBe('QS404')
  expect(await call(owner, 'suspend_member')).toBeUndefined()
  expect(await call(owner, 'suspend_member')).toBeUndefined()
  expect((await send('GET', `/Users/${id}`)).body.active).toBe(false)
  expect((await person.client.auth.refreshSession()).error).not.toBeNull()
  expect(await call(owner, 'end_suspension')).toBeUndefined()
  expect((await person.client.auth.signInWithPassword(person)).error).toBeNull()

  const outsider = await signedInPerson(server)
  expect(await call(owner, 'suspend_member', outsider.session.user.id)).toBe('QS404')
  // What the operator decided is not the organisation's to end.
  await server.database.owner(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id])
  await call(owner, 'suspend_member')
  expect(await call(owner, 'end_suspension')).toBeUndefined()
  expect((await send('GET', `/Users/${id}`)).body.active).toBe(false)
})

test('what is no request of SCIM is answered in its form', async () => {
  const cases: [string, string, unknown, number][] = [
    ['GET', '/nowhere', undefined, 404],
    ['GET', '/Users/nobody', undefined, 404],
    ['GET', `/Users/${crypto.randomUUID()}`, undefined, 404],
    ['GET', '/Me', undefined, 501],
    ['POST', '/Users', '{"schemas":', 400],
    ['POST', '/Users', '{"__proto__":{"a":1}}', 400],
    ['POST', '/Users', [], 400],
    ['POST', '/Users', { userName: 'x' }, 400],
    ['POST', '/Users', userOf(newAddress(), { displayName: 'a\u0000b' }), 400],
    ['POST', '/Users', userOf(newAddress(), { displayName: 'Ada\r\nBcc: eve@example.org' }), 400],
    ['POST', '/Users', 'x'.repeat(1024 * 1024 + 1), 413],
    ['GET', '/Schemas?filter=id%20pr', undefined, 403],
    ['GET', '/Schemas/urn:nothing', undefined, 404],
  ]
  for (const [method, path, body, status] of cases) {
    const answer = await send(method, path, body)
    expect([path, answer.status, answer.body['status'], answer.body['schemas']]).toEqual([
      path,
      status,
      String(status),
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ])
    expect(answer.body.detail).not.toBe('')
  }
  const xml = await send('POST', '/Users', '<a/>', { headers: { 'content-type': 'text/xml' } })
  expect(xml.status).toBe(415)
})

test('it says what it speaks', async () => {
  const config = (await send('GET', '/ServiceProviderConfig')).body
  expect(config).toMatchObject({ patch: { supported: true }, etag: { supported: true }, bulk: { supported: false } })
  for (const path of ['/Schemas', '/ResourceTypes']) {
    const { body } = await send('GET', path)
    for (const { id } of body.Resources) expect((await send('GET', `${path}/${id}`)).body.id).toBe(id)
    expect(body.totalResults).toBe(2)
  }
  expect(token).toMatch(/^qs_scim_/)
})
