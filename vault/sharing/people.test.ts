import { beforeAll, describe, expect, test } from 'vitest'
import { type Keyring, toBase64Url } from '#crypto/index.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, compared, newPerson, peerOf, pinned, vaultOf } from '../testing/person.ts'
import { findPeople, findPerson, readPeer } from './people.ts'
import { inviterPinnedBy, inviterPins, isWeaker, mailPin, pinnedMailOf, readPeerPin, trustIn } from '../pins/pins.ts'
import type { PinnedBy, Trust } from '../pins/trust.ts'

const changed = { name: 'VaultError', code: 'key_changed' }

let ada: Person
let bob: Person
let eve: Person
/** Keys that the server made for Bob. */
let forged: Person
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  forged = await newPerson(bob.userId)
})

const row = ({ userId, email, published }: Person, change: object = {}) => ({
  email,
  user_id: userId,
  first_name: 'Ann',
  last_name: null,
  ...published,
  ...change,
})
const mail = ({ userId, email }: Person) => ({ [`mail/${email}`]: userId })
describe('what is known of somebody’s keys', () => {
  const trust = (remembered: Partial<Keyring>, { userId, print, email } = bob) =>
    trustIn({ peers: [], pins: {}, ...remembered }, { userId, email, print })

  test('is nothing of somebody new, and of others than those who are remembered', () => {
    expect(trust({})).toBe('new')
    expect(trust({ pins: { ...pinned(ada, 'chosen'), ...mail(ada) }, peers: [compared(ada)] })).toBe('new')
  })

  test('is how they came to be remembered; comparing counts most', () => {
    for (const by of ['seen', 'chosen', 'invited'] as const) {
      expect(trust({ pins: pinned(bob, by) })).toBe(by)
      expect(trust({ pins: pinned(bob, by), peers: [compared(ada), compared(bob)] })).toBe('compared')
    }
    expect(trust({ peers: [compared(bob)] })).toBe('compared')
  })

  test('of earlier releases, which wrote no reason, is the weakest', () => {
    expect(trust({ pins: { [`peer/${bob.userId}`]: toBase64Url(bob.print) } })).toBe('seen')
    expect(trust({ pins: pinned(bob, 'made-up') })).toBe('seen')
  })

  test('is that they changed, whichever way they were remembered', () => {
    expect(trust({ pins: pinned(bob, 'seen') }, forged)).toBe('changed')
    expect(trust({ pins: pinned(bob, 'invited') }, forged)).toBe('changed')
    expect(trust({ peers: [compared(bob)] }, forged)).toBe('changed')
    // What was compared is stronger than what is pinned, whichever of them the keys fit.
    expect(trust({ peers: [compared(bob)], pins: pinned(forged, 'seen') }, forged)).toBe('changed')
    expect(trust({ peers: [compared(bob)], pins: pinned(forged, 'seen') })).toBe('compared')
  })

  test('is that the address led to somebody else before, however well the keys are known', () => {
    const pins = { [mailPin(bob.email)]: ada.userId }
    expect(trust({ pins })).toBe('moved')
    expect(trust({ pins: { ...pins, ...pinned(bob, 'invited') }, peers: [compared(bob)] })).toBe('moved')
    expect(trust({ pins: { ...pins, ...pinned(bob, 'invited') } }, forged)).toBe('changed')
    expect(trust({ pins: { ...mail(bob), ...pinned(bob, 'chosen') } })).toBe('chosen')
    expect(trust({ pins }, { ...bob, email: `  ${bob.email.toUpperCase()} ` })).toBe('moved')
  })

  test('counts for files only as far as it reaches', () => {
    const all: Trust[] = ['new', 'seen', 'chosen', 'invited', 'compared', 'changed', 'moved']
    const weaker = (by: PinnedBy) => all.filter((one) => isWeaker(one, by))
    expect(weaker('seen')).toEqual(['new'])
    expect(weaker('chosen')).toEqual(['new', 'seen'])
    expect(weaker('invited')).toEqual(['new', 'seen', 'chosen'])
  })

  test('is written as fingerprint and reason', () => {
    const pins = { ...pinned(bob, 'chosen'), [`peer/${eve.userId}`]: 'AAAA' }
    expect(readPeerPin(pins, bob.userId)).toEqual({ print: toBase64Url(bob.print), by: 'chosen' })
    expect(readPeerPin(pins, eve.userId)).toEqual({ print: 'AAAA', by: 'seen' })
    expect(readPeerPin(pins, ada.userId)).toBeUndefined()
  })

  test('has the address under which somebody was remembered', async () => {
    const { keyring } = await vaultOf(ada, {
      pins: { [`someone/${bob.email}`]: bob.userId, ...mail(eve), ...mail(bob), granted: bob.userId },
    })
    expect(pinnedMailOf(keyring, bob.userId)).toBe(bob.email)
    expect(pinnedMailOf(keyring, ada.userId)).toBeUndefined()
  })

  test('has the present address of somebody who was remembered under two, and none that only the server knows', async () => {
    const pins = { 'mail/bob@before.example': bob.userId, 'mail/bob@now.example': bob.userId, ...mail(eve) }
    const { keyring } = await vaultOf(ada, { pins })
    for (const present of ['bob@before.example', 'bob@now.example']) {
      expect(pinnedMailOf(keyring, bob.userId, present)).toBe(present)
    }
    expect(pinnedMailOf(keyring, bob.userId, 'made@up.example')).toBe('bob@before.example')
    expect(pinnedMailOf(keyring, bob.userId, eve.email), 'the address of somebody else').toBe('bob@before.example')
  })
})

