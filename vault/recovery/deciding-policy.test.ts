import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Keyring,
  policyHash,
  randomUuid,
  readPolicy,
  systemRandom,
  toBase64Url,
  verifyPolicy,
} from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, compared, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type MadeRevision, TENANT, emptyRevision, makeRevision, policyPerson } from '../testing/recovery-policy.ts'
import { decideRecovery, rememberPolicy } from './recovery-policy.ts'
import { ada, bob, changed, dan, eve, first, refused, said, stagePolicy } from '../testing/policy-of-ada.ts'

const now = new Date('2026-03-04T05:06:07.089Z')

beforeAll(stagePolicy)

describe('what was seen is remembered', () => {
  const remember = async (revision: number, pins: Keyring['pins'] = {}) => {
    const vault = await vaultOf(dan, { pins, peers: [compared(eve)] })
    const server = await new HostileServer().keep(vault)
    await rememberPolicy(server, vault, { revision, hash: 'abc' })
    return server.kept(vault)
  }

  test('with number and hash, beside everything else', async () => {
    const { pins, peers } = await remember(2, { note: 'x' })
    expect(pins).toEqual({ note: 'x', policy: '2:abc' })
    expect(peers).toEqual([compared(eve)])
  })

  test('and never an older one in its place', async () => {
    expect((await remember(2, { policy: '1:x' })).pins).toEqual({ policy: '2:abc' })
    for (const policy of ['2:x', '3:x']) expect((await remember(2, { policy })).pins).toEqual({ policy })
  })
})

describe('deciding', () => {
  const members = (people: readonly Person[] = [ada, bob, eve, dan]) =>
    people.map((person) => {
      const { is_member: _, ...row } = policyPerson(person)
      return row
    })
  async function decide(
    holders: readonly Person[],
    {
      revisions = [],
      rows = members(),
      vault,
      threshold = Math.min(holders.length, 2),
      // Without revisions, an organisation of which the public log lists none.
      tenantId = revisions.length === 0 ? randomUuid(systemRandom) : TENANT,
    }: { revisions?: MadeRevision[]; rows?: unknown; vault?: OpenVault; threshold?: number; tenantId?: string } = {},
  ) {
    const own = vault ?? (await vaultOf(ada))
    const server = await new HostileServer({
      'rpc/recovery_policy': { ...said(revisions), tenant_id: tenantId },
      'rpc/team_members?': rows,
      '/statements/v1/recovery-policies': null,
    }).keep(own)
    const attempt = decideRecovery(server, own, { holders: holders.map(({ userId }) => userId), threshold, now })
    const sent = () => server.to('/statements/')[0]?.body as { statement: string; signature: string } | undefined
    return { attempt, server, sent, own }
  }

  test('signs the first revision for the keys of the holders, and remembers both', async () => {
    const tenantId = randomUuid(systemRandom)
    const { attempt, server, sent, own } = await decide([bob, eve], { tenantId })
    await attempt
    const { statement, signature } = sent()!
    const policy = readPolicy(statement)
    const named = [bob, eve].map(({ userId, print }) => ({ userId, fingerprint: print }))
    expect(policy).toMatchObject({
      tenantId,
      revision: 1,
      previous: null,
      threshold: 2,
      authorId: ada.userId,
      time: now.toISOString(),
      holders: named.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)),
    })
    const signed = { text: statement, signature: Uint8Array.from(Buffer.from(signature, 'base64url')) }
    await verifyPolicy(signed, ada.bundle.keys)
    const hash = toBase64Url(await policyHash(signed))
    const { pins } = await server.kept(own)
    expect(pins).toMatchObject({ policy: `1:${hash}`, ...pinned(bob, 'chosen'), ...pinned(eve, 'chosen') })
    expect(server.to('rpc/team_members?')[0]).toMatchObject({ method: 'POST', body: {} })
    expect(server.to(`rpc/team_members?user_id=in.(${bob.userId},${eve.userId})&order=user_id&`)).toHaveLength(1)
  })

  test('follows the last row, whatever it is', async () => {
    const { attempt, sent } = await decide([bob], { revisions: [first, await emptyRevision(2)] })
    await attempt
    const { revision, previous } = readPolicy(sent()!.statement)
    expect(revision).toBe(3)
    expect(toBase64Url(previous!)).toBe((await emptyRevision(2)).hash)
  })

  test('without holders ends what was decided', async () => {
    const { attempt, sent, server } = await decide([], { revisions: [first] })
    await attempt
    expect(server.to('rpc/team_members?')).toEqual([])
    expect(readPolicy(sent()!.statement)).toMatchObject({ revision: 2, threshold: 0, holders: [] })
  })

  test('names oneself by the own keys', async () => {
    const forged = await newPerson(ada.userId)
    const { attempt, sent, server, own } = await decide([ada, bob], { rows: members([forged, bob]) })
    await attempt
    const mine = readPolicy(sent()!.statement).holders.find(({ userId }) => userId === ada.userId)
    expect(mine?.fingerprint).toEqual(ada.print)
    expect((await server.kept(own)).pins).not.toHaveProperty(`peer/${ada.userId}`)
  })

  test('names nobody without keys, or outside the organisation', async () => {
    const [a, b, e] = members()
    for (const rows of [
      [a, e],
      [a, e, { ...b, statement: null }],
      [a, e, { ...b, signature: null }],
    ]) {
      const { attempt, sent } = await decide([bob, eve], { rows })
      await expect(attempt).rejects.toMatchObject({ code: 'not_member' })
      expect(sent()).toBeUndefined()
    }
  })

  test('names nobody with other keys than before, or than this vault knows', async () => {
    const forged = await newPerson(bob.userId)
    const rows = members([ada, forged, eve])
    const before = await decide([bob, eve], { revisions: [first], rows })
    await expect(before.attempt).rejects.toMatchObject(changed)
    expect(before.sent()).toBeUndefined()
    const vault = await vaultOf(ada, { pins: pinned(bob, 'seen') })
    const known = await decide([bob, eve], { rows, vault })
    await expect(known.attempt).rejects.toMatchObject(changed)
    expect(known.sent()).toBeUndefined()
    await (
      await decide([bob, eve], { revisions: [first] })
    ).attempt
  })

  test('is refused while the public log lists more than the server shows, or something else', async () => {
    const own = { holders: [bob, eve], author: ada, claims: { tenantId: randomUuid(systemRandom) } }
    const one = await makeRevision(own)
    const two = await makeRevision({ ...own, before: one })
    const other = await makeRevision({ ...own, before: one, holders: [bob] })
    const { tenantId } = own.claims
    for (const [revisions, code] of [
      [[], 'policy_newer_listed'],
      [[one], 'policy_newer_listed'],
      [[one, other], 'policy_other_listed'],
      [[one, await emptyRevision(2)], 'policy_other_listed'],
      [[one, two, await makeRevision({ ...own, before: two, isListed: false })], 'policy_not_listed'],
    ] as const) {
      const { attempt, sent } = await decide([bob, eve], { revisions: [...revisions], tenantId })
      await expect(attempt, code).rejects.toMatchObject({ name: 'VaultError', code })
      expect(sent()).toBeUndefined()
    }
    await (
      await decide([bob, eve], { revisions: [one, two], tenantId })
    ).attempt
  })

  test('continues from nothing that this vault saw replaced', async () => {
    const vault = await vaultOf(ada, { pins: { policy: `4:${toBase64Url(systemRandom(32))}` } })
    const { attempt, sent } = await decide([bob], { revisions: [first], vault })
    await expect(attempt).rejects.toMatchObject(refused)
    expect(sent()).toBeUndefined()
  })
})
