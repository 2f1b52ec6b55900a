import { beforeAll, describe, expect, test } from 'vitest'
import { type Keyring, safetyNumber } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, compared, newPerson, peerOf, pinned, vaultOf } from '../testing/person.ts'
import { type Peer, markCompared, pinPeers, safetyNumberWith } from './people.ts'
import { mailPin } from '../pins/pins.ts'
import type { PinnedBy } from '../pins/trust.ts'

const changed = { name: 'VaultError', code: 'key_changed' }
const now = new Date('2026-03-04T05:06:07.089Z')

let ada: Person
let bob: Person
let eve: Person
/** Keys that the server made for Bob. */
let forged: Person
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  forged = await newPerson(bob.userId)
})
const mail = ({ userId, email }: Person) => ({ [`mail/${email}`]: userId })

describe('remembering keys', () => {
  const pin = async (vault: OpenVault, peers: readonly Peer[], by: PinnedBy, stored: Partial<Keyring> = {}) => {
    const server = await new HostileServer().keep(vault, { ...vault.keyring, revision: 3, ...stored })
    await pinPeers(server, vault, { peers, by })
    return { server, keyring: await server.kept(vault) }
  }
  const writes = (server: HostileServer) => server.to('keyrings?').filter(({ method }) => method === 'PATCH')

  test('notes keys, reason and address of each, beside what was there', async () => {
    const pins = { granted: '7', ...pinned(eve, 'seen') }
    const vault = await vaultOf(ada, { pins, peers: [compared(eve)] })
    const nameless = { ...peerOf(eve, 'seen'), email: '' }
    const { keyring } = await pin(vault, [peerOf(bob, 'new'), nameless], 'chosen')
    expect(keyring.pins).toEqual({ granted: '7', ...pinned(bob, 'chosen'), ...mail(bob), ...pinned(eve, 'seen') })
    expect(keyring.peers).toEqual([compared(eve)])
    const plain = await pin(await vaultOf(ada, { pins }), [nameless], 'chosen')
    expect(plain.keyring.pins).toEqual({ granted: '7', ...pinned(eve, 'chosen') })
  })

  test('keeps the stronger reason, and writes nothing then', async () => {
    const vault = await vaultOf(ada, { pins: { ...pinned(bob, 'invited'), ...mail(bob) } })
    const { server } = await pin(vault, [peerOf(bob, 'invited')], 'chosen')
    expect(server.asked).toEqual([])
    // Another device did it meanwhile.
    const stored = { pins: { ...pinned(bob, 'invited'), ...mail(bob) } }
    const late = await pin(await vaultOf(ada), [peerOf(bob, 'new')], 'chosen', stored)
    expect(late.keyring.pins).toEqual(stored.pins)
    expect(writes(late.server)).toEqual([])
    const address = await pin(await vaultOf(ada), [peerOf(bob, 'new')], 'chosen', { pins: pinned(bob, 'invited') })
    expect(address.keyring.pins).toEqual(stored.pins)
    const both = await pin(await vaultOf(ada), [peerOf(bob, 'new'), peerOf(eve, 'new')], 'chosen', stored)
    expect(both.keyring.pins).toEqual({ ...stored.pins, ...pinned(eve, 'chosen'), ...mail(eve) })
  })

  test('notes another address of somebody known when something is given to them under it, not when it is only seen', async () => {
    const pins = { ...pinned(bob, 'invited'), ...mail(bob) }
    const moved = { ...peerOf(bob, 'invited'), email: 'bob@elsewhere.example' }
    const given = await pin(await vaultOf(ada, { pins }), [moved], 'chosen')
    expect(given.keyring.pins).toEqual({ ...pins, [mailPin(moved.email)]: bob.userId })
    const { server } = await pin(await vaultOf(ada, { pins }), [moved], 'seen')
    expect(server.asked).toEqual([])
  })

  test('of one who is blocked remembers nobody', async () => {
    const vault = await vaultOf(ada)
    const server = await new HostileServer().keep(vault)
    for (const trust of ['changed', 'moved'] as const) {
      const peers = [peerOf(eve, 'new'), peerOf(bob, trust)]
      await expect(pinPeers(server, vault, { peers, by: 'seen' })).rejects.toMatchObject(changed)
    }
    expect(server.asked).toEqual([])
  })

  test('is refused when another device remembers other keys, or another account', async () => {
    const vault = await vaultOf(ada)
    for (const pins of [pinned(forged, 'seen'), { [mailPin(bob.email)]: eve.userId }]) {
      await expect(pin(vault, [peerOf(bob, 'new')], 'chosen', { pins })).rejects.toMatchObject(changed)
    }
    await expect(pin(vault, [peerOf(bob, 'new')], 'chosen', { peers: [compared(forged)] })).rejects.toMatchObject(
      changed,
    )
  })

  test('of nobody new asks nothing', async () => {
    const { server } = await pin(await vaultOf(ada, { pins: mail(bob) }), [peerOf(bob, 'compared')], 'invited')
    expect(server.asked).toEqual([])
  })
})

describe('comparing the safety number', () => {
  const mark = async (peer: Peer, stored: Partial<Keyring> = {}) => {
    const vault = await vaultOf(ada)
    const server = await new HostileServer().keep(vault, { ...vault.keyring, revision: 3, ...stored })
    await markCompared(server, vault, peer, now)
    return server.kept(vault)
  }
  const entry = () => ({ ...compared(bob), time: now.toISOString() })

  test('notes who was compared and when, with their address', async () => {
    const keyring = await mark(peerOf(bob, 'new'), { pins: { granted: '7' }, peers: [compared(eve)] })
    expect(keyring.peers).toEqual([compared(eve), entry()])
    expect(keyring.pins).toEqual({ granted: '7', ...pinned(bob, 'chosen'), ...mail(bob) })
  })

  test('again replaces the note, and keeps how the keys came', async () => {
    const keyring = await mark(peerOf(bob, 'compared'), { pins: pinned(bob, 'invited'), peers: [compared(bob)] })
    expect(keyring.peers).toEqual([entry()])
    expect(keyring.pins).toEqual({ ...pinned(bob, 'invited'), ...mail(bob) })
  })

  test('without an address notes none', async () => {
    expect((await mark({ ...peerOf(bob, 'new'), email: '' })).pins).toEqual(pinned(bob, 'chosen'))
  })

  test('lets an address lead to somebody else from then on', async () => {
    const pins = { [mailPin(bob.email)]: eve.userId }
    expect((await mark(peerOf(bob, 'moved'), { pins })).pins).toMatchObject(mail(bob))
  })

  test('does not replace keys that are others than before', async () => {
    await expect(mark(peerOf(bob, 'changed'))).rejects.toMatchObject(changed)
    await expect(mark(peerOf(forged, 'new'), { pins: pinned(bob, 'seen') })).rejects.toMatchObject(changed)
    await expect(mark(peerOf(forged, 'new'), { peers: [compared(bob)] })).rejects.toMatchObject(changed)
  })

  test('is of the keys of both', async () => {
    const vault = await vaultOf(ada)
    expect(await safetyNumberWith(vault, peerOf(bob, 'new'))).toBe(await safetyNumber(ada.bundle, bob.bundle))
    expect(await safetyNumberWith(vault, peerOf(forged, 'new'))).not.toBe(await safetyNumber(ada.bundle, bob.bundle))
  })
})
