import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccessTokens } from '#server/auth/session/access-token.ts'
import { issuerOf } from '#server/http/caller.ts'
import { type Person, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { enrolTotp, proveTotp } from '../support/people/second-factor.ts'
import { Heard, joined, refusalOf } from '../support/realtime.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

type System = { status: string; message: string }

let server: TestServer
let alice: Person
beforeAll(async () => {
  server = await startServer()
  alice = await signedInPerson(server)
})
afterAll(() => server.stop())

/** A channel of somebody, and what the server says in it. */
async function channelOf(
  token: string,
): Promise<{ said: Heard<System>; ended: Promise<void>; end: () => Promise<unknown> }> {
  const client = server.client()
  await client.realtime.setAuth(token)
  const said = new Heard<System>()
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const channel = client.channel('own').on('system', {}, (message) => said.add(message as System))
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      else if (status === REALTIME_SUBSCRIBE_STATES.CLOSED) end()
      else reject(error ?? new Error(status))
    })
  })
  return { said, ended, end: () => client.removeAllChannels() }
}

describe('a session', () => {
  const signedIn = async (): Promise<string> => {
    const { data, error } = await server.client().auth.signInWithPassword({ email: alice.email, password: PASSWORD })
    if (error) throw error
    return data.session.access_token
  }

  test('that ends elsewhere ends its channels', async () => {
    const { said, ended } = await channelOf(await signedIn())
    await alice.client.auth.signOut({ scope: 'others' })
    expect((await said.first(1))[0]).toMatchObject({ status: 'error', message: 'The session has ended' })
    await ended
  })

  test('of somebody who is suspended ends too', async () => {
    const person = await signedInPerson(server)
    const { said, ended } = await channelOf(person.session.access_token)
    await server.database.owner(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
      person.email,
    ])
    expect((await said.first(1))[0]?.message).toBe('The session has ended')
    await ended
  })

  test('that a second factor raised ends the channels of tokens from before it, and keeps that of the newer one', async () => {
    const person = await signedInPerson(server)
    const [copied, renewed] = [await channelOf(person.session.access_token), server.client()]
    await proveTotp(server, person.client, await enrolTotp(person.client))
    const { data } = await person.client.auth.getSession()
    await renewed.realtime.setAuth(data.session?.access_token ?? '')
    const channel = await joined(renewed.channel('renewed', { config: { broadcast: { ack: true } } }))

    const [reason] = await copied.said.first(1)
    expect(reason?.message).toBe('The token is from before the second factor of its session')
    await copied.ended
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
    await renewed.removeAllChannels()
  })

  test('that has ended opens no channel', async () => {
    const token = await signedIn()
    await alice.client.auth.signOut({ scope: 'others' })
    const client = server.client()
    await client.realtime.setAuth(token)
    await expect.poll(() => refusalOf(client, client.channel('late'))).toContain('Unauthorized')
  })

  test('lasts as long as its token, and a newer one prolongs it', async () => {
    const token = await signedIn()
    const { iss: _, aud: __, iat: ___, exp: ____, ...claims } = decodeJwt(token)
    const tokens = new AccessTokens(server.secrets, issuerOf(server.config.publicUrl))
    const endingIn = (seconds: number) => {
      const now = Math.floor(Date.now() / 1000)
      return tokens.sign(claims, now - 100, now + seconds)
    }

    const [left, renewed] = [await channelOf(await endingIn(8)), server.client()]
    await renewed.realtime.setAuth(await endingIn(8))
    const channel = await joined(renewed.channel('renewed', { config: { broadcast: { ack: true } } }))
    await renewed.realtime.setAuth(token)

    expect((await left.said.first(1))[0]?.message).toBe('Token has expired')
    await left.ended
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
    const late = server.client()
    await late.realtime.setAuth(await endingIn(-10))
    expect(await refusalOf(late, late.channel('late'))).toContain('Token has expired')
    await renewed.removeAllChannels()
  })

  test('is not opened by a token of somebody else', async () => {
    const client = server.client()
    await client.realtime.setAuth(`${alice.session.access_token.slice(0, -4)}AAAA`)
    expect(await refusalOf(client, client.channel('forged'))).toContain('MalformedJWT')
  })
})