describe('the inviter', () => {
  const inviter = (isHandedOver: boolean, email = ' Bob@Example.org ') =>
    inviterPins({ userId: bob.userId, email, fingerprint: toBase64Url(bob.print), isHandedOver })

  test('vouches for others only where they handed over the address themselves', () => {
    expect(inviter(true)).toEqual({ ...pinned(bob, 'invited'), 'mail/bob@example.org': bob.userId })
    expect(inviter(false)).toEqual({ ...pinned(bob, 'chosen'), 'mail/bob@example.org': bob.userId })
    expect(inviterPinnedBy({ userId: '', email: '', fingerprint: '', isHandedOver: true })).toBe('invited')
  })

  test('without an address is remembered by their keys alone', () => {
    expect(inviter(true, '  ')).toEqual(pinned(bob, 'invited'))
  })
})

describe('a bundle that the server shows', () => {
  const read = async (said: Partial<Person>, remembered: Partial<Keyring> = {}) => {
    const { userId, email, published } = { ...bob, ...said }
    return readPeer(await vaultOf(ada, remembered), { userId, email, name: 'Bob', ...published })
  }

  test('gives the keys with what is known of them', async () => {
    const seen = { ...peerOf(bob, 'seen'), name: 'Bob', isAddressKnown: false }
    expect(await read({}, { pins: pinned(bob, 'seen') })).toEqual(seen)
    const pins = { ...pinned(bob, 'seen'), [mailPin(bob.email)]: bob.userId }
    expect(await read({}, { pins })).toEqual({ ...seen, isAddressKnown: true })
    expect(await read(forged, { pins: pinned(bob, 'seen') })).toMatchObject({
      trust: 'changed',
      fingerprint: forged.print,
    })
  })

  test('is refused under another account, or signed by other keys', async () => {
    await expect(read({ published: eve.published })).rejects.toMatchObject(changed)
    const { statement } = bob.published
    for (const signature of [eve.published.signature, 'AAAA', 'not base64url!']) {
      await expect(read({ published: { statement, signature } })).rejects.toMatchObject(changed)
    }
    await expect(read({ published: { ...bob.published, statement: '{' } })).rejects.toMatchObject(changed)
  })

  test('that fails for another reason is no refusal', async () => {
    await expect(read({ userId: undefined as unknown as string })).rejects.toMatchObject({ name: 'TypeError' })
  })
})

