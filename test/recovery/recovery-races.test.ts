/** Calls of organisation recovery that meet: one is not committed yet when the other begins. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { VaultApi } from '#vault/session/api.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { agreeToRecovery, readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { askForRecovery, newRequestSeed } from '#vault/recovery/recovery-request.ts'
import { NEW_PASSWORD, changePassword, openByPassword } from '../support/people/new-password.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { waitingForLocks } from '../support/server/waiting-for-locks.ts'

let server: TestServer
let ada: VaultPerson
let cy: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer()
  // The first account owns the organisation.
  ada = await personWithVault(server)
  cy = await personWithVault(server)
  const holders = [ada.userId, cy.userId]
  await decideRecovery(ada.api, ada.vault, { holders, threshold: 2, now: new Date() })
})
afterAll(() => server.stop())
beforeEach(async () => {
  bob = await personWithVault(server)
  await markCompared(bob.api, bob.vault, await findPerson(bob.api, bob.vault, ada.email), new Date())
})

test('an agreement for a key that another device replaces at that moment is refused', async () => {
  await agree()
  const before = await stored()
  let renewed = before
  const other = { ...bob, vault: (await bob.reopen()).vault }
  // Everything was checked when the other device is faster.
  const late = agree(async () => {
    await changePassword(other)
    renewed = await stored()
  })
  await expect(late).rejects.toMatchObject({ name: 'VaultError', code: 'keys_replaced' })

  expect(renewed.wraps).not.toEqual(before.wraps)
  expect(renewed.shares).toHaveLength(2)
  expect(await stored()).toEqual(renewed)
  bob.vault = await openByPassword(bob, NEW_PASSWORD)
  await agree()
  expect((await stored()).wraps).not.toEqual(renewed.wraps)
})

test('of two agreements at once the later one holds, with its own shares', async () => {
  const first = await agreementOf()
  const second = await agreementOf()
  await during(call('agree_to_recovery', first), () => rpc('agree_to_recovery', { payload: second }))

  const { wraps, shares } = await stored()
  expect(wraps).toEqual([second.wrapped_key])
  expect(shares).toEqual(second.shares.map(({ sealed_share: sealed }) => sealed).toSorted())
})

test('a withdrawal waits for an agreement that is being stored, and takes it back whole', async () => {
  await during(call('agree_to_recovery', await agreementOf()), () => rpc('withdraw_recovery', {}))
  expect(await stored()).toEqual({ wraps: [], shares: [] })
  expect((await readOwnRecovery(bob.api)).agreement).toBeNull()
})

test('an agreement waits for a withdrawal, and holds whole', async () => {
  await agree()
  const next = await agreementOf()
  await during(call('withdraw_recovery'), () => rpc('agree_to_recovery', { payload: next }))
  expect((await stored()).wraps).toEqual([next.wrapped_key])
  expect((await stored()).shares).toHaveLength(2)
})

test('a request that is being stored ends with the new agreement: its shares are others', async () => {
  await agree()
  const next = await agreementOf()
  const asked = await bodyOf('rpc/ask_recovery', () => askForRecovery(bob.api, newRequestSeed()))
  const { id, public_key: publicKey } = asked as { id: string; public_key: string }
  await during(call('ask_recovery', id, publicKey), () => rpc('agree_to_recovery', { payload: next }))
  expect((await readOwnRecovery(bob.api)).request).toBeNull()
  expect(await outcomes()).toEqual(['cancelled'])
})

test('a request waits for the agreement that is being stored', async () => {
  await agree()
  await during(call('agree_to_recovery', await agreementOf()), () => askForRecovery(bob.api, newRequestSeed()))
  expect((await readOwnRecovery(bob.api)).request).toMatchObject({ threshold: 2 })
})

test('a request whose week ends while its person agrees again ends once', async () => {
  await agree()
  await askForRecovery(bob.api, newRequestSeed())
  await ageRows(
    server.database,
    { table: 'recovery_requests', where: 'r.user_id = $1', values: [bob.userId] },
    '8 days',
  )
  const next = await agreementOf()
  const expire = (query: Query) => query('select public.end_expired_recoveries()')
  await during(expire, () => rpc('agree_to_recovery', { payload: next }))
  expect(await outcomes()).toEqual(['expired'])
  expect((await stored()).wraps).toEqual([next.wrapped_key])
})

type Query = (text: string, values?: unknown[]) => Promise<unknown>
type Agreement = { wrapped_key: string; shares: { sealed_share: string }[] }

/** What Bob's client would send of an agreement. */
const agreementOf = async (): Promise<Agreement> => {
  const { payload } = (await bodyOf('rpc/agree_to_recovery', agree)) as { payload: Agreement }
  return payload
}

