import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Keyring,
  asAccountMasterKey,
  canonicalJson,
  concat,
  sealBytes,
  sealKeyring,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import { uuidBytes } from '#crypto/encoding.ts'
import { type Person, compared, newDevice, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { joinKeyrings, newestKeyring, openOrNull, remember, rememberedKeyring } from './device-memory.ts'

const refused = { name: 'VaultError', code: 'keys_refused' }

let ada: Person
let bob: Person
let eve: Person
let base: Keyring
const account = { amk: asAccountMasterKey(systemRandom(32)), userId: '' }
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  account.userId = ada.userId
  base = (await vaultOf(ada)).keyring
})

const keyringOf = (change: Partial<Keyring>): Keyring => ({ ...base, ...change })
const seal = (keyring: Keyring, amk = account.amk) =>
  sealKeyring({ amk, userId: account.userId, keyring, random: systemRandom })
async function deviceWith(keyring: Keyring, amk = account.amk) {
  const device = newDevice()
  device.kept.set(account.userId, { revision: keyring.revision, sealed: await seal(keyring, amk) })
  return device
}
async function newest(served: Keyring, device: Parameters<typeof newestKeyring>[2]) {
  return newestKeyring(account, { keyring: served, sealed: await seal(served) }, device)
}
const replaceable = (accountKeys: Uint8Array[] = []) => ({ recoveryKey: systemRandom(1216), epoch: 2, accountKeys })

describe('the keyring that the server answers with', () => {
  test('is kept on a device that has none', async () => {
    const device = newDevice()
    const served = keyringOf({ revision: 4 })
    const sealed = await seal(served)
    expect(await newestKeyring(account, { keyring: served, sealed }, device)).toEqual({ keyring: served, stale: null })
    expect(device.kept.get(account.userId)).toEqual({ revision: 4, sealed })
    expect(await newest(served, null)).toEqual({ keyring: served, stale: null })
  })

  test('takes the place of an older one that it follows from', async () => {
    const own = keyringOf({ revision: 3, pins: { ...pinned(bob, 'seen'), policy: '1:a' }, peers: [compared(eve)] })
    const device = await deviceWith(own)
    const pins = { ...pinned(bob, 'invited'), policy: '2:b', note: 'x' }
    const served = keyringOf({ revision: 4, pins, peers: [compared(eve), compared(bob)] })
    expect(await newest(served, device)).toEqual({ keyring: served, stale: null })
    expect(device.kept.get(account.userId)?.revision).toBe(4)
  })

  test('that lacks something is joined with what this device knows, which stays as it is', async () => {
    const forged = await newPerson(bob.userId)
    const pins = { ...pinned(bob, 'invited'), note: 'x' }
    const own = keyringOf({ revision: 5, pins, peers: [compared(bob)] })
    for (const served of [
      keyringOf({ revision: 4, pins }),
      keyringOf({ revision: 9, peers: [compared(bob)] }),
      keyringOf({ revision: 9, peers: [compared(bob)], pins: { note: 'x' } }),
      keyringOf({ revision: 9, peers: [compared(bob)], pins: { ...pins, ...pinned(bob, 'seen') } }),
      keyringOf({ revision: 9, peers: [compared(forged)], pins }),
      keyringOf({ revision: 9, peers: [compared(eve)], pins }),
    ]) {
      const device = await deviceWith(own)
      const kept = device.kept.get(account.userId)
      const { keyring, stale } = await newest(served, device)
      expect(stale).toEqual({ served: served.revision, remembered: 5 })
      expect(keyring.pins).toMatchObject(own.pins)
      expect(keyring.peers).toContainEqual(compared(bob))
      expect(keyring.peers).not.toContainEqual(compared(forged))
      expect(device.kept.get(account.userId)).toBe(kept)
    }
  })

  test('opens what this device kept under an account key of before', async () => {
    const before = asAccountMasterKey(systemRandom(32))
    const own = keyringOf({ revision: 5, pins: pinned(bob, 'invited') })
    const device = await deviceWith(own, before)
    const older = [systemRandom(32), before]
    const served = keyringOf({ revision: 6, pins: own.pins, replaceable: replaceable(older) })
    expect(await newest(served, device)).toEqual({ keyring: served, stale: null })
    const lacking = keyringOf({ revision: 6, replaceable: replaceable(older) })
    const again = await newest(lacking, await deviceWith(own, before))
    expect(again).toMatchObject({ stale: { served: 6, remembered: 5 }, keyring: { pins: own.pins } })
  })

  test('is refused when the copy of this device opens under none of its keys', async () => {
    const own = keyringOf({ revision: 1 })
    const foreign = asAccountMasterKey(systemRandom(32))
    for (const served of [
      keyringOf({ revision: 9 }),
      keyringOf({ revision: 9, replaceable: replaceable([systemRandom(32)]) }),
    ]) {
      const device = await deviceWith(own, foreign)
      const kept = device.kept.get(account.userId)
      await expect(newest(served, device)).rejects.toMatchObject(refused)
      expect(device.kept.get(account.userId)).toBe(kept)
    }
  })

  test('opens the vault though the device cannot read or write', async () => {
    const served = keyringOf({ revision: 4 })
    const broken = {
      recall: () => Promise.reject(new Error('no storage')),
      remember: () => Promise.reject(new Error('full')),
    }
    expect(await newest(served, broken)).toEqual({ keyring: served, stale: null })
    expect(await rememberedKeyring(account, broken)).toBeNull()
    await remember(broken, ada.userId, { revision: 1, sealed: new Uint8Array() })
    await remember(null, ada.userId, { revision: 1, sealed: new Uint8Array() })
  })
})

