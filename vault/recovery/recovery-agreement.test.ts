import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountMasterKey,
  asAccountMasterKey,
  combineRecoveryKey,
  fromBase64Url,
  kemKeyPair,
  openShare,
  randomUuid,
  systemRandom,
  toBase64Url,
  unwrapAccountKey,
  wrapSpaceKey,
} from '#crypto/index.ts'
import { KeyLog } from '../ledger/listings/key-log.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type MadeRevision, TENANT, beginTenant, makeRevision, policyPerson } from '../testing/recovery-policy.ts'
import { type RenewedAgreement, agreeToRecovery, renewAgreement } from './recovery-agreement.ts'

let ada: Person
let bob: Person
let eve: Person
let dan: Person
/** By Ada, for Bob, Eve and Dan: two of them together. */
let policy: MadeRevision
beforeAll(async () => {
  beginTenant()
  ;[ada, bob, eve, dan] = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()])
  policy = await makeRevision({ author: ada, holders: [bob, eve, dan] })
})

type People = ReturnType<typeof policyPerson>[]
const everybody = (): People => [ada, bob, eve, dan].map((person) => policyPerson(person))
const answerOf = (revisions: readonly MadeRevision[], people: People = everybody()) => ({
  tenant_id: TENANT,
  revisions,
  people,
})
const vouched = () => ({ pins: pinned(ada, 'invited') })

let vault: OpenVault
let server: HostileServer
/** @param me whose vault it is. */
async function begin(me: Person, remembered: Parameters<typeof vaultOf>[1] = vouched()): Promise<void> {
  vault = await vaultOf(me, remembered)
  server = await new HostileServer({
    'rpc/recovery_policy': answerOf([policy]),
    'rpc/agree_to_recovery': null,
    'space_keys?': [await ownSpaceKey(vault, vault.amk)],
  }).keep(vault)
}
async function ownSpaceKey({ userId, personalSpace }: OpenVault, amk: AccountMasterKey) {
  const { id: spaceId, epoch, key: spaceKey } = personalSpace
  const wrapped = await wrapSpaceKey({ amk, spaceKey, context: { userId, spaceId, epoch }, random: systemRandom })
  return { space_id: spaceId, epoch, wrapped_key: toBase64Url(wrapped) }
}
let owner: Person
beforeEach(async () => {
  owner = await newPerson()
  await begin(owner)
})

type Sent = { payload: RenewedAgreement & { epoch: number } }
const payloads = () => server.to('rpc/agree_to_recovery').map(({ body }) => (body as Sent).payload)
const sent = () => payloads()[0]!

/** What holders who put their shares together have in hand. */
async function openTogether(sealed: RenewedAgreement, holders: readonly Person[]): Promise<AccountMasterKey> {
  const { revision } = sealed
  const shares = await Promise.all(
    holders.map(async ({ userId: holderId, identity, bundle }) => {
      const row = sealed.shares.find(({ holder_id }) => holder_id === holderId)!
      const share = { sealed: fromBase64Url(row.sealed_share), wrapped: fromBase64Url(row.wrapped_key) }
      const context = { kind: 'stored', id: owner.userId, revision, holderId } as const
      return openShare(context, { share, recipient: kemKeyPair(identity, bundle.keys) })
    }),
  )
  const kek = await combineRecoveryKey(shares)
  const wrapped = fromBase64Url(sealed.wrapped_key)
  return unwrapAccountKey({ wrapped, kek, userId: owner.userId, kind: 'organisation' })
}

