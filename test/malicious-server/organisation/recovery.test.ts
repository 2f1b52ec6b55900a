/** A server that offers a rogue recovery: of the attacks of docs/threat-model.md, those on organisation recovery. */
import { beforeAll, expect, test } from 'vitest'
import { canonicalJson, policyHash, toBase64Url, toHex } from '#crypto/index.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { changeRole } from '#vault/organisation/team.ts'
import { agreeToRecovery, readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { openByAnswers } from '#vault/recovery/recovery-request.ts'
import { agree, answer, ask, decide } from '../../support/people/recovery-steps.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { forgedBundle } from '../forged-bundle.ts'
import { type Policy, bundleRow, signedBy } from '../forged-policy.ts'

type Row = Record<string, unknown>
type Own = { request: Row & { answers: Row[] } }

const attacked = stageAttacked()
let ada: VaultPerson
let bob: VaultPerson
let carol: VaultPerson
let cy: VaultPerson
let mallory: VaultPerson
beforeAll(async () => {
  // The first account owns the organisation.
  ada = await attacked.person()
  ;[bob, carol, cy, mallory] = await Promise.all([
    attacked.person(),
    attacked.person(),
    attacked.person(),
    attacked.person(),
  ])
  await decide(ada, [ada, cy], 2)
  for (const person of [bob, carol]) {
    await markCompared(person.api, person.vault, await findPerson(person.api, person.vault, ada.email), new Date())
    await agree(person)
  }
})

test('a policy that nobody known has signed is not offered and not agreed to', async () => {
  const stranger = await attacked.person()
  const read = async () => readRecoveryPolicy(stranger.api, stranger.vault)
  expect((await read())?.author.trust).toBe('new')
  await expect(agree(stranger)).rejects.toMatchObject({ code: 'policy_author_unknown' })

  const { holders } = await policyOf(mallory)
  const rogue = await signedBy(mallory, { authorId: mallory.userId, holders })
  attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (stored) => rogue(stored))
  await expect(agree(bob)).rejects.toMatchObject({ code: 'policy_author_unknown' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

test('a text that is no policy is passed over, and ends nothing', async () => {
  attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (stored) => ({
    ...stored,
    revisions: [...stored.revisions, { revision: 2, statement: '{}', signature: stored.revisions[0]?.['signature'] }],
  }))
  expect(await readRecoveryPolicy(bob.api, bob.vault)).toMatchObject({ revision: 1, threshold: 2 })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

test('a policy that does not verify is not taken, nor what is before it', async () => {
  const { holders } = await policyOf(mallory)
  // Signed by another account in the name of Ada, whom Bob knows; an end that nobody signed.
  const [head] = ((await bob.api.rest('rpc/recovery_policy', { method: 'POST', body: {} })) as Policy).revisions
  const ended = { ...(JSON.parse(String(head?.['statement'])) as Row), revision: 2, threshold: 0, holders: [] }
  const previous = toBase64Url(await policyHash({ text: String(head?.['statement']) }))
  const statement = canonicalJson({ ...ended, previous })
  for (const tampering of [
    await signedBy(mallory, { authorId: ada.userId, holders }),
    (stored: Policy) => ({
      ...stored,
      revisions: [...stored.revisions, { revision: 2, statement, signature: String(head?.['signature']) }],
    }),
  ]) {
    attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', tampering)
    await expect(readRecoveryPolicy(bob.api, bob.vault)).rejects.toMatchObject({ code: 'policy_refused' })
    await expect(agreeToRecovery(bob.api, bob.vault, 'any')).rejects.toMatchObject({ code: 'policy_refused' })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  }
})

test('the policy before one whose author is gone is not offered again, and the next decision counts', async () => {
  const { holders } = await policyOf(mallory)
  // An end, or other holders, decided by an administrator whose account was deleted since; or a server that hides the keys.
  for (const named of [[], holders]) {
    const decided = await signedBy(carol, { authorId: carol.userId, holders: named })
    const isKnown = ({ user_id }: Row) => user_id !== carol.userId
    const gone = (stored: Policy) => ({ ...decided(stored), people: stored.people.filter(isKnown) })
    attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', gone)
    await expect(readRecoveryPolicy(bob.api, bob.vault)).rejects.toMatchObject({ code: 'policy_author_gone' })
    await expect(agreeToRecovery(bob.api, bob.vault, 'any')).rejects.toMatchObject({ code: 'policy_author_gone' })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    const next = await signedBy(ada, { authorId: ada.userId, holders })
    attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (stored) => next(gone(stored)))
    expect(await readRecoveryPolicy(bob.api, bob.vault)).toMatchObject({ revision: 3 })
    attacked.proxy.honest()
  }
})

test('a policy of the same number is not agreed to in the place of the one that was read', async () => {
  const read = await readRecoveryPolicy(mallory.api, mallory.vault)
  await markCompared(mallory.api, mallory.vault, await findPerson(mallory.api, mallory.vault, ada.email), new Date())
  // Ada signed it for a first try that the server answered with an error, and kept.
  const { holders } = await policyOf(cy)
  const other = await signedBy(ada, { authorId: ada.userId, holders, from: 0 })
  attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (stored) => other(stored))
  expect((await readRecoveryPolicy(mallory.api, mallory.vault))?.revision).toBe(read?.revision)
  await expect(agreeToRecovery(mallory.api, mallory.vault, read?.hash ?? '')).rejects.toMatchObject({
    code: 'policy_changed',
  })
})

test('a holder keeps the keys of the revision before, whoever decides the next one', async () => {
  await changeRole(ada.api, carol.userId, 'admin')
  const forged = await forgedBundle(cy.userId)
  const exchange = (row: Row): Row =>
    row['user_id'] === cy.userId ? { ...row, statement: forged.statement, signature: forged.signature } : row
  attacked.proxy.tamperJson<Row[]>('rpc/team_members', (rows) => rows.map(exchange))
  // Carol never met Cy: what she signs next would name the server's keys as his.
  const next = { holders: [ada.userId, cy.userId], threshold: 1, now: new Date() }
  await expect(decideRecovery(carol.api, carol.vault, { ...next, threshold: 2 })).rejects.toMatchObject({
    code: 'key_changed',
  })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)

  // A revision that an earlier client was led to sign does not count for anybody.
  const rogue = await signedBy(carol, {
    authorId: carol.userId,
    holders: [{ userId: cy.userId, fingerprint: forged.print }],
  })
  attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (stored) => rogue(stored))
  const own = await bob.reopen()
  await expect(readRecoveryPolicy(own.api, own.vault)).rejects.toMatchObject({ code: 'policy_refused' })
})

test('a token without the keys of the account cannot end recovery for everybody', async () => {
  const [head] = ((await ada.api.rest('rpc/recovery_policy', { method: 'POST', body: {} })) as Policy).revisions
  const before = JSON.parse(String(head?.['statement'])) as Row
  const previous = toBase64Url(await policyHash({ text: String(head?.['statement']) }))
  const statement = JSON.stringify({ ...before, revision: 2, previous, threshold: 0, holders: [] })
  const body = { statement, signature: String(head?.['signature']) }
  await expect(ada.api.post('/statements/v1/recovery-policies', body)).rejects.toMatchObject({ code: 'unexpected' })
  await expect(ada.api.rest('rpc/set_recovery_policy', { method: 'POST', body })).rejects.toThrow()
  expect((await readOwnRecovery(bob.api)).agreement).toMatchObject({ revision: 1 })
  expect(await readRecoveryPolicy(bob.api, bob.vault)).toMatchObject({ revision: 1 })
})

test('a policy with another holder, number or signature is refused', async () => {
  for (const change of [
    (said: Row) => ({ ...said, threshold: 1, holders: (said['holders'] as Row[]).slice(0, 1) }),
    (said: Row) => ({
      ...said,
      holders: (said['holders'] as Row[]).map((one, at) => (at === 0 ? { ...one, fingerprint: 'A'.repeat(43) } : one)),
    }),
  ]) {
    attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (said) => ({
      ...said,
      revisions: said.revisions.map((one) => ({
        ...one,
        statement: canonicalJson(change(JSON.parse(String(one['statement'])) as Row) as never),
      })),
    }))
    // Carol agreed before, so the text itself is pinned; for Mallory, who has not, the signature decides.
    for (const { api, vault } of [carol, mallory]) {
      await expect(readRecoveryPolicy(api, vault)).rejects.toMatchObject({ code: 'policy_refused' })
    }
  }
})

