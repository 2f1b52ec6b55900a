import { beforeAll, describe, expect, test } from 'vitest'
import { type Keyring, randomUuid, systemRandom } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { compared, pinned, vaultOf } from '../testing/person.ts'
import { type MadeEpoch, makeEpoch } from '../testing/team-space.ts'
import { rememberHead } from './team-history.ts'
import { ada, bob, check, epochs, eve, read, refused, roles, seen, stageEpochs } from '../testing/team-epochs.ts'

beforeAll(stageEpochs)

describe('somebody who saw an epoch', () => {
  test('accepts it again, and what its managers signed since', async () => {
    for (const epoch of [1, 2, 3]) await check(await eveSaw(epoch))
  })

  test('refuses an older history, and another one', async () => {
    await expect(check(await eveSaw(3), epochs.slice(0, 2))).rejects.toMatchObject(refused)
    const other = await makeEpoch({
      author: ada,
      members: roles('manager', 'manager', 'manager'),
      before: epochs[0]!,
    })
    await expect(check(await eveSaw(2), [epochs[0]!, other])).rejects.toMatchObject(refused)
    const beyond = await makeEpoch({ author: ada, members: roles('manager', 'editor', 'editor'), before: other })
    await expect(check(await eveSaw(2), [epochs[0]!, other, beyond])).rejects.toMatchObject(refused)
  })

  test('refuses any new epoch that no manager of the one before signed', async () => {
    const [first] = epochs as [MadeEpoch]
    const stolen = await makeEpoch({ author: bob, members: roles('manager', 'manager', 'viewer'), before: first })
    const after = await makeEpoch({ author: ada, members: roles('manager', 'manager', 'viewer'), before: stolen })
    await expect(check(await eveSaw(1), [first, stolen, after])).rejects.toMatchObject(refused)
    // Who comes later sees that Ada signed on top of it.
    await check(await vaultOf(eve), [first, stolen, after])
  })

  test('does not take a mark that says nothing for one', async () => {
    const { spaceId } = epochs[0]!
    await check(await vaultOf(eve, { pins: { [`space/${spaceId}`]: '3' } }))
    await check(await vaultOf(eve, { pins: { [`space/${randomUuid(systemRandom)}`]: '9:AAAA' } }))
    await expect(check(await vaultOf(eve, { pins: { [`space/${spaceId}`]: '3:AAAA' } }))).rejects.toMatchObject(refused)
    await expect(check(await vaultOf(eve, { pins: { [`space/${spaceId}`]: '0:AAAA' } }))).rejects.toMatchObject(refused)
  })
})

describe('the mark of what was seen', () => {
  const remember = async (vault: OpenVault, epoch: number, server: HostileServer) =>
    rememberHead(
      server,
      vault,
      (await read(epochs)).epochs.find(({ roster }) => roster.epoch === epoch)!,
    )
  const spacePins = async (server: HostileServer, vault: OpenVault) => {
    const { pins } = await server.kept(vault)
    return Object.fromEntries(Object.entries(pins).filter(([name]) => name.startsWith('space/')))
  }

  test('is the number and the hash of the newest roster, beside everything that was there', async () => {
    const vault = await vaultOf(eve, { pins: pinned(ada, 'seen'), peers: [compared(bob)] })
    const server = await new HostileServer().keep(vault)
    await remember(vault, 2, server)
    expect(await server.kept(vault)).toMatchObject({
      pins: { ...pinned(ada, 'seen'), ...(await seen(epochs[1]!)) },
      peers: [compared(bob)],
    })
    await remember(vault, 3, server)
    expect(await spacePins(server, vault)).toEqual(await seen(epochs[2]!))
  })

  test('is not written again, nor taken back', async () => {
    const vault = await eveSaw(2)
    const server = await new HostileServer().keep(vault)
    await remember(vault, 2, server)
    await remember(vault, 1, server)
    expect(server.asked).toEqual([])
  })

  test('of another device is not taken back either', async () => {
    const vault = await vaultOf(eve)
    for (const epoch of [2, 3]) {
      const pins = await seen(epochs[epoch - 1]!)
      const server = await new HostileServer().keep(vault, { ...vault.keyring, revision: 5, pins })
      await remember({ ...vault }, 2, server)
      expect(server.to('keyrings?').map(({ method }) => method)).toEqual(['GET'])
      expect(await spacePins(server, vault)).toEqual(pins)
    }
    const server = await new HostileServer().keep(vault, {
      ...vault.keyring,
      revision: 5,
      pins: await seen(epochs[0]!),
    })
    await remember({ ...vault }, 2, server)
    expect(await spacePins(server, vault)).toEqual(await seen(epochs[1]!))
  })

  test('waits while the server shows an older keyring than this device has', async () => {
    const vault = { ...(await vaultOf(eve)), stale: { served: 1, remembered: 2 } }
    const server = await new HostileServer().keep(vault)
    await remember(vault, 2, server)
    expect(server.asked).toEqual([])
  })
})

const eveSaw = async (epoch: number, remembered: Partial<Keyring> = {}) =>
  vaultOf(eve, { pins: await seen(epochs[epoch - 1]!), ...remembered })
