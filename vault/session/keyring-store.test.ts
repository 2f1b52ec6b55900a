import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Keyring,
  asAccountMasterKey,
  newSpaceKey,
  sealKeyring,
  systemRandom,
  toBase64Url,
  wrapSpaceKey,
} from '#crypto/index.ts'
import { type Asked, HostileServer } from '../testing/hostile-server.ts'
import { type Person, compared, newDevice, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { changeKeyring, requireCurrentKey, restoreKeyring } from './keyring-store.ts'
import type { OpenVault } from './open-vault.ts'

let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([newPerson(), newPerson()])
})

const note =
  (value: string) =>
  ({ peers, pins }: Keyring) => ({ peers, pins: { ...pins, note: value } })
const patches = (server: HostileServer) => server.to('keyrings?').filter(({ method }) => method === 'PATCH')
const sealedOf = async ({ amk, userId, keyring }: Pick<OpenVault, 'amk' | 'userId' | 'keyring'>) =>
  toBase64Url(await sealKeyring({ amk, userId, keyring, random: systemRandom }))
/** Rows of `space_keys` under an account key. */
async function spaceKeys(vault: OpenVault, amk = vault.amk): Promise<unknown> {
  const { id: spaceId, epoch } = vault.personalSpace
  const context = { userId: vault.userId, spaceId, epoch }
  const wrapped = await wrapSpaceKey({ amk, spaceKey: newSpaceKey(systemRandom), context, random: systemRandom })
  return [{ space_id: spaceId, epoch, wrapped_key: toBase64Url(wrapped) }]
}
const rubbish = () => toBase64Url(systemRandom(300))
const serving = (sealed: string) =>
  new HostileServer({ 'keyrings?': ({ method }: Asked) => (method === 'GET' ? [{ sealed, version: 1 }] : []) })

describe('a change of the keyring', () => {
  test('is made from the newest state, which another device wrote, and counts one further', async () => {
    const vault = { ...(await vaultOf(ada)), memory: newDevice() }
    const elsewhere = { ...vault.keyring, revision: 7, pins: pinned(bob, 'seen'), peers: [compared(bob)] }
    const server = await new HostileServer().keep(vault, elsewhere)
    await changeKeyring(server, vault, note('x'))
    const expected = { ...elsewhere, revision: 8, pins: { ...pinned(bob, 'seen'), note: 'x' } }
    expect(await server.kept(vault)).toEqual(expected)
    expect(vault.keyring).toEqual(expected)
    expect(vault.memory.kept.get(ada.userId)?.revision).toBe(8)
    expect(server.asked[0]).toMatchObject({ path: 'keyrings?select=sealed,version', method: 'GET' })
    const [write] = patches(server)
    expect(write).toMatchObject({ prefer: 'return=representation' })
    expect(write?.path).toBe(`keyrings?user_id=eq.${ada.userId}&version=eq.1&select=version`)
    const body = write?.body as { version: number; updated_at: string; sealed: string }
    expect(body.version).toBe(2)
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse('2026-01-01'))
    const { sealed } = vault.memory.kept.get(ada.userId)!
    expect(toBase64Url(sealed)).toBe(body.sealed)
  })

  test('that changes nothing writes nothing, and takes over what was read', async () => {
    const vault = await vaultOf(ada)
    const elsewhere = { ...vault.keyring, revision: 7 }
    const server = await new HostileServer().keep(vault, elsewhere)
    await changeKeyring(server, vault, () => null)
    expect(server.asked).toHaveLength(1)
    expect(vault.keyring).toEqual(elsewhere)
  })

  test('is made again when another device was faster', async () => {
    const vault = await vaultOf(ada)
    const server = await new HostileServer().keep(vault)
    const other = (revision: number) => ({ ...vault.keyring, revision, pins: { other: 'y' } })
    const faster = await Promise.all([11, 12].map((revision) => server.prepare(vault, other(revision))))
    let changes = 0
    await changeKeyring(server, vault, (keyring) => {
      // Behind the back of this change, twice.
      faster[changes]?.()
      changes += 1
      return note('x')(keyring)
    })
    expect(changes).toBe(3)
    expect((await server.kept(vault)).pins).toEqual({ other: 'y', note: 'x' })
  })

  test('gives up after five times, and has changed nothing here', async () => {
    const vault = await vaultOf(ada)
    for (const answer of [[], null, [{ version: 1 }, { version: 2 }]]) {
      const sealed = await sealedOf(vault)
      const server = new HostileServer({
        'keyrings?': ({ method }: Asked) => (method === 'GET' ? [{ sealed, version: 1 }] : answer),
      })
      await expect(changeKeyring(server, vault, note('x'))).rejects.toMatchObject({ code: 'offline' })
      expect(patches(server)).toHaveLength(5)
      expect(vault.keyring).toMatchObject({ revision: 1, pins: {} })
    }
  })

  test('waits for the one before, also where that failed', async () => {
    const vault = await vaultOf(ada)
    const server = await new HostileServer().keep(vault)
    const failing = changeKeyring(server, vault, () => {
      throw new RangeError('no')
    })
    const after = [note('a'), note('b')].map((change) => changeKeyring(server, vault, change))
    await expect(failing).rejects.toMatchObject({ name: 'RangeError' })
    await Promise.all(after)
    expect(await server.kept(vault)).toMatchObject({ revision: 3, pins: { note: 'b' } })
    expect(server.to('keyrings?').map(({ method }) => method)).toEqual(['GET', 'GET', 'PATCH', 'GET', 'PATCH'])
  })
})

