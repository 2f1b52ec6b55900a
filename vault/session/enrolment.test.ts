import { expect, test } from 'vitest'
import {
  asKeyEncryptionKey,
  fromBase64Url,
  openKeyring,
  randomUuid,
  systemRandom,
  toBase64Url,
  unwrapAccountKey,
} from '#crypto/index.ts'
import { trustIn } from '../pins/pins.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { newPerson } from '../testing/person.ts'
import { prepareEnrolment } from './enrolment.ts'

const kek = asKeyEncryptionKey(systemRandom(32))
const kdf = { salt: toBase64Url(systemRandom(16)), m: 65_536, t: 3, p: 4, v: 19 }
const now = new Date('2026-11-23T12:00:00.000Z')
const userId = randomUuid(systemRandom)

type Payload = { wraps: { password: string }; keyring: string }

/** The keyring that the server stores, opened with the key that the password unwraps. */
async function storedKeyring(inviter: Parameters<typeof prepareEnrolment>[0]['inviter']) {
  const server = new HostileServer({ 'rpc/enrol_vault': null })
  const { store } = await prepareEnrolment({ userId, kek, kdf, now, ...(inviter !== undefined && { inviter }) })
  await store(server)
  const { payload } = server.to('rpc/enrol_vault')[0]!.body as { payload: Payload }
  const amk = await unwrapAccountKey({ wrapped: fromBase64Url(payload.wraps.password), kek, userId, kind: 'password' })
  return openKeyring({ amk, userId, sealed: fromBase64Url(payload.keyring) })
}

test('the first keyring remembers the keys of who invited, before the server can show others under that name', async () => {
  const inviter = await newPerson()
  const stranger = await newPerson()
  const { email, print } = inviter
  const invited = { userId: inviter.userId, email, fingerprint: toBase64Url(print) }

  const handedOver = await storedKeyring({ ...invited, isHandedOver: true })
  expect(trustIn(handedOver, { userId: inviter.userId, email, print })).toBe('invited')
  expect(trustIn(handedOver, { userId: inviter.userId, email, print: stranger.print })).toBe('changed')
  expect(trustIn(handedOver, { userId: stranger.userId, email, print: stranger.print })).toBe('moved')

  const mailed = await storedKeyring({ ...invited, isHandedOver: false })
  expect(trustIn(mailed, { userId: inviter.userId, email, print })).toBe('chosen')
})

test.each([
  ['without an inviter', undefined],
  ['without an inviter in the address', null],
  ['invited by oneself', { userId, email: 'me@example.org', fingerprint: 'x', isHandedOver: true }],
])('%s, it remembers nobody', async (_, inviter) => {
  const { pins, peers } = await storedKeyring(inviter)
  expect({ pins, peers }).toEqual({ pins: {}, peers: [] })
})