describe('the copy of a device, where the server’s does not open', () => {
  test('is used, and known to be one', async () => {
    const own = keyringOf({ revision: 5, pins: pinned(bob, 'seen') })
    const stale = { served: null, remembered: 5 }
    expect(await rememberedKeyring(account, await deviceWith(own))).toEqual({ keyring: own, stale })
  })

  test('is none without a copy, or under another key', async () => {
    expect(await rememberedKeyring(account, newDevice())).toBeNull()
    expect(await rememberedKeyring(account, null)).toBeNull()
    const foreign = await deviceWith(keyringOf({}), asAccountMasterKey(systemRandom(32)))
    expect(await rememberedKeyring(account, foreign)).toBeNull()
  })
})

describe('a sealed keyring', () => {
  test('opens from bytes and from text', async () => {
    const sealed = await seal(base)
    expect(await openOrNull(account, sealed)).toEqual(base)
    expect(await openOrNull(account, toBase64Url(sealed))).toEqual(base)
  })

  test('that is rubbish, or of somebody else, is none', async () => {
    for (const sealed of [systemRandom(300), new Uint8Array(), 'not base64url!', 'AAAA']) {
      expect(await openOrNull(account, sealed)).toBeNull()
    }
    expect(await openOrNull({ ...account, userId: bob.userId }, await seal(base))).toBeNull()
  })

  test('of another version of this program is no rubbish', async () => {
    const aad = concat(utf8('qs1/keyring'), new Uint8Array(1), uuidBytes(ada.userId))
    const plain = utf8(canonicalJson({ v: 9 }))
    const sealed = await sealBytes({ key: account.amk, aad, random: systemRandom, plain })
    await expect(openOrNull(account, sealed)).rejects.toMatchObject({ name: 'VaultError', code: 'app_outdated' })
    const device = newDevice()
    device.kept.set(ada.userId, { revision: 1, sealed })
    await expect(newest(base, device)).rejects.toMatchObject({ code: 'app_outdated' })
  })

  test('that fails for another reason is thrown', async () => {
    await expect(openOrNull(account, null as unknown as string)).rejects.toMatchObject({ name: 'TypeError' })
  })
})

