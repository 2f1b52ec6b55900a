import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PASSWORD, signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { enforced, nextCode, noticed } from './noticed.ts'

const HOTEL = '8.8.8.8'
/** Two addresses of one provider, and one of another in the same country. */
const DSL = '84.130.1.5'
const DSL_OF_TODAY = '84.133.77.8'
const OTHER_PROVIDER = '85.216.1.9'
/** Where the account was made. */
const HOME = '127.0.0.1'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'true' })
})
afterAll(() => server.stop())

type From = { ip?: string; cookie?: string; token?: string }
const send = (path: string, { ip, cookie, token }: From, body?: object) =>
  server.fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(ip !== undefined && { 'x-forwarded-for': ip }),
      ...(cookie !== undefined && { cookie, 'sec-fetch-site': 'same-origin' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
const cookieOf = (name: string) => `qs-device=${createHmac('sha256', 'test').update(name).digest('base64url')}`

type Owner = { email: string; userId: string; cookie: string; token: string }

/** Somebody new, in the browser that the account was made with. */
async function newOwner(): Promise<Owner> {
  const { email, session } = await signedInPerson(server)
  const userId = session.user.id
  // The browser is the first device of the account, and what the test signed up with was never there.
  await server.database.owner('delete from auth.known_devices where user_id = $1', [userId])
  const cookie = cookieOf(userId)
  const token = await signIn({ email }, { ip: HOME, cookie })
  return { email, userId, cookie, token }
}

/** A new session of a person. @returns its token. */
async function signIn({ email }: { email: string }, from: From): Promise<string> {
  const answer = await send('/auth/v1/token?grant_type=password', from, { email, password: PASSWORD })
  return ((await answer.json()) as { access_token: string }).access_token
}

const sessionOf = (token: string): string => {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return z.object({ session_id: z.string() }).parse(claims).session_id
}

async function deviceOf(userId: string): Promise<Buffer | undefined> {
  const { rows } = await server.database.owner<{ device_hash: Buffer }>(
    'select device_hash from auth.known_devices where user_id = $1',
    [userId],
  )
  return rows[0]?.device_hash
}

async function liftBy({ userId, token }: Owner, how: string): Promise<number> {
  const { rows } = await server.database.owner<{ lifted: number }>(
    'select threats.lift_by_proof($1, $2, $3) as lifted',
    [userId, sessionOf(token), how],
  )
  return rows[0]?.lifted ?? 0
}

/** As if the person had been here that much earlier. */
async function makeOlder({ userId }: Pick<Owner, 'userId'>, by: string): Promise<void> {
  const of = (table: string, columns: string[]) => ({ table, columns, where: 'r.user_id = $1', values: [userId] })
  await ageRows(server.database, of('auth.known_devices', ['first_seen_at']), by)
  await ageRows(server.database, of('public.system_audit_log', ['created_at']), by)
  await ageRows(server.database, of('auth.sessions', ['created_at']), by)
}

/** Objects of a person, all with the bytes of one. @returns their names. */
async function library({ userId, token }: Owner, count: number): Promise<string[]> {
  const stored = await server.fetch(`/storage/v1/object/encrypted-files/${userId}/original`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: 'text',
  })
  expect(stored.status).toBe(200)
  const { rows } = await server.database.owner<{ name: string }>(
    `insert into storage.objects (bucket_id, name, owner, owner_id, size_bytes, checksum, blob_id, metadata)
     select o.bucket_id, $1 || '/' || gen_random_uuid(), o.owner, o.owner_id, o.size_bytes, o.checksum, o.blob_id, o.metadata
     from storage.objects o, generate_series(1, $2) where o.owner = $1::uuid
     returning name`,
    [userId, count],
  )
  return rows.map(({ name }) => name)
}

/** Tiles, an archive, an export and a check read everything, as fast as they can. @returns the answers that were none. */
async function readAll(objects: string[], from: From): Promise<number[]> {
  const refused: number[] = []
  for (const object of objects) {
    const { status } = await send(`/storage/v1/object/encrypted-files/${object}`, from)
    if (status !== 200) refused.push(status)
  }
  return refused
}

const PHOTOS = 450

test('a new account reads all of its photos on its first device and on a new computer next to it', async () => {
  const owner = await newOwner()
  const photos = await library(owner, PHOTOS)
  const first = { ip: HOME, cookie: owner.cookie }
  // Tiles, ZIP, export, verify.
  for (let turn = 0; turn < 2; turn += 1) expect(await readAll(photos, { ...first, token: owner.token })).toEqual([])
  const computer = { ip: HOME, cookie: cookieOf(`new ${owner.userId}`) }
  const token = await signIn(owner, computer)
  expect(await readAll(photos, { ...computer, token })).toEqual([])
  expect(await noticed(server, owner.userId)).toEqual([])
})

test('a device that was used a day ago reads everything, wherever it is', async () => {
  const owner = await newOwner()
  const photos = await library(owner, 200)
  const laptop = { ip: HOTEL, cookie: cookieOf(`laptop ${owner.userId}`) }
  await signIn(owner, laptop)
  const known = { table: 'auth.known_devices', where: 'r.user_id = $1', values: [owner.userId] }
  await ageRows(server.database, { ...known, columns: ['first_seen_at'] }, '25 hours')
  expect(await readAll(photos, { ...laptop, token: await signIn(owner, laptop) })).toEqual([])
  expect(await noticed(server, owner.userId)).toEqual([])
})

test('a device that first signed in today, elsewhere, is counted, and so is another one with the token', async () => {
  const owner = await newOwner()
  const photos = await library(owner, 200)
  const stranger = { ip: HOTEL, cookie: cookieOf(`thief ${owner.userId}`) }
  // Signing in a second time makes it no device that was used before.
  await signIn(owner, stranger)
  expect(await readAll(photos, { ...stranger, token: await signIn(owner, stranger) })).not.toEqual([])
  expect(await noticed(server, owner.userId)).toMatchObject([{ detector: 'mass_download', enforcement: 'throttle' }])
  const copied = { ip: HOME, cookie: cookieOf(`copied ${owner.userId}`), token: owner.token }
  expect(await readAll(photos, copied)).toContain(429)
})

test('a new computer in a network of the person reads everything, though the provider gives another address each day', async () => {
  const owner = await newOwner()
  const photos = await library(owner, 200)
  const old = { ip: DSL, cookie: cookieOf(`old ${owner.userId}`) }
  await signIn(owner, old)
  await makeOlder(owner, '25 hours')
  const computer = { ip: DSL_OF_TODAY, cookie: cookieOf(`new ${owner.userId}`) }
  expect(await readAll(photos, { ...computer, token: await signIn(owner, computer) })).toEqual([])
  expect(await noticed(server, owner.userId)).toEqual([])
  // In the network of another provider it is a stranger's.
  const elsewhere = { ip: HOTEL, cookie: cookieOf(`elsewhere ${owner.userId}`) }
  expect(await readAll(photos, { ...elsewhere, token: await signIn(owner, elsewhere) })).not.toEqual([])
})

test('a network becomes one of the person by a device that they had for a day, and not by a new one', async () => {
  const owner = await newOwner()
  const photos = await library(owner, 150)
  const laptop = { ip: DSL, cookie: cookieOf(`laptop ${owner.userId}`) }
  await signIn(owner, laptop)
  await makeOlder(owner, '25 hours')
  const stranger = { ip: OTHER_PROVIDER, cookie: cookieOf(`stranger ${owner.userId}`) }
  await signIn(owner, stranger)
  const second = { ip: OTHER_PROVIDER, cookie: cookieOf(`second ${owner.userId}`) }
  expect(await readAll(photos, { ...second, token: await signIn(owner, second) })).toContain(429)
  // The laptop comes to the office for the first time, and a new computer is set up there.
  await signIn(owner, { ...laptop, ip: OTHER_PROVIDER })
  const computer = { ip: OTHER_PROVIDER, cookie: cookieOf(`computer ${owner.userId}`) }
  expect(await readAll(photos, { ...computer, token: await signIn(owner, computer) })).toEqual([])
})

test('a network becomes one of the person by the first device of the account on its first day', async () => {
  const owner = await newOwner()
  const photos = await library(owner, 150)
  await signIn(owner, { ip: OTHER_PROVIDER, cookie: owner.cookie })
  const computer = { ip: OTHER_PROVIDER, cookie: cookieOf(`computer ${owner.userId}`) }
  expect(await readAll(photos, { ...computer, token: await signIn(owner, computer) })).toEqual([])
  const stranger = { ip: HOTEL, cookie: cookieOf(`stranger ${owner.userId}`) }
  expect(await readAll(photos, { ...stranger, token: await signIn(owner, stranger) })).not.toEqual([])
})

test('a new device whose sign-in was held reads everything once a mailed code lifted that', async () => {
  const owner = await newOwner()
  const photos = await library(owner, 200)
  const home = { ip: DSL, cookie: owner.cookie }
  for (let turn = 0; turn < 3; turn += 1) await signIn(owner, home)
  const tablet = { ip: HOTEL, cookie: cookieOf(`tablet ${owner.userId}`) }
  const token = await signIn(owner, tablet)
  expect(await enforced(server, owner.userId)).toContain('step_up')
  await send('/auth/v1/reauthenticate', { ...tablet, token })
  const nonce = await nextCode(server, owner.email)
  expect((await send('/auth/v1/reauthenticate', { ...tablet, token }, { nonce })).status).toBe(204)
  expect(await readAll(photos, { ...tablet, token })).toEqual([])
})

test('a program reads on where its computer moves to, and its token in another program does not', async () => {
  const { email, session } = await signedInPerson(server)
  const userId = session.user.id
  await server.database.owner('delete from auth.known_devices where user_id = $1', [userId])
  const answer = await send('/auth/v1/token?grant_type=password', { ip: DSL }, { email, password: PASSWORD })
  const began = z.object({ access_token: z.string(), refresh_token: z.string() }).parse(await answer.json())
  const owner = { email, userId, cookie: '', token: began.access_token }
  const photos = await library(owner, 600)
  await makeOlder(owner, '25 hours')
  // Another address of the same provider in the middle of it, and then another provider, where the session is refreshed.
  expect(await readAll(photos.slice(0, 150), { ip: DSL_OF_TODAY, token: began.access_token })).toEqual([])
  const body = { refresh_token: began.refresh_token }
  const renewed = await send('/auth/v1/token?grant_type=refresh_token', { ip: OTHER_PROVIDER }, body)
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await renewed.json())
  expect(await readAll(photos.slice(150, 300), { ip: OTHER_PROVIDER, token })).toEqual([])
  expect(await noticed(server, userId)).toEqual([])
  const stolen = { ip: HOTEL, token }
  expect(await readAll(photos.slice(300, 450), stolen)).not.toEqual([])
  const browser = { ip: DSL, token, cookie: cookieOf(`thief of ${userId}`) }
  expect(await readAll(photos.slice(450), browser)).not.toEqual([])
})