describe('looking for people by their addresses', () => {
  const find = async (typed: readonly string[], rows: readonly unknown[], remembered: Partial<Keyring> = {}) =>
    findPeople(new HostileServer({ 'rpc/find_colleagues': rows }), await vaultOf(ada, remembered), typed)

  test('gives them in the order asked, each once, whatever the order of the answer', async () => {
    const rows = [row(eve), row(bob, { first_name: 'Bob', last_name: 'Ray' })]
    const { peers, missing } = await find([` ${bob.email.toUpperCase()} `, eve.email, bob.email], rows)
    expect(peers).toEqual([
      { ...peerOf(bob, 'new'), name: 'Bob Ray' },
      { ...peerOf(eve, 'new'), name: 'Ann' },
    ])
    expect(missing).toEqual([])
  })

  test('says who is missing and why, and finds the others', async () => {
    const rows = [
      row(eve, { statement: null }),
      row(ada, { signature: null }),
      row(forged, { email: 'forged@example.org', signature: eve.published.signature }),
      row(bob),
    ]
    const typed = ['nobody@example.org', eve.email, ada.email, 'forged@example.org', bob.email]
    const { peers, missing } = await find(typed, rows)
    expect(peers).toMatchObject([{ userId: bob.userId }])
    expect(missing.map(({ email, problem }) => [email, problem.code])).toEqual([
      ['nobody@example.org', 'person_unknown'],
      [eve.email, 'person_without_vault'],
      [ada.email, 'person_without_vault'],
      ['forged@example.org', 'key_changed'],
    ])
  })

  test('finds nobody who was not asked for', async () => {
    expect(await find([bob.email], [row(eve)])).toMatchObject({ peers: [], missing: [{ email: bob.email }] })
  })

  test('takes one of two answers for an address, and sees when it is not the one of before', async () => {
    const rows = [row(bob), row(forged)]
    const { peers } = await find([bob.email], rows)
    expect(peers).toHaveLength(1)
    const known = await find([bob.email], rows, { pins: pinned(bob, 'chosen') })
    expect(known.peers).toMatchObject([{ trust: 'changed' }])
    const moved = await find([bob.email], [row(eve, { email: bob.email })], { pins: mail(bob) })
    expect(moved.peers).toMatchObject([{ userId: eve.userId, email: bob.email, trust: 'moved' }])
  })

  test('asks for no more than the server takes at once', async () => {
    const server = new HostileServer({ 'rpc/find_colleagues': [] })
    const typed = Array.from({ length: 1001 }, (_, at) => `p${at}@example.org`)
    const { missing } = await findPeople(server, await vaultOf(ada), typed)
    expect(missing.map(({ email }) => email)).toEqual(typed)
    expect(server.asked.map(({ body }) => (body as { emails: string[] }).emails)).toEqual([
      typed.slice(0, 500),
      typed.slice(500, 1000),
      typed.slice(1000),
    ])
    expect(server.asked[0]).toMatchObject({ path: 'rpc/find_colleagues', method: 'POST' })
    await findPeople(server, await vaultOf(ada), typed.slice(0, 500))
    await findPeople(server, await vaultOf(ada), [])
    expect(server.asked).toHaveLength(4)
  })

  test('ends with an answer that is none', async () => {
    await expect(find([bob.email], [{ ...row(bob), user_id: 'x' }])).rejects.toMatchObject({ name: 'ZodError' })
    await expect(find([bob.email], [row(bob, { statement: 5 })])).rejects.toMatchObject({ name: 'ZodError' })
  })

  test('for one alone is that person, or the reason why not', async () => {
    const server = new HostileServer({ 'rpc/find_colleagues': [row(bob), row(eve, { statement: null })] })
    const vault = await vaultOf(ada)
    expect(await findPerson(server, vault, bob.email)).toMatchObject({ userId: bob.userId })
    await expect(findPerson(server, vault, eve.email)).rejects.toMatchObject({ code: 'person_without_vault' })
    await expect(findPerson(server, vault, 'nobody@example.org')).rejects.toMatchObject({ code: 'person_unknown' })
  })

  test('does not hide a fault of its own among the missing', async () => {
    const vault = { ...(await vaultOf(ada)), keyring: null as unknown as Keyring }
    const server = new HostileServer({ 'rpc/find_colleagues': [row(bob)] })
    await expect(findPeople(server, vault, [bob.email])).rejects.toMatchObject({ name: 'TypeError' })
  })
})
