import { generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPublicKeys } from '#server/auth/session/former-project.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { type Callers, createCallers, issuerOf } from '#server/http/caller.ts'
import { signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let callers: Callers
let secretKey: string
beforeAll(async () => {
  server = await startServer()
  callers = createCallers(server)
  secretKey = (await fs.readFile(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8')).trim()
})
afterAll(() => server.stop())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('who is the caller', () => {
  test('the publishable key is anon, alone and repeated as bearer', async () => {
    const [apikey] = server.secrets.publishableKeys

    expect(await callers.resolve({ apikey })).toMatchObject({ role: 'anon' })
    expect(await callers.resolve({ apikey, ...bearer(apikey) })).toMatchObject({ role: 'anon' })
    expect(await callers.resolve(bearer(apikey))).toMatchObject({ role: 'anon' })
  })

  test('no key at all is anon from our own pages and programs, and refused from other sites', async () => {
    expect(await callers.resolve({})).toMatchObject({ role: 'anon' })
    expect(await callers.resolve({ origin: server.url })).toMatchObject({ role: 'anon' })
    expect(await callers.resolve({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ role: 'anon' })
    await expect(callers.resolve({ origin: 'https://evil.example' })).rejects.toMatchObject({ code: 'bad_api_key' })
    await expect(callers.resolve({ 'sec-fetch-site': 'cross-site' })).rejects.toMatchObject({ code: 'bad_api_key' })
  })

  test('the secret key is the service role, but never in a browser', async () => {
    expect(await callers.resolve({ apikey: secretKey })).toMatchObject({ role: 'service_role' })
    // Node's own fetch sends this one too.
    expect(await callers.resolve({ apikey: secretKey, 'sec-fetch-mode': 'cors' })).toMatchObject({
      role: 'service_role',
    })
    await expect(callers.resolve({ apikey: secretKey, origin: server.url })).rejects.toMatchObject({
      code: 'bad_api_key',
    })
    await expect(
      callers.resolve({ apikey: secretKey, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }),
    ).rejects.toMatchObject({ code: 'bad_api_key' })
  })

  test('an account is remembered once its token was verified, and never by what it says of itself', async () => {
    const { session } = await signedInPerson(server)
    const { access_token: token, user } = session
    let nowMs = Date.now()
    const timed = createCallers({ ...server, clock: { ...systemClock, nowMs: () => nowMs, elapsedMs: () => nowMs } })
    expect(timed.rememberedSubject(bearer(token))).toBeUndefined()
    await timed.resolve(bearer(token))
    expect(timed.rememberedSubject(bearer(token))).toBe(user.id)
    expect(timed.rememberedSubject(bearer(`${token.slice(0, -4)}AAAA`))).toBeUndefined()
    nowMs += 24 * 60 * 60 * 1000
    expect(timed.rememberedSubject(bearer(token))).toBeUndefined()
  })

  test('an account whose session ended is nobody as soon as that was noticed, and one whose ban was lifted is somebody again', async () => {
    const { session, client } = await signedInPerson(server)
    const { access_token: token, user } = session
    let nowMs = Date.now()
    const timed = createCallers({ ...server, clock: { ...systemClock, nowMs: () => nowMs, elapsedMs: () => nowMs } })
    const ban = async (until: string) => {
      await server.database.owner(`update auth.users set banned_until = ${until} where id = $1`, [user.id])
      nowMs += 2000
    }
    await timed.resolve(bearer(token))

    await ban(`now() + interval '1 hour'`)
    await expect(timed.resolve(bearer(token))).rejects.toMatchObject({ code: 'session_ended' })
    expect(timed.rememberedSubject(bearer(token))).toBeUndefined()

    await ban('null')
    await timed.resolve(bearer(token))
    expect(timed.rememberedSubject(bearer(token))).toBe(user.id)

    await client.auth.signOut()
    nowMs += 2000
    await expect(timed.resolve(bearer(token))).rejects.toMatchObject({ code: 'session_ended' })
    expect(timed.rememberedSubject(bearer(token))).toBeUndefined()
  })

  test('an anonymous account is nobody: everybody gets as many as they like', async () => {
    const { session } = await signedInPerson(server)
    const { session_id } = await callers.verifyUser(session.access_token)
    const now = Math.floor(Date.now() / 1000)
    const claims = { sub: session.user.id, role: 'authenticated', session_id, is_anonymous: true }
    const token = await callers.tokens.sign(claims, now, now + 3600)
    expect(await callers.resolve(bearer(token))).toMatchObject({ role: 'authenticated' })
    expect(callers.rememberedSubject(bearer(token))).toBeUndefined()
  })

  test('the secret key is remembered, the publishable one and no key are nobody', () => {
    const [apikey] = server.secrets.publishableKeys
    expect(callers.rememberedSubject({ apikey })).toBeUndefined()
    expect(callers.rememberedSubject({})).toBeUndefined()
    expect(callers.rememberedSubject({ apikey: secretKey })).toBe('service_role')
    expect(callers.rememberedSubject({ apikey: `${secretKey}x` })).toBeUndefined()
  })

  test('an unknown key is refused', async () => {
    await expect(callers.resolve({ apikey: 'sb_publishable_unknown' })).rejects.toMatchObject({ code: 'bad_api_key' })
  })

  test('a user token is its user, whatever the key', async () => {
    const { session } = await signedInPerson(server)

    const caller = await callers.resolve(bearer(session.access_token))

    expect(caller).toMatchObject({ role: 'authenticated', claims: { sub: session.user.id } })
  })

  test('the request is described without its credentials', async () => {
    const request = {
      method: 'GET',
      url: '/rest/v1/tags?token=secret',
      headers: { apikey: server.secrets.publishableKeys[0], cookie: 'a=b', 'user-agent': 'test' },
    }

    const caller = await callers.callerOf(request as unknown as FastifyRequest)

    expect(caller).toMatchObject({ method: 'GET', path: '/rest/v1/tags', headers: { 'user-agent': 'test' } })
    expect(JSON.stringify(caller)).not.toMatch(/secret|cookie|sb_publishable/)
  })
})

describe('a token that is not good is an error, never anon', () => {
  test('an expired one', async () => {
    const { session } = await signedInPerson(server)
    const token = await callers.tokens.sign({ sub: session.user.id, role: 'authenticated' }, 1_000_000, 1_000_100)

    await expect(
      callers.resolve({ apikey: server.secrets.publishableKeys[0], ...bearer(token) }),
    ).rejects.toMatchObject({
      code: 'jwt_expired',
    })
  })

  test('one whose session has ended, at most a second later', async () => {
    const { session, client } = await signedInPerson(server)
    let nowMs = Date.now()
    const timed = createCallers({ ...server, clock: { ...systemClock, nowMs: () => nowMs, elapsedMs: () => nowMs } })
    const resolve = () => timed.resolve(bearer(session.access_token))
    await resolve()
    await client.auth.signOut()

    nowMs += 999
    expect(await resolve()).toMatchObject({ role: 'authenticated' })
    nowMs += 1
    await expect(resolve()).rejects.toMatchObject({ code: 'session_ended' })
  })

  test.each(['HS256', 'none', 'foreign key', 'other issuer', 'other audience'])('a forged one: %s', async (forgery) => {
    await expect(callers.resolve(bearer(await forge(forgery)))).rejects.toMatchObject({ code: 'invalid_jwt' })
  })
})

async function forge(forgery: string): Promise<string> {
  const claims = { sub: crypto.randomUUID(), role: 'service_role' }
  const kid = server.secrets.signingKey.kid
  const jwt = new SignJWT(claims)
    .setIssuer(forgery === 'other issuer' ? 'https://evil.example' : issuerOf(server.url))
    .setAudience(forgery === 'other audience' ? 'someone' : 'authenticated')
    .setExpirationTime('1h')
  if (forgery === 'none') {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${encode({ alg: 'none', kid })}.${encode({ ...claims, exp: 2e9 })}.`
  }
  // The public key used as an HMAC secret: the classic confusion of algorithms.
  if (forgery === 'HS256') {
    const secret = Buffer.from(JSON.stringify(server.secrets.publicKeys[0]))
    return jwt.setProtectedHeader({ alg: 'HS256', kid }).sign(secret)
  }
  const foreign = await generateKeyPair('ES256')
  const key = forgery === 'foreign key' ? foreign.privateKey : server.secrets.signingKey.privateKey
  return jwt.setProtectedHeader({ alg: 'ES256', kid }).sign(key)
}

describe('a project that moved here', () => {
  const jwtSecret = 'the JWT secret of a project elsewhere'
  const keyOf = (role: string, secret = jwtSecret) =>
    new SignJWT({ role, iss: 'supabase' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('10y')
      .sign(new TextEncoder().encode(secret))

  test('its API keys keep working, alone and as bearer', async () => {
    const moved = createCallers({ ...server, config: { ...server.config, jwtSecret } })
    const anon = await keyOf('anon')
    expect(await moved.resolve({ apikey: anon })).toMatchObject({ role: 'anon' })
    expect(await moved.resolve({ apikey: anon, ...bearer(anon) })).toMatchObject({ role: 'anon' })
    const service = await keyOf('service_role')
    expect(await moved.resolve(bearer(service))).toMatchObject({ role: 'service_role' })
    await expect(moved.resolve({ apikey: service, origin: server.url })).rejects.toMatchObject({ code: 'bad_api_key' })
  })

  test('people sign in again, other secrets and installations without one refuse', async () => {
    const moved = createCallers({ ...server, config: { ...server.config, jwtSecret } })
    await expect(moved.resolve(bearer(await keyOf('authenticated')))).rejects.toMatchObject({ code: 'invalid_jwt' })
    await expect(moved.resolve(bearer(await keyOf('anon', 'x'.repeat(40))))).rejects.toMatchObject({
      code: 'invalid_jwt',
    })
    await expect(callers.resolve(bearer(await keyOf('service_role')))).rejects.toMatchObject({ code: 'invalid_jwt' })
  })

  test('its API keys that are signed with RS256 keep working beside those of HS256', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const signed = (role: string, { expires = '10y', key = privateKey } = {}) =>
      new SignJWT({ role, iss: 'supabase' })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(key)
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const others = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const set = JSON.stringify({ keys: [others.publicKey, publicKey].map((key) => key.export({ format: 'jwk' })) })
    for (const text of [pem, set]) {
      const config = { ...server.config, jwtSecret, jwtPublicKeys: readPublicKeys(text) }
      const moved = createCallers({ ...server, config })
      const [anon, service] = [await signed('anon'), await signed('service_role')]
      expect(await moved.resolve({ apikey: anon })).toMatchObject({ role: 'anon' })
      expect(await moved.resolve({ apikey: anon, ...bearer(anon) })).toMatchObject({ role: 'anon' })
      expect(await moved.resolve(bearer(service))).toMatchObject({ role: 'service_role' })
      expect(await moved.resolve({ apikey: await keyOf('anon') })).toMatchObject({ role: 'anon' })
      await expect(moved.resolve({ apikey: service, origin: server.url })).rejects.toMatchObject({
        code: 'bad_api_key',
      })
      const invalid = { code: 'invalid_jwt' }
      await expect(moved.resolve(bearer(await signed('authenticated')))).rejects.toMatchObject(invalid)
      const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      await expect(moved.resolve(bearer(await signed('anon', { key: stranger })))).rejects.toMatchObject(invalid)
      await expect(moved.resolve(bearer(await signed('anon', { expires: '1s ago' })))).rejects.toMatchObject({
        code: 'jwt_expired',
      })
      // The public key is no secret: a token that is signed with it by HS256 is nobody's.
      await expect(moved.resolve(bearer(await keyOf('service_role', pem)))).rejects.toMatchObject(invalid)
    }
    await expect(callers.resolve(bearer(await signed('anon')))).rejects.toMatchObject({ code: 'invalid_jwt' })
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' })
    for (const text of ['nonsense', '{}', '{"keys":[]}', short.toString()]) {
      expect(() => readConfig({ JWT_PUBLIC_KEYS: text })).toThrow('JWT_PUBLIC_KEYS')
    }
  })
})