describe('agreeing', () => {
  test('lets as many holders as the policy says open the account key, and no fewer', async () => {
    await agreeToRecovery(server, vault, policy.hash)
    expect(sent()).toMatchObject({ revision: 1, epoch: vault.personalSpace.epoch })
    for (const pair of [
      [bob, eve],
      [eve, dan],
      [dan, bob],
    ] as const) {
      expect(await openTogether(sent(), pair)).toEqual(vault.amk)
    }
    await expect(openTogether(sent(), [bob])).rejects.toThrow()
  })

  test('draws another key each time', async () => {
    await agreeToRecovery(server, vault, policy.hash)
    await agreeToRecovery(server, vault, policy.hash)
    const [first, second] = payloads()
    const mixed = { ...first!, shares: [first!.shares[0]!, ...second!.shares.slice(1)] }
    await expect(openTogether(mixed, [bob, eve])).rejects.toThrow()
  })

  test('gives the person no share of their own account', async () => {
    owner = bob
    await begin(bob)
    await agreeToRecovery(server, vault, policy.hash)
    expect(
      sent()
        .shares.map(({ holder_id }) => holder_id)
        .toSorted(),
    ).toEqual([eve.userId, dan.userId].toSorted())
    expect(await openTogether(sent(), [eve, dan])).toEqual(vault.amk)
  })

  test('remembers the holders, the policy, and what was agreed to, under the revision of the keyring', async () => {
    await agreeToRecovery(server, vault, policy.hash)
    const { pins, revision } = await server.kept(vault)
    expect(pins).toMatchObject({
      ...pinned(bob, 'chosen'),
      ...pinned(eve, 'chosen'),
      ...pinned(dan, 'chosen'),
      ...pinned(ada, 'invited'),
      policy: `1:${policy.hash}`,
      agreement: `${revision}:${policy.hash}`,
    })
  })

  describe('sends nothing', () => {
    const refuses = async (code: string, hash = policy.hash): Promise<void> => {
      await expect(agreeToRecovery(server, vault, hash)).rejects.toMatchObject({ name: 'VaultError', code })
      expect(server.to('rpc/agree_to_recovery')).toEqual([])
      expect((await server.kept(vault)).pins).not.toHaveProperty('agreement')
    }

    test('when the policy is another than the person read, or none', async () => {
      await refuses('policy_changed', toBase64Url(systemRandom(32)))
      const other = await makeRevision({ author: ada, holders: [bob, eve] })
      server.say('rpc/recovery_policy', answerOf([other]))
      await refuses('policy_changed')
      server.say('rpc/recovery_policy', answerOf([]))
      await refuses('policy_changed')
    })

    test('when nobody vouches for its author, whom a server may have made up', async () => {
      for (const by of ['seen', 'chosen']) {
        await begin(owner, { pins: pinned(ada, by) })
        await refuses('policy_author_unknown')
      }
      await begin(owner, {})
      await refuses('policy_author_unknown')
    })

    test('when too few are left besides the person', async () => {
      policy = await makeRevision({ author: ada, holders: [bob, eve] })
      owner = bob
      await begin(bob)
      await refuses('policy_too_few')
      policy = await makeRevision({ author: ada, holders: [bob, eve, dan] })
    })

    test('when a holder has left the organisation, or has no keys any more', async () => {
      const left = [policyPerson(ada), policyPerson(bob, { is_member: false }), policyPerson(eve), policyPerson(dan)]
      server.say('rpc/recovery_policy', answerOf([policy], left))
      await refuses('policy_changed')
    })

    test('when the keys of a holder are others than were remembered', async () => {
      const forged = await newPerson(eve.userId)
      await begin(owner, { pins: { ...vouched().pins, ...pinned(forged, 'chosen') } })
      await refuses('key_changed')
    })

    test('when the public log lists a newer policy, another one, or none, or cannot be asked', async () => {
      const own = { author: ada, holders: [bob, eve, dan], claims: { tenantId: randomUuid(systemRandom) } }
      const say = (...revisions: MadeRevision[]) =>
        server.say('rpc/recovery_policy', { ...answerOf(revisions), tenant_id: own.claims.tenantId })
      const one = await makeRevision({ ...own, isListed: false })
      say(one)
      await refuses('policy_not_listed', one.hash)
      const first = await makeRevision({ ...own, claims: { ...own.claims, time: '2026-01-03T03:04:05.678Z' } })
      await refuses('policy_other_listed', one.hash)
      await makeRevision({ ...own, holders: [], before: first })
      say(first)
      // What was proved counts for a minute.
      vault.keyLog = new KeyLog()
      await refuses('policy_newer_listed', first.hash)
      server.say('/audit/v1/keys', {})
      await refuses('policy_unproved', first.hash)
      server.say('/audit/v1/keys', () => Promise.reject(new VaultError('offline', 'No answer.')))
      vault.keyLog = new KeyLog()
      await refuses('key_log_offline', first.hash)
    })

    test('when another device has replaced the account key', async () => {
      server.say('space_keys?', [await ownSpaceKey(vault, asAccountMasterKey(systemRandom(32)))])
      await refuses('keys_replaced')
    })
  })
})

