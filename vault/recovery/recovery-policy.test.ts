import { beforeAll, describe, expect, test } from 'vitest'
import { type Keyring, policyHash, readPolicy, systemRandom, toBase64Url, verifyPolicy } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, compared, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type MadeRevision, TENANT, emptyRevision, makeRevision, policyPerson } from '../testing/recovery-policy.ts'
import { decideRecovery, readRecoveryPolicy, rememberPolicy } from './recovery-policy.ts'

const refused = { name: 'VaultError', code: 'policy_refused' }
const changed = { name: 'VaultError', code: 'key_changed' }
const now = new Date('2026-03-04T05:06:07.089Z')

let ada: Person
let bob: Person
let eve: Person
let dan: Person
/** By Ada, for Bob and Eve. */
let first: MadeRevision
beforeAll(async () => {
  ;[ada, bob, eve, dan] = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()])
  first = await makeRevision({ author: ada, holders: [bob, eve] })
})

type People = ReturnType<typeof policyPerson>[]
const everybody = (): People => [ada, bob, eve].map((person) => policyPerson(person))
const said = (revisions: readonly MadeRevision[], people: People = everybody()) => ({
  tenant_id: TENANT,
  revisions,
  people,
})
async function read(
  revisions: readonly MadeRevision[] = [first],
  {
    people = everybody(),
    remembered = {},
    me = dan,
  }: { people?: People; remembered?: Partial<Keyring>; me?: Person } = {},
) {
  const server = new HostileServer({ 'rpc/recovery_policy': said(revisions, people) })
  return readRecoveryPolicy(server, await vaultOf(me, remembered))
}
const seen = ({ revision, hash }: MadeRevision) => ({ policy: `${revision}:${hash}` })

describe('the policy', () => {
  test('has its holders and its author with what is known of their keys', async () => {
    const people = [
      policyPerson(ada),
      policyPerson(bob, { is_member: false, email: null, last_name: null }),
      policyPerson(eve),
    ]
    const policy = await read([first], { people, remembered: { pins: pinned(eve, 'chosen') } })
    expect(policy).toMatchObject({
      revision: 1,
      hash: first.hash,
      threshold: 2,
      decidedAt: '2026-01-02T03:04:05.678Z',
      isVouched: false,
      author: { userId: ada.userId, email: ada.email, name: 'Ann Lee', isMe: false, isMember: true, trust: 'new' },
    })
    const byId = new Map(policy?.holders.map((holder) => [holder.userId, holder]))
    expect(byId.get(bob.userId)).toMatchObject({ email: '', name: 'Ann', isMe: false, isMember: false, trust: 'new' })
    expect(byId.get(eve.userId)).toMatchObject({ isMember: true, trust: 'chosen', peer: { bundle: eve.bundle } })
    expect(policy?.author).not.toHaveProperty('print')
    expect(policy?.holders[0]).not.toHaveProperty('print')
  })

  test('is none where nobody decided, or somebody ended it', async () => {
    expect(await read([])).toBeNull()
    const ended = await makeRevision({ author: ada, holders: [], before: first })
    expect(await read([first, ended])).toBeNull()
    expect(await read([await emptyRevision(1)])).toBeNull()
  })

  test('is not read without the second factor, nor from an answer in another form', async () => {
    const vault = await vaultOf(dan)
    const ask = (answer: unknown) => readRecoveryPolicy(new HostileServer({ 'rpc/recovery_policy': answer }), vault)
    await expect(ask(null)).rejects.toMatchObject({ code: 'needs_second_factor' })
    for (const wrong of [
      {},
      { ...said([]), tenant_id: 'x' },
      { ...said([]), people: [{ ...policyPerson(ada), is_member: 'yes' }] },
      { ...said([]), revisions: [{ revision: '1', statement: '', signature: '' }] },
    ]) {
      await expect(ask(wrong)).rejects.toMatchObject({ name: 'ZodError' })
    }
    const server = new HostileServer({ 'rpc/recovery_policy': said([first]) })
    await readRecoveryPolicy(server, vault)
    expect(server.asked).toEqual([{ path: 'rpc/recovery_policy', method: 'POST', body: {}, prefer: undefined }])
  })

  test('of an author whose account is gone is not replaced by an older one', async () => {
    const next = await makeRevision({ author: bob, holders: [eve], before: first })
    const people = [policyPerson(ada), policyPerson(eve)]
    await expect(read([first, next], { people })).rejects.toMatchObject({ code: 'policy_author_gone' })
  })

  test('is none that this vault saw replaced', async () => {
    const next = await makeRevision({ author: ada, holders: [bob], before: first })
    await expect(read([first], { remembered: { pins: seen(next) } })).rejects.toMatchObject(refused)
    expect(await read([first, next], { remembered: { pins: seen(next) } })).toMatchObject({ revision: 2 })
  })
})