describe('two keyrings joined', () => {
  const join = (own: Partial<Keyring>, other: Partial<Keyring>) => joinKeyrings(keyringOf(own), keyringOf(other))
  const pinOf = (name: string, own: string, other: string, { isNewer = true } = {}) =>
    join({ revision: 5, pins: { [name]: own } }, { revision: isNewer ? 6 : 5, pins: { [name]: other } }).pins[name]

  test('have everything that either has, and the higher revision', () => {
    const own = { revision: 5, pins: { a: '1' }, peers: [compared(bob)] }
    const other = { revision: 3, pins: { b: '2' }, peers: [compared(eve)] }
    const joined = { pins: { a: '1', b: '2' }, revision: 5 }
    expect(join(own, other)).toMatchObject({ ...joined, peers: [compared(bob), compared(eve)] })
    expect(join(other, own)).toMatchObject({ ...joined, peers: [compared(eve), compared(bob)] })
  })

  test('keep whom this device compared', async () => {
    const forged = await newPerson(bob.userId)
    expect(join({ peers: [compared(bob)] }, { peers: [compared(forged)] }).peers).toEqual([compared(bob)])
  })

  test('have what it takes to replace the account key from the other one', () => {
    const present = replaceable()
    expect(join({ replaceable: replaceable() }, { replaceable: present }).replaceable).toBe(present)
    expect(join({ replaceable: present }, {}).replaceable).toBeNull()
  })

  test('keep the stronger reason for the same keys, and the own keys where they differ', () => {
    const name = `peer/${bob.userId}`
    expect(pinOf(name, 'K:seen', 'K:invited')).toBe('K:invited')
    expect(pinOf(name, 'K:invited', 'K:seen')).toBe('K:invited')
    expect(pinOf(name, 'K:chosen', 'K:chosen')).toBe('K:chosen')
    expect(pinOf(name, 'K', 'K:seen')).toBe('K:seen')
    expect(pinOf(name, 'K:seen', 'K')).toBe('K:seen')
    expect(pinOf(name, 'K:seen', 'K:made-up')).toBe('K:seen')
    expect(pinOf(name, 'K:seen', 'L:invited')).toBe('K:seen')
  })

  test('keep what counts further, whichever of them is newer', () => {
    const numbered = ['policy', 'agreement', 'granted', 'pruned', 'space/s', 'grant/g']
    for (const name of numbered) {
      for (const isNewer of [true, false]) {
        expect(pinOf(name, '9:a', '10:b', { isNewer }), name).toBe('10:b')
        expect(pinOf(name, '10:a', '9:b', { isNewer }), name).toBe('10:a')
        // Two of one number: what this device saw.
        expect(pinOf(name, '9:a', '9:b', { isNewer }), name).toBe('9:a')
      }
    }
    expect(pinOf('other', '9', '10')).toBe('9')
    expect(pinOf('aspace/s', '9', '10')).toBe('9')
    expect(pinOf('agrant/g', '9', '10')).toBe('9')
  })

  test('have a passkey removed for good, whichever of them is newer', async () => {
    const name = 'passkey/p'
    for (const isNewer of [true, false]) {
      expect(pinOf(name, 'KEY', 'gone', { isNewer })).toBe('gone')
      expect(pinOf(name, 'gone', 'KEY', { isNewer })).toBe('gone')
      expect(pinOf(name, 'KEY', 'OTHER', { isNewer })).toBe('KEY')
    }
    const removed = keyringOf({ revision: 6, pins: { [name]: 'gone' } })
    const device = await deviceWith(keyringOf({ revision: 5, pins: { [name]: 'KEY' } }))
    expect(await newest(removed, device)).toEqual({ keyring: removed, stale: null })
    const back = await newest(keyringOf({ revision: 9, pins: { [name]: 'KEY' } }), await deviceWith(removed))
    expect(back).toMatchObject({ stale: { served: 9 }, keyring: { pins: removed.pins } })
  })

  test('keep the newer grant where the other one dropped some to make room', () => {
    const other = { revision: 9, pins: { pruned: '8', 'grant/g': '9' } }
    const pins = { 'grant/g': '10', 'grant/h': '10' }
    expect(join({ revision: 5, pins }, other).pins).toEqual({ pruned: '8', 'grant/g': '10' })
  })

  test('have the address as the later of them has it', () => {
    const name = 'mail/bob@example.org'
    expect(pinOf(name, ada.userId, bob.userId)).toBe(bob.userId)
    expect(pinOf(name, ada.userId, bob.userId, { isNewer: false })).toBe(ada.userId)
  })
})