describe('a new account key', () => {
  const amk = asAccountMasterKey(systemRandom(32))
  const agreement = { revision: 1, threshold: 2, agreed_at: '2026-01-02T03:04:05Z' }
  const own = (change: object = {}) => ({ agreement, holders: [], request: null, ...change })
  const renew = (withdraws = false) => renewAgreement(server, { vault, keyring: vault.keyring, amk, withdraws })

  beforeEach(async () => {
    await begin(owner, { revision: 7, pins: { ...vouched().pins, agreement: `7:${policy.hash}` } })
    server.say('rpc/own_recovery', own())
  })

  test('is shared among the same people, where the policy is the one that was agreed to', async () => {
    const { renewed, isEnded, pins } = await renew()
    expect({ isEnded, pins }).toEqual({ isEnded: false, pins: vault.keyring.pins })
    expect(await openTogether(renewed!, [dan, eve])).toEqual(amk)
  })

  test('is shared among the others where the person is a holder too', async () => {
    owner = bob
    await begin(bob, { revision: 7, pins: { ...vouched().pins, agreement: `7:${policy.hash}` } })
    server.say('rpc/own_recovery', own())
    const { renewed } = await renew()
    expect(renewed?.shares.map(({ holder_id }) => holder_id).toSorted()).toEqual([eve.userId, dan.userId].toSorted())
    expect(await openTogether(renewed!, [eve, dan])).toEqual(amk)
  })

  const ends = async (): Promise<void> => {
    expect(await renew()).toEqual({
      renewed: null,
      isEnded: true,
      pins: { ...vault.keyring.pins, agreement: '8:none' },
    })
  }

  test('ends the agreement where the policy is another one, or was ended', async () => {
    const next = await makeRevision({ author: ada, holders: [bob, eve], before: policy, isListed: false })
    server.say('rpc/recovery_policy', answerOf([policy, next]))
    await ends()
    server.say('rpc/recovery_policy', answerOf([]))
    await ends()
  })

  test('ends it where somebody has left, or the list does not hold', async () => {
    const left = [policyPerson(ada), policyPerson(bob, { is_member: false }), policyPerson(eve), policyPerson(dan)]
    server.say('rpc/recovery_policy', answerOf([policy], left))
    await ends()
    server.say('rpc/recovery_policy', answerOf([{ ...policy, signature: toBase64Url(systemRandom(10)) }]))
    await ends()
    server.say('rpc/recovery_policy', answerOf([policy], [policyPerson(bob), policyPerson(eve), policyPerson(dan)]))
    await ends()
  })

  test('ends it where the keys of a holder are others than were remembered', async () => {
    const pins = { ...vault.keyring.pins, ...pinned(await newPerson(bob.userId), 'chosen') }
    await begin(owner, { revision: 7, pins })
    server.say('rpc/own_recovery', own())
    await ends()
  })

  test('ends it where the public log lists a newer policy, and decides nothing while the log is out of reach', async () => {
    const claims = { tenantId: randomUuid(systemRandom) }
    const one = await makeRevision({ author: ada, holders: [bob, eve, dan], claims })
    await makeRevision({ author: ada, holders: [bob], before: one, claims })
    await begin(owner, { revision: 7, pins: { ...vouched().pins, agreement: `7:${one.hash}` } })
    server.say('rpc/own_recovery', own()).say('rpc/recovery_policy', { ...answerOf([one]), tenant_id: claims.tenantId })
    await ends()
    server.say('/audit/v1/keys', () => Promise.reject(new VaultError('offline', 'No answer.')))
    vault.keyLog = new KeyLog()
    await expect(renew()).rejects.toMatchObject({ code: 'key_log_offline' })
  })

  test('decides nothing without a connection', async () => {
    server.say('rpc/recovery_policy', () => Promise.reject(new VaultError('offline', 'No answer.')))
    await expect(renew()).rejects.toMatchObject({ code: 'offline' })
  })

  test('makes no agreement out of one that was withdrawn, whatever the server says', async () => {
    for (const pins of [vouched().pins, { ...vouched().pins, agreement: '6:none' }]) {
      await begin(owner, { revision: 7, pins })
      server.say('rpc/own_recovery', own())
      expect(await renew()).toEqual({ renewed: null, isEnded: true, pins })
      server.say('rpc/own_recovery', own({ agreement: null }))
      expect(await renew()).toEqual({ renewed: null, isEnded: false, pins })
    }
    expect(server.to('rpc/recovery_policy')).toEqual([])
  })

  test('tells the person where the server says that there is no agreement', async () => {
    server.say('rpc/own_recovery', own({ agreement: null }))
    await ends()
    expect(server.to('rpc/recovery_policy')).toEqual([])
  })

  test('ends it without a word where the person withdraws', async () => {
    expect(await renew(true)).toEqual({
      renewed: null,
      isEnded: false,
      pins: { ...vault.keyring.pins, agreement: '8:none' },
    })
    expect(server.to('rpc/recovery_policy')).toEqual([])
  })
})