test('a policy that was seen is not taken back', async () => {
  // Nothing; or all of it, and what was replaced once more at the end.
  for (const tampered of [() => [], (all: Policy['revisions']) => [...all, ...all]]) {
    attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (stored) => ({
      ...stored,
      revisions: tampered(stored.revisions),
    }))
    await expect(readRecoveryPolicy(bob.api, bob.vault)).rejects.toMatchObject({ code: 'policy_refused' })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  }
})

test('exchanged keys of a holder are found out, known or not', async () => {
  const foreign = await bundleRow(mallory)
  const exchange = (person: VaultPerson) =>
    attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (said) => ({
      ...said,
      people: said.people.map((one) => (one['user_id'] === person.userId ? { ...one, ...foreign } : one)),
    }))
  exchange(cy)
  await expect(agree(bob)).rejects.toMatchObject({ code: 'key_changed' })
  exchange(ada)
  await expect(agree(bob)).rejects.toMatchObject({ code: 'key_changed' })

  // Keys of the server's own making, in order in themselves: not those that Ada signed for.
  const forged = await forgedBundle(cy.userId)
  attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', (said) => ({
    ...said,
    people: said.people.map((one) => (one['user_id'] === cy.userId ? { ...one, ...forged } : one)),
  }))
  await expect(readRecoveryPolicy(mallory.api, mallory.vault)).rejects.toMatchObject({ code: 'policy_refused' })
})