describe('somebody whom a policy names', () => {
  test('with other keys than it says is refused', async () => {
    const forged = await newPerson(bob.userId)
    const people = [policyPerson(ada), policyPerson(forged), policyPerson(eve)]
    await expect(read([first], { people })).rejects.toMatchObject(refused)
  })

  test('with other keys than this vault knows is refused as that', async () => {
    for (const person of [ada, bob]) {
      const known = await newPerson(person.userId)
      await expect(read([first], { remembered: { pins: pinned(known, 'seen') } })).rejects.toMatchObject(changed)
      await expect(read([first], { remembered: { peers: [compared(known)] } })).rejects.toMatchObject(changed)
      const moved = { pins: { [`mail/${person.email}`]: dan.userId } }
      await expect(read([first], { remembered: moved })).rejects.toMatchObject(changed)
    }
    const forged = await newPerson(bob.userId)
    const people = [policyPerson(ada), policyPerson(forged), policyPerson(eve)]
    const remembered = { pins: pinned(bob, 'chosen') }
    await expect(read([first], { people, remembered })).rejects.toMatchObject(changed)
  })

  test('whose keys nobody shows is there without them', async () => {
    const people = [policyPerson(ada), policyPerson(eve)]
    const policy = await read([first], { people })
    const gone = policy?.holders.find(({ userId }) => userId === bob.userId)
    expect(gone).toEqual({
      userId: bob.userId,
      email: '',
      name: '',
      isMe: false,
      isMember: false,
      trust: 'new',
      peer: null,
    })
  })

  test('can be oneself, by the own keys', async () => {
    const forged = await newPerson(bob.userId)
    const policy = await read([first], {
      me: bob,
      people: [policyPerson(ada), policyPerson(forged), policyPerson(eve)],
    })
    const me = policy?.holders.find(({ userId }) => userId === bob.userId)
    expect(me).toMatchObject({ isMe: true, trust: null, peer: null, email: forged.email })
    const named = await makeRevision({ author: ada, holders: [forged] })
    await expect(read([named], { me: bob })).rejects.toMatchObject(refused)
  })
})

describe('a policy is vouched for', () => {
  const isVouched = async (...args: Parameters<typeof read>) => (await read(...args))?.isVouched

  test('by an author whose keys came without the server, or by oneself', async () => {
    expect(await isVouched()).toBe(false)
    for (const by of ['seen', 'chosen']) {
      expect(await isVouched([first], { remembered: { pins: pinned(ada, by) } })).toBe(false)
    }
    expect(await isVouched([first], { remembered: { pins: pinned(ada, 'invited') } })).toBe(true)
    expect(await isVouched([first], { remembered: { peers: [compared(ada)] } })).toBe(true)
    expect(await isVouched([first], { me: ada })).toBe(true)
    // Holders whose keys were compared say nothing about who named them.
    expect(await isVouched([first], { remembered: { peers: [compared(bob), compared(eve)] } })).toBe(false)
  })

  test('by the author of the one agreed to before, and by its holders', async () => {
    const remembered = { pins: seen(first) }
    expect(await isVouched([first], { remembered })).toBe(true)
    for (const author of [ada, bob, eve]) {
      const next = await makeRevision({ author, holders: [eve], before: first })
      expect(await isVouched([first, next], { remembered })).toBe(true)
      expect(await isVouched([first, next])).toBe(false)
    }
    const stranger = await newPerson()
    const next = await makeRevision({ author: stranger, holders: [bob, eve], before: first })
    const people = [...everybody(), policyPerson(stranger)]
    expect(await isVouched([first, next], { remembered, people })).toBe(false)
    // Nor by somebody whom that stranger named.
    const dans = await makeRevision({ author: stranger, holders: [dan], before: first })
    const after = await makeRevision({ author: dan, holders: [eve], before: dans })
    const all = [...people, policyPerson(dan)]
    expect(await isVouched([first, dans, after], { remembered, people: all, me: await newPerson() })).toBe(false)
  })

  test('not by keys that the server made for them meanwhile', async () => {
    const remembered = { pins: seen(first) }
    const stranger = await newPerson()
    const between = await makeRevision({ author: stranger, holders: [stranger], before: first })
    for (const person of [ada, bob]) {
      const forged = await newPerson(person.userId)
      const planted = await makeRevision({ author: forged, holders: [stranger], before: between })
      const people = [policyPerson(forged), policyPerson(stranger), policyPerson(person)]
      expect(await isVouched([first, between, planted], { remembered, people })).toBe(false)
      // The genuine keys first: then the forged revision does not count at all.
      const honest = await read([first, between, planted], { remembered, people: people.toReversed() })
      expect(honest).toMatchObject({ revision: 2, isVouched: false })
    }
  })
})

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
    }: { revisions?: MadeRevision[]; rows?: unknown; vault?: OpenVault; threshold?: number } = {},
  ) {
    const own = vault ?? (await vaultOf(ada))
    const server = await new HostileServer({
      'rpc/recovery_policy': said(revisions),
      'rpc/team_members?': rows,
      '/statements/v1/recovery-policies': null,
    }).keep(own)
    const attempt = decideRecovery(server, own, { holders: holders.map(({ userId }) => userId), threshold, now })
    const sent = () => server.to('/statements/')[0]?.body as { statement: string; signature: string } | undefined
    return { attempt, server, sent, own }
  }

  test('signs the first revision for the keys of the holders, and remembers both', async () => {
    const { attempt, server, sent, own } = await decide([bob, eve])
    await attempt
    const { statement, signature } = sent()!
    const policy = readPolicy(statement)
    const named = [bob, eve].map(({ userId, print }) => ({ userId, fingerprint: print }))
    expect(policy).toMatchObject({
      tenantId: TENANT,
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
    expect(server.to('rpc/team_members?order=user_id&')).toHaveLength(1)
  })

  test('follows the last row, whatever it is', async () => {
    const { attempt, sent } = await decide([bob], { revisions: [first, await emptyRevision(2)] })
    await attempt
    const { revision, previous } = readPolicy(sent()!.statement)
    expect(revision).toBe(3)
    expect(toBase64Url(previous!)).toBe((await emptyRevision(2)).hash)
  })

  test('without holders ends what was decided', async () => {
    const { attempt, sent } = await decide([], { revisions: [first] })
    await attempt
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

  test('goes on from nothing that this vault saw replaced', async () => {
    const vault = await vaultOf(ada, { pins: { policy: `4:${toBase64Url(systemRandom(32))}` } })
    const { attempt, sent } = await decide([bob], { revisions: [first], vault })
    await expect(attempt).rejects.toMatchObject(refused)
    expect(sent()).toBeUndefined()
  })
})