describe('nothing is written', () => {
  const rolledBack = { name: 'VaultError', code: 'vault_rolled_back' }

  test('on top of an older keyring than was seen', async () => {
    const vault = await vaultOf(ada, { revision: 5 })
    const older = await new HostileServer().keep(vault, { ...vault.keyring, revision: 4 })
    await expect(changeKeyring(older, vault, note('x'))).rejects.toMatchObject(rolledBack)
    expect(patches(older)).toEqual([])
    expect(vault.keyring.revision).toBe(5)
    await changeKeyring(await new HostileServer().keep(vault), vault, note('x'))
  })

  test('before the person puts back what this device has', async () => {
    const vault = { ...(await vaultOf(ada)), stale: { served: 1, remembered: 2 } }
    const server = await new HostileServer().keep(vault)
    await expect(changeKeyring(server, vault, note('x'))).rejects.toMatchObject(rolledBack)
    expect(patches(server)).toEqual([])
  })

  test('where there is no keyring, or one that does not open', async () => {
    const vault = await vaultOf(ada)
    await expect(changeKeyring(new HostileServer(), vault, note('x'))).rejects.toMatchObject({ code: 'not_found' })
    const server = serving(rubbish()).say('space_keys?', await spaceKeys(vault))
    await expect(changeKeyring(server, vault, note('x'))).rejects.toMatchObject({ code: 'file_damaged' })
    expect(patches(server)).toEqual([])
  })

  test('under an account key that was replaced elsewhere', async () => {
    const vault = await vaultOf(ada)
    const foreign = asAccountMasterKey(systemRandom(32))
    const server = serving(await sealedOf({ ...vault, amk: foreign })).say(
      'space_keys?',
      await spaceKeys(vault, foreign),
    )
    await expect(changeKeyring(server, vault, note('x'))).rejects.toMatchObject({ code: 'keys_replaced' })
    expect(patches(server)).toEqual([])
  })

  test('over an answer in another form', async () => {
    const vault = await vaultOf(ada)
    for (const rows of [null, [{ sealed: 1, version: 1 }], [{ sealed: 'AAAA', version: '1' }]]) {
      const server = new HostileServer({ 'keyrings?': rows })
      await expect(changeKeyring(server, vault, note('x'))).rejects.toMatchObject({ name: 'ZodError' })
      await expect(restoreKeyring(server, vault)).rejects.toMatchObject({ name: 'ZodError' })
    }
  })
})