test('after a recovery a device that was there a day before it is not counted, and one of the same day is', async () => {
  const owner = await newOwner()
  const photos = await library(owner, 200)
  await makeOlder(owner, '25 hours')
  await server.database.owner(`select audit.record('password.reset', 'auth', $1, 'reset', 'success', 'high', '{}')`, [
    owner.userId,
  ])
  const desktop = { ip: HOME, cookie: owner.cookie }
  expect(await readAll(photos, { ...desktop, token: await signIn(owner, desktop) })).toEqual([])
  expect(await noticed(server, owner.userId)).toEqual([])
  const phone = { ip: HOME, cookie: cookieOf(`phone ${owner.userId}`) }
  expect(await readAll(photos, { ...phone, token: await signIn(owner, phone) })).not.toEqual([])
  expect(await noticed(server, owner.userId)).toMatchObject([{ detector: 'recovered_then_export' }])
})

test('files of others are noted on a device used before, and slowed down on a new one', async () => {
  const [owner, reader] = [await newOwner(), await newOwner()]
  const own = { userId: reader.userId, sessionId: sessionOf(reader.token), userAgent: undefined, isThrottled: false }
  const device = await deviceOf(reader.userId)
  const read = (path: string) => server.threats.reading.inspect({ ...own, ip: HOME, device }, path)
  for (let n = 0; n < 200; n += 1) await read(`${reader.userId}/f${n}`)
  expect(await noticed(server, reader.userId)).toEqual([])
  for (let n = 0; n < 700; n += 1) await read(`${owner.userId}/f${n}`)
  expect(await noticed(server, reader.userId)).toMatchObject([
    { detector: 'mass_download', enforcement: 'none', incident_id: null },
    { detector: 'slow_exfiltration', enforcement: 'none', incident_id: null },
  ])
  expect(await enforced(server, reader.userId)).toEqual([])
  const strange = { ...own, ip: HOTEL, device: Buffer.alloc(32, 1) }
  await expect(server.threats.reading.inspect(strange, `${owner.userId}/another`)).rejects.toThrow(/confirm/)
  expect(await enforced(server, reader.userId)).toContain('step_up')
})

