/** A server that shows one person another policy of recovery than the rest, an older one or none, and what the public log says before a key is wrapped. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import { readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { changeRole } from '#vault/organisation/team.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { agree, decide } from '../../support/people/recovery-steps.ts'
import { growingInWaits, growKeyLog } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { forgedBundle } from '../forged-bundle.ts'
import { type Policy, signedBy } from '../forged-policy.ts'

const attacked = stageAttacked()
/** Owns the organisation; Carol is an administrator. */
let ada: VaultPerson
let carol: VaultPerson
let cy: VaultPerson
/** Members who know Ada and agree for the first time. */
let bob: VaultPerson
let dan: VaultPerson
beforeAll(async () => {
  ada = await attacked.person()
  ;[carol, cy] = await Promise.all([attacked.person(), attacked.person()])
  await changeRole(ada.api, carol.userId, 'admin')
})
beforeEach(async () => {
  ;[bob, dan] = await Promise.all([attacked.person(), attacked.person()])
  for (const person of [bob, dan]) {
    person.vault.keyLog = newSession()
    await markCompared(person.api, person.vault, await findPerson(person.api, person.vault, ada.email), new Date())
  }
  await decide(ada, [ada, cy], 2)
  await grow()
})

const grow = () => growKeyLog(attacked.server.ledger)
const newSession = () => new KeyLog(growingInWaits(attacked.server.ledger))
const refusal = (code: string) => ({ name: 'VaultError', code })
const policyOf = async ({ api }: VaultPerson) =>
  (await api.rest('rpc/recovery_policy', { method: 'POST', body: {} })) as Policy
const show = (change: (stored: Policy) => Policy) => attacked.proxy.tamperJson<Policy>('rpc/recovery_policy', change)
const named = ({ userId, vault }: VaultPerson) => ({
  userId,
  fingerprint: new Uint8Array(Buffer.from(vault.keyFingerprint, 'hex')),
})
async function expectNothingAgreed(code: string, person = bob): Promise<void> {
  for (let session = 0; session < 2; session++) {
    person.vault.keyLog = newSession()
    await expect(agree(person)).rejects.toMatchObject(refusal(code))
  }
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  expect((await readOwnRecovery(person.api)).agreement).toBeNull()
}

test('an honest server: who agrees right after a decision waits for the log and agrees', async () => {
  await decide(ada, [ada, cy, carol], 2)
  await agree(bob)
  expect((await readOwnRecovery(bob.api)).holders).toHaveLength(3)
})

