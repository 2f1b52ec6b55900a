import { beforeAll, describe, expect, test } from 'vitest'
import { type Keyring } from '#crypto/index.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, compared, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type MadeRevision, emptyRevision, makeRevision, policyPerson } from '../testing/recovery-policy.ts'
import { readRecoveryPolicy } from './recovery-policy.ts'
import {
  type People,
  ada,
  bob,
  changed,
  dan,
  eve,
  everybody,
  first,
  refused,
  said,
  seen,
  stagePolicy,
} from '../testing/policy-of-ada.ts'

beforeAll(stagePolicy)

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

  test('that does not verify is not replaced by an older one', async () => {
    const next = await makeRevision({ author: ada, holders: [bob], before: first })
    for (const signature of [first.signature, 'AAAA']) {
      await expect(read([first, { ...next, signature }])).rejects.toMatchObject(refused)
    }
    expect(await read([first, next])).toMatchObject({ revision: 2 })
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
      const honest = { remembered, people: people.toReversed() }
      await expect(read([first, between, planted], honest)).rejects.toMatchObject(refused)
      expect(await read([first, between], honest)).toMatchObject({ revision: 2, isVouched: false })
    }
  })
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