test('a request whose key was exchanged has another code, so nobody answers it', async () => {
  const { code } = await askAnew(bob)
  const publicKey = toBase64Url(mallory.vault.bundle.keys.xWing)
  attacked.proxy.tamperJson<Row[]>('rpc/recoveries_to_answer', (rows) =>
    rows.map((one) => ({ ...one, public_key: publicKey })),
  )
  await expect(answer(cy, bob, code)).rejects.toMatchObject({ code: 'recovery_code_wrong' })

  // Bob's request as if it were Carol's, then Carol's share for Bob's request.
  attacked.proxy.honest()
  const asked = await askAnew(carol)
  const rows = (await cy.api.rest('rpc/recoveries_to_answer', { method: 'POST', body: {} })) as Row[]
  const hers = rows.find((one) => one['user_id'] === carol.userId) ?? {}
  attacked.proxy.tamperJson<Row[]>('rpc/recoveries_to_answer', (all) =>
    all.flatMap((one) =>
      one['user_id'] === bob.userId ? [{ ...hers, id: one['id'], public_key: one['public_key'] }] : [],
    ),
  )
  await expect(answer(cy, carol, code)).rejects.toMatchObject({ code: 'recovery_code_wrong' })
  attacked.proxy.tamperJson<Row[]>('rpc/recoveries_to_answer', (all) =>
    all.map((one) =>
      one['user_id'] === bob.userId
        ? { ...one, sealed_share: hers['sealed_share'], wrapped_key: hers['wrapped_key'] }
        : one,
    ),
  )
  await expect(answer(cy, bob, code)).rejects.toMatchObject({ code: 'recovery_share_refused' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  await answer(cy, carol, asked.code)
})

test('an answer of another request, of another revision or of too few does not open the vault', async () => {
  const { seed, code } = await askAnew(bob)
  await answer(cy, bob, code)
  const open = () => openByAnswers(bob.api, bob.userId, seed)
  await expect(open()).rejects.toMatchObject({ code: 'recovery_waiting' })
  const tampered = (change: (request: Own['request']) => Row) =>
    attacked.proxy.tamperJson<Own>('rpc/own_recovery', (said) => ({
      ...said,
      request: change(said.request) as Own['request'],
    }))

  // The server says that one is enough, or counts it twice.
  tampered((request) => ({ ...request, threshold: 1 }))
  await expect(open()).rejects.toMatchObject({ code: 'recovery_refused' })
  tampered((request) => ({ ...request, answers: [...request.answers, ...request.answers] }))
  await expect(open()).rejects.toMatchObject({ code: 'recovery_refused' })

  attacked.proxy.honest()
  await answer(ada, bob, code)
  const wrongs: Row[] = [{ revision: 2 }, { id: crypto.randomUUID() }]
  for (const wrong of wrongs) {
    tampered((request) => ({ ...request, ...wrong }))
    await expect(open()).rejects.toMatchObject({ code: 'recovery_refused' })
  }
  tampered((request) => ({ ...request, public_key: 'A'.repeat(1622) }))
  await expect(open()).rejects.toMatchObject({ code: 'recovery_elsewhere' })

  // The wrapped key of somebody else, whose shares these are not.
  const hers = (await carol.api.rest('account_wraps?select=wrapped_key&kind=eq.organisation')) as Row[]
  attacked.proxy.tamperJson<Row[]>('account_wraps', () => hers)
  await expect(open()).rejects.toMatchObject({ code: 'recovery_refused' })
  attacked.proxy.honest()
  expect(toHex(await open())).toBe(toHex(bob.vault.amk))
})

test('shares from before the member agreed again do not open what was sealed since', async () => {
  const before = (await bob.api.rest('account_wraps?select=wrapped_key&kind=eq.organisation')) as Row[]
  await agree(bob)
  const { seed, code } = await askAnew(bob)
  await answer(cy, bob, code)
  await answer(ada, bob, code)
  attacked.proxy.tamperJson<Row[]>('account_wraps', () => before)
  await expect(openByAnswers(bob.api, bob.userId, seed)).rejects.toMatchObject({ code: 'recovery_refused' })
})

/** Instead of what this person asked before. */
async function askAnew(person: VaultPerson): Promise<{ seed: Uint8Array; code: string }> {
  await attacked.server.database.owner('delete from recovery_requests where user_id = $1', [person.userId])
  return ask(person)
}

async function policyOf(person: VaultPerson) {
  const { people } = (await person.api.rest('rpc/recovery_policy', { method: 'POST', body: {} })) as Policy
  expect(people).toHaveLength(2)
  return { holders: [{ userId: person.userId, fingerprint: Buffer.from(person.vault.keyFingerprint, 'hex') }] }
}
