import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import {
  agreesWithNoted,
  claimInviter,
  claimedInviter,
  forgetInviter,
  invitationFor,
  noteInviter,
  notedInviter,
  readInvitation,
} from './invitation.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
})
afterAll(() => void vi.unstubAllGlobals())

const key = 'A'.repeat(43)

test('the mailed address carries a token, the one that is handed over does not', () => {
  const inviter = { userId: 'u', email: 'ada@example.org', fingerprint: key, isHandedOver: false }
  const parts = `email=bob%40example.org&from=u&by=ada%40example.org&key=${key}`
  expect(readInvitation(`#${parts}`)).toEqual({ email: 'bob@example.org', inviter, token: null })
  expect(readInvitation(`#token=t&${parts}`)).toEqual({ email: 'bob@example.org', inviter, token: 't' })
})

test('an address that was cut off is none', () => {
  expect(readInvitation('')).toBeNull()
  expect(readInvitation(`#email=bob%40example.org&from=u&key=${key.slice(1)}`)).toBeNull()
  expect(readInvitation(`#from=u&key=${key}`)).toBeNull()
})

const ada = { userId: 'ada', email: 'ada@example.org', fingerprint: key, isHandedOver: false }

test('another inviter and other keys do not agree with what was noted, whatever address the mail spells', () => {
  expect(agreesWithNoted(ada)).toBe(true)
  noteInviter({ email: 'bob@example.org', inviter: ada })
  expect(agreesWithNoted({ ...ada, email: 'another spelling' })).toBe(true)
  expect(agreesWithNoted({ ...ada, fingerprint: 'B'.repeat(43) })).toBe(false)
  expect(agreesWithNoted({ ...ada, userId: 'eve' })).toBe(false)
})

test('keys count as handed over when the person says so, and stay so for the mail that names the same ones', () => {
  noteInviter({ email: 'bob@example.org', inviter: ada })
  expect(notedInviter()).toMatchObject({ isHandedOver: false })
  noteInviter({ email: 'bob@example.org', inviter: { ...ada, isHandedOver: true } })
  noteInviter({ email: 'b.ob@example.org', inviter: ada })
  expect(notedInviter()).toMatchObject({ isHandedOver: true })
  noteInviter({ email: 'bob@example.org', inviter: { ...ada, fingerprint: 'B'.repeat(43) } })
  expect(notedInviter()).toMatchObject({ isHandedOver: false })
})

test('only a vault that is made with the note on the device takes it over', () => {
  noteInviter({ email: 'Bob@example.org', inviter: ada })
  expect(claimedInviter('bob'), 'a vault that was there before').toBeNull()
  claimInviter('bob')
  expect(claimedInviter('bob')).toEqual(ada)
  expect(claimedInviter('eve')).toBeNull()

  noteInviter({ email: 'bob@example.org', inviter: { ...ada, userId: 'eve' } })
  expect(claimedInviter('bob'), 'an address that was opened later').toBeNull()
})

test('an invitation for another address than the server says is shown as one, not dropped', () => {
  noteInviter({ email: 'B0b@example.org', inviter: ada })
  expect(invitationFor('bob@example.org')).toEqual({ inviter: ada, notedFor: 'B0b@example.org', isSameAddress: false })
  expect(invitationFor(' b0b@Example.org')).toMatchObject({ isSameAddress: true })
})

test('an invitation that a vault has taken over is not offered to the next one', () => {
  noteInviter({ email: 'bob@example.org', inviter: ada })
  claimInviter('bob')
  expect(invitationFor('bob@example.org')).toBeNull()
  forgetInviter()
  expect(invitationFor('bob@example.org')).toBeNull()
})