test('after a recovery neither the new password nor the mailbox lifts what was noticed; it ends by a factor that was there, or by itself', async () => {
  const owner = await newOwner()
  const photos = await library(owner, 120)
  const first = { ip: HOME, cookie: owner.cookie, token: owner.token }
  await server.database.owner(`select audit.record('password.reset', 'auth', $1, 'reset', 'success', 'high', '{}')`, [
    owner.userId,
  ])
  expect((await readAll(photos, first)).length).toBeGreaterThan(0)
  expect(await noticed(server, owner.userId)).toMatchObject([{ detector: 'recovered_then_export' }])
  const held = () => send('/rest/v1/file_records?select=id', first)
  const prove = (body: object) => send('/auth/v1/reauthenticate', first, body)
  expect((await prove({ current_password: PASSWORD })).status).toBe(400)
  await send('/auth/v1/reauthenticate', first)
  expect(await (await prove({ nonce: await nextCode(server, owner.email) })).json()).toMatchObject({
    code: 'reauthentication_needed',
  })
  expect((await held()).status).toBe(403)
  expect(await liftBy(owner, 'code')).toBe(0)

  await server.database.owner(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, secret_sealed) values (gen_random_uuid(), $1, 'totp', 'verified', 'thief', '\\x00')`,
    [owner.userId],
  )
  expect(await liftBy(owner, 'second_factor')).toBe(0)
  const factor = { table: 'auth.mfa_factors', where: 'r.user_id = $1', values: [owner.userId], columns: ['created_at'] }
  await ageRows(server.database, factor, '1 hour')
  expect(await liftBy(owner, 'second_factor')).toBe(1)
  // And no more is said of it in this session.
  const { rows } = await server.database.owner('select threats.is_answered($1, $2) as is_answered', [
    'recovered_then_export',
    sessionOf(owner.token),
  ])
  expect(rows).toEqual([{ is_answered: true }])
})

test('what is held after a recovery ends by itself within a day', async () => {
  const owner = await newOwner()
  const first = { ip: HOME, cookie: owner.cookie, token: owner.token }
  const finding = {
    detector: 'recovered_then_export',
    user_id: owner.userId,
    session_id: sessionOf(owner.token),
    subject: `session ${sessionOf(owner.token)}`,
    needs: 'second_factor',
  }
  await server.database.owner('select threats.record($1)', [JSON.stringify(finding)])
  expect(await enforced(server, owner.userId)).toEqual(['step_up'])
  const heldRow = { table: 'public.threat_enforcements', where: 'r.user_id = $1', values: [owner.userId] }
  await ageRows(server.database, { ...heldRow, columns: ['until'] }, '23 hours')
  expect((await send('/rest/v1/file_records?select=id', first)).status).toBe(403)
  await ageRows(server.database, { ...heldRow, columns: ['until'] }, '2 hours')
  await expect.poll(async () => (await send('/rest/v1/file_records?select=id', first)).status).toBe(200)
})