describe('no key is wrapped', () => {
  test('under an older policy, for a holder who was removed or after recovery was ended', async () => {
    const before = await policyOf(bob)
    for (const holders of [[ada, carol], []]) {
      await decide(ada, holders, holders.length)
      await grow()
      show(() => before)
      expect(await readRecoveryPolicy(bob.api, bob.vault), 'its signature holds').not.toBeNull()
      await expectNothingAgreed('policy_newer_listed')
      attacked.proxy.honest()
    }
  })

  test('under one that its author signed for one person alone', async () => {
    // A first try of Ada's, which the server answered with an error and kept.
    const { revisions } = await policyOf(ada)
    const other = await signedBy(ada, { authorId: ada.userId, holders: [named(cy)], from: revisions.length - 1 })
    show(other)
    expect(await readRecoveryPolicy(bob.api, bob.vault)).toMatchObject({ threshold: 1 })
    await expectNothingAgreed('policy_other_listed')
    attacked.proxy.honest()
    await agree(dan)
    expect((await readOwnRecovery(dan.api)).agreement).not.toBeNull()
  })

  test('with the newest policy hidden behind a row that counts for nobody', async () => {
    await decide(ada, [ada, carol], 2)
    await grow()
    show((stored) => ({
      ...stored,
      revisions: stored.revisions.map((row, i) =>
        i === stored.revisions.length - 1 ? { ...row, statement: '{}' } : row,
      ),
    }))
    const holders = (await readRecoveryPolicy(bob.api, bob.vault))?.holders.map(({ userId }) => userId)
    expect(holders, 'it is passed over').toContain(cy.userId)
    await expectNothingAgreed('policy_other_listed')
  })

  test('under an older one while only the signature of the newest, or the keys of its author, were exchanged', async () => {
    await decide(carol, [ada, carol], 2)
    await grow()
    const forged = await forgedBundle(carol.userId)
    const signature = (stored: Policy): Policy => {
      const [first] = stored.revisions
      const last = { ...stored.revisions.at(-1), signature: first?.['signature'] }
      return { ...stored, revisions: [...stored.revisions.slice(0, -1), last] }
    }
    const keys = (stored: Policy): Policy => ({
      ...stored,
      people: stored.people.map((row) =>
        row['user_id'] === carol.userId ? { ...row, statement: forged.statement, signature: forged.signature } : row,
      ),
    })
    for (const change of [signature, keys]) {
      show(change)
      // Its text is listed as it is shown, so the log alone would not say what is wrong.
      await expect(readRecoveryPolicy(bob.api, bob.vault)).rejects.toMatchObject(refusal('policy_refused'))
      await expectNothingAgreed('policy_refused')
      attacked.proxy.honest()
    }
    expect((await readRecoveryPolicy(bob.api, bob.vault))?.author.userId).toBe(carol.userId)
  })

  test('under one that the server keeps out of the log, however long is waited', async () => {
    const listing = (what: 'disable' | 'enable') =>
      attacked.server.database.owner(`alter table recovery_policies ${what} trigger recovery_policies_list`)
    await listing('disable')
    await decide(ada, [ada, carol], 2)
    await listing('enable')
    await expect(agree(bob)).rejects.toMatchObject(refusal('policy_not_listed'))
    expect((await readOwnRecovery(bob.api)).agreement).toBeNull()
    // Nor does anybody decide on top of it, until it is listed.
    await expect(decide(carol, [ada, cy], 2)).rejects.toMatchObject(refusal('policy_not_listed'))
    await attacked.server.database.owner(
      `insert into ledger.unlisted_statements select 'policy', tenant_id, revision from recovery_policies on conflict do nothing`,
    )
    await agree(bob)
  })

  test('while the log is out of reach or proves nothing', async () => {
    for (const [status, code] of [
      [503, 'key_log_offline'],
      [404, 'policy_unproved'],
    ] as const) {
      for (const at of ['/audit/v1/policy', '/audit/v1/keys']) {
        attacked.proxy.tamper(({ path }) => (path.endsWith(at) ? { status, body: Buffer.from('{}') } : null))
        await expectNothingAgreed(code)
      }
    }
  })
})

test('an administrator who is shown an older policy decides nothing on top of it', async () => {
  const before = await policyOf(carol)
  await decide(ada, [ada, carol], 2)
  await grow()
  show(() => before)
  carol.vault.keyLog = newSession()
  await expect(decide(carol, [ada, cy], 2)).rejects.toMatchObject(refusal('policy_newer_listed'))
  attacked.proxy.honest()
  expect((await policyOf(ada)).revisions).toHaveLength(before.revisions.length + 1)
})

test('under two of one number nobody agrees, also after one was taken back', async () => {
  const { revisions, tenant_id: tenantId } = await policyOf(ada)
  const last = revisions.at(-1)
  const put = async (statement: string) => {
    await attacked.server.database.owner(
      'update recovery_policies set statement = $3 where tenant_id = $1 and revision = $2',
      [tenantId, last?.['revision'], statement],
    )
    await grow()
  }
  await put(String(last?.['statement']).replace(/"time":"\d/, '"time":"3'))
  await put(String(last?.['statement']))
  for (const person of [bob, dan]) {
    await expect(agree(person)).rejects.toMatchObject(refusal('policy_other_listed'))
  }
})