describe('putting back what this device has', () => {
  const staleVault = async (remembered: Partial<Keyring> = {}) => ({
    ...(await vaultOf(ada, { revision: 5, pins: pinned(bob, 'invited'), ...remembered })),
    stale: { served: 3, remembered: 5 } as OpenVault['stale'],
    memory: newDevice(),
  })

  test('joins it with what the server has, further than both', async () => {
    for (const revision of [3, 9]) {
      const vault = await staleVault()
      const served = { ...vault.keyring, revision, pins: { other: 'y' } }
      const server = await new HostileServer().keep(vault, served)
      await restoreKeyring(server, vault)
      const expected = { revision: Math.max(5, revision) + 1, pins: { ...pinned(bob, 'invited'), other: 'y' } }
      expect(await server.kept(vault)).toMatchObject(expected)
      expect(vault.keyring).toMatchObject(expected)
      expect(vault.stale).toBeNull()
      expect(vault.memory.kept.get(ada.userId)?.revision).toBe(expected.revision)
    }
  })

  test('replaces what does not open, where the account key is still this one', async () => {
    const vault = await staleVault()
    const server = serving(rubbish()).say('space_keys?', await spaceKeys(vault))
    server.say('keyrings?', ({ method }: Asked) => [
      method === 'GET' ? { sealed: rubbish(), version: 1 } : { version: 2 },
    ])
    await restoreKeyring(server, vault)
    expect(patches(server)).toHaveLength(1)
    expect(vault).toMatchObject({ stale: null, keyring: { revision: 6, pins: pinned(bob, 'invited') } })

    const replaced = await staleVault()
    const foreign = asAccountMasterKey(systemRandom(32))
    const other = serving(rubbish()).say('space_keys?', await spaceKeys(replaced, foreign))
    await expect(restoreKeyring(other, replaced)).rejects.toMatchObject({ code: 'keys_replaced' })
    expect(patches(other)).toEqual([])
    expect(replaced.stale).not.toBeNull()
  })

  test('does not end before it is written', async () => {
    const vault = await staleVault()
    const server = serving(await sealedOf(vault))
    await expect(restoreKeyring(server, vault)).rejects.toMatchObject({ code: 'offline' })
    expect(patches(server)).toHaveLength(5)
    expect(vault).toMatchObject({ stale: { served: 3 }, keyring: { revision: 5 } })
    await expect(restoreKeyring(new HostileServer(), vault)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('lets changes be written again', async () => {
    const vault = await staleVault()
    const server = await new HostileServer().keep(vault, { ...vault.keyring, revision: 3 })
    await restoreKeyring(server, vault)
    await changeKeyring(server, vault, note('x'))
    expect((await server.kept(vault)).pins).toMatchObject({ note: 'x' })
  })
})

describe('a keyring that grew large', () => {
  const name = (at: number) => `grant/${String(at).padStart(2000, '0')}`
  const grants = () => Object.fromEntries(Array.from({ length: 300 }, (_, at) => [name(at), String(at)]))

  test('drops the oldest grants when it is written', async () => {
    for (const write of [
      (server: HostileServer, vault: OpenVault) => changeKeyring(server, vault, note('x')),
      (server: HostileServer, vault: OpenVault) => restoreKeyring(server, vault),
    ]) {
      const vault = await vaultOf(ada, { revision: 5, pins: { ...grants(), ...pinned(bob, 'invited') } })
      const server = await new HostileServer().keep(vault)
      await write(server, vault)
      const { pins, revision } = await server.kept(vault)
      expect(revision).toBe(6)
      expect(pins).toMatchObject({ ...pinned(bob, 'invited'), pruned: '6' })
      expect(Object.keys(pins).length).toBeLessThan(300)
    }
  })
})

test('the account key is the present one when it opens the key of the epoch that is written under', async () => {
  const vault = await vaultOf(ada)
  const rows = await spaceKeys(vault)
  const server = new HostileServer({ 'space_keys?': rows })
  await requireCurrentKey(server, vault)
  expect(server.asked).toMatchObject([{ path: 'space_keys?select=space_id,epoch,wrapped_key', method: 'GET' }])
  const later = { ...vault, personalSpace: { ...vault.personalSpace, epoch: 2 } }
  await expect(requireCurrentKey(server, later)).rejects.toMatchObject({ code: 'keys_replaced' })
})