async function agree(meanwhile?: () => Promise<void>): Promise<void> {
  const policy = await readRecoveryPolicy(bob.api, bob.vault)
  const agreeing = () => agreeToRecovery(bob.api, bob.vault, policy?.hash ?? '')
  await (meanwhile ? before('rpc/agree_to_recovery', meanwhile, agreeing) : agreeing())
}

const rpc = (name: string, body: object) => bob.api.rest(`rpc/${name}`, { method: 'POST', body })

const call =
  (name: string, ...values: unknown[]) =>
  (query: Query) =>
    query(`select public.${name}(${values.map((_, at) => `$${at + 1}`).join(', ')})`, values)

/** Does `first` as Bob in a transaction that is committed only once `second` waits for it. */
async function during(first: (query: Query) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  let later: Promise<unknown> = Promise.resolve()
  await server.database.asOwner(async (db) => {
    const claims = JSON.stringify({ sub: bob.userId, role: 'authenticated', session_id: await sessionOf(bob) })
    await db.query({ text: `select set_config('request.jwt.claims', $1, true)`, values: [claims] })
    await first((text, values = []) => db.query({ text, values }))
    later = second()
    later.catch(() => undefined)
    await expect.poll(() => waitingForLocks(server.database)).toBeGreaterThan(0)
  })
  await later
}

async function sessionOf({ userId }: VaultPerson): Promise<string | undefined> {
  const { rows } = await server.database.owner<{ id: string }>('select id from auth.sessions where user_id = $1', [
    userId,
  ])
  return rows[0]?.id
}

/** Runs `work`; where it asks for `path`, `meanwhile` comes first. */
async function before(path: string, meanwhile: (body: unknown) => Promise<void>, work: () => Promise<void>) {
  const { api } = bob
  const rest = api.rest.bind(api)
  api.rest = async (asked: string, options?: Parameters<VaultApi['rest']>[1]) => {
    if (asked === path) await meanwhile(options?.body)
    return rest(asked, options)
  }
  try {
    await work()
  } finally {
    api.rest = rest
  }
}

/** What `work` would send to `path`; nothing is sent. */
async function bodyOf(path: string, work: () => Promise<void>): Promise<unknown> {
  let sent: unknown
  const withheld = new Error('withheld')
  const keep = async (body: unknown) => {
    sent = body
    throw withheld
  }
  await expect(before(path, keep, work)).rejects.toBe(withheld)
  return sent
}

async function stored(): Promise<{ wraps: string[]; shares: string[] }> {
  const read = async (text: string) => (await server.database.owner<{ kept: string }>(text, [bob.userId])).rows
  const wraps = await read(`select wrapped_key as kept from account_wraps where user_id = $1 and kind = 'organisation'`)
  const shares = await read('select sealed_share as kept from recovery_shares where user_id = $1')
  return { wraps: wraps.map(({ kept }) => kept), shares: shares.map(({ kept }) => kept).toSorted() }
}

async function outcomes(): Promise<(string | null)[]> {
  const { rows } = await server.database.owner<{ outcome: string | null }>(
    'select outcome from recovery_requests where user_id = $1',
    [bob.userId],
  )
  return rows.map(({ outcome }) => outcome)
}
