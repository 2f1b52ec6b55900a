/** Transactions that need the same rows wait one for the other: docs/decisions/0058-locks-have-an-order.md. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#vault/account/delete-account.ts'
import { inviteMember, listInvitations, listTeam, removeMember, revokeInvitation } from '#vault/organisation/team.ts'
import { agreeToRecovery, readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { answerRecovery, listRecoveriesToAnswer } from '#vault/recovery/recovery-answer.ts'
import { decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { askForRecovery, cancelRecovery, newRequestSeed, readAskedRecovery } from '#vault/recovery/recovery-request.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { changeSpace } from '../support/people/change-space.ts'
import { NEW_PASSWORD, changePassword, openByPassword } from '../support/people/new-password.ts'
import { PASSWORD, newEmail } from '../support/people/people.ts'
import { pressButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { waitingForLocks } from '../support/server/waiting-for-locks.ts'

let server: TestServer
let ada: VaultPerson
let cy: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer()
  // The first account owns the organisation.
  ada = await personWithVault(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;[bob, cy] = await Promise.all([personWithVault(server), personWithVault(server)])
  await markCompared(bob.api, bob.vault, await findPerson(bob.api, bob.vault, ada.email), new Date())
  await decide([ada, cy])
  await agree()
})

const KEYRING = 'public.keyrings where user_id = $1'
const PASSWORD_ROW = 'auth.kdf_parameters where user_id = $1'

test('a new password that renews an agreement, and the end of all agreements', async () => {
  const outcomes = await oneAfterTheOther(
    KEYRING,
    () => changePassword(bob),
    () => decide([]),
  )
  expect(outcomes).toEqual([DONE, DONE])
  expect((await readOwnRecovery(bob.api)).agreement).toBeNull()
  await openByPassword(bob, NEW_PASSWORD)
})

test('a new password, and the removal of its person', async () => {
  const outcomes = await oneAfterTheOther(
    PASSWORD_ROW,
    () => changePassword(bob),
    () => removeMember(ada.api, bob.userId),
  )
  expect(outcomes).toEqual([DONE, DONE])
  const { members } = await listTeam(ada.api, ada.vault)
  expect(members.find(({ userId }) => userId === bob.userId)?.removedAt).toEqual(expect.any(String))
})

test('a new password, and the deletion of its account', async () => {
  const outcomes = await oneAfterTheOther(
    PASSWORD_ROW,
    () => changePassword(bob),
    () => remove(bob),
  )
  expect(outcomes).toEqual([DONE, DONE])
  expect((await server.database.owner('select from auth.users where id = $1', [bob.userId])).rows).toEqual([])
})

test('keys that the operator puts back, and an agreement for those that were replaced', async () => {
  const { rows } = await server.database.owner<{ now: Date }>('select clock_timestamp() as now')
  await changePassword(bob)
  const putBack = () => server.database.owner('select auth.restore_account_keys_at($1, $2)', [bob.userId, rows[0]?.now])
  const outcomes = await oneAfterTheOther(KEYRING, putBack, agree)
  expect(outcomes).toEqual([DONE, expect.objectContaining({ code: 'keys_replaced' })])
  expect((await readOwnRecovery(bob.api)).agreement).toBeNull()
})

test('a request that is cancelled, and the end of all agreements', async () => {
  const code = await ask()
  await answer(ada, code)
  await answer(cy, code)
  const late = `public.recovery_answers where holder_id = '${cy.userId}'::uuid and $1::uuid is not null`
  const outcomes = await oneAfterTheOther(
    late,
    () => decide([]),
    () => cancelRecovery(bob.api),
  )
  expect(outcomes).toEqual([DONE, DONE])
})

test('an answer that is given again, and the deletion of the account that asked', async () => {
  const code = await ask()
  await answer(cy, code)
  const mine = `public.recovery_answers where request_id in (select id from public.recovery_requests where user_id = $1)`
  const outcomes = await oneAfterTheOther(
    mine,
    () => answer(cy, code),
    () => remove(bob),
  )
  expect(outcomes).toEqual([DONE, DONE])
})

test('a request whose week is over, and the deletion of the account that asked', async () => {
  await ask()
  await server.database.owner(`update recovery_requests set expires_at = now() where user_id = $1`, [bob.userId])
  const end = () => server.database.owner('select public.end_expired_recoveries()')
  expect(await oneAfterTheOther(KEYRING, () => remove(bob), end)).toEqual([DONE, DONE])
})

test('an answer of somebody who is removed meanwhile goes with them', async () => {
  const code = await ask()
  const outcomes = await oneAfterTheOther(
    'auth.users where id = $1',
    () => answer(cy, code),
    () => removeMember(ada.api, cy.userId),
  )
  expect(outcomes).toEqual([DONE, DONE])
  expect((await readOwnRecovery(bob.api)).request?.answers).toEqual([])
})

test('somebody who is removed gives no answer meanwhile', async () => {
  const code = await ask()
  const shares = `public.recovery_shares where user_id = $1`
  const outcomes = await oneAfterTheOther(
    shares,
    () => removeMember(ada.api, cy.userId),
    () => answer(cy, code),
  )
  expect(outcomes).toEqual([DONE, expect.objectContaining({ code: 'not_member' })])
  expect((await readOwnRecovery(bob.api)).request?.answers).toEqual([])
})

test('a person who leaves a team space for the list of its manager, and the deletion of their account', async () => {
  const members = [{ userId: bob.userId, role: 'editor' as const }]
  const id = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
  const outcomes = await oneAfterTheOther(
    'public.team_space_members where user_id = $1',
    () => changeSpace(ada, id, { members: [{ userId: ada.userId, role: 'manager' }] }),
    () => remove(bob),
  )
  expect(outcomes).toEqual([DONE, DONE])
})

test('an invitation that is accepted, and its end', async () => {
  const email = newEmail()
  await server.client().auth.signUp({ email, password: PASSWORD })
  const link = linkIn(await server.mailbox.next(email))
  await inviteMember(ada.api, ada.vault, { email, role: 'analyst', ownEmail: ada.email })
  const id = (await listInvitations(ada.api)).find((one) => one.email === email)?.id ?? ''
  const outcomes = await oneAfterTheOther(
    `public.invitations where id = '${id}'::uuid and $1::uuid is not null`,
    () => pressButton(link),
    () => revokeInvitation(ada.api, id),
  )
  expect(outcomes).toEqual([DONE, expect.objectContaining({ message: 'this invitation is no longer open' })])
  const { members } = await listTeam(ada.api, ada.vault)
  expect(members.find((one) => one.email === email)?.roles).toEqual(['analyst'])
})

async function decide(holders: VaultPerson[]): Promise<void> {
  const named = holders.map(({ userId }) => userId)
  await decideRecovery(ada.api, ada.vault, { holders: named, threshold: named.length, now: new Date() })
}

async function agree(): Promise<void> {
  await agreeToRecovery(bob.api, bob.vault, (await readRecoveryPolicy(bob.api, bob.vault))?.hash ?? '')
}

/** Asks as Bob. @returns the code that he tells his holders. */
async function ask(): Promise<string> {
  const seed = newRequestSeed()
  await askForRecovery(bob.api, seed)
  const { request } = await readOwnRecovery(bob.api)
  return (await readAskedRecovery({ userId: bob.userId, seed }, request))?.code ?? ''
}

async function answer(holder: VaultPerson, code: string): Promise<void> {
  const rows = await listRecoveriesToAnswer(holder.api, holder.vault)
  const requestId = rows.find(({ userId }) => userId === bob.userId)?.id ?? ''
  await answerRecovery(holder.api, holder.vault, { requestId, typed: code })
}

const remove = ({ api, email }: VaultPerson) => deleteAccount(api, email, VAULT_PASSWORD)

const DONE = 'done'

/**
 * Starts `first`, which waits for a row of `behind` (with Bob's id as `$1`) that a third transaction holds, then `second`, until it waits or
 * is done, and lets go. @returns what became of both: an error, or that they are done.
 */
async function oneAfterTheOther(
  behind: string,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown[]> {
  let started: Promise<unknown>[] = []
  await server.database.asOwner(async (db) => {
    const { rowCount } = await db.query({ text: `select from ${behind} for update`, values: [bob.userId] })
    expect(rowCount).toBeGreaterThan(0)
    started = [outcomeOf(first)]
    await untilWaiting(1)
    started.push(outcomeOf(second))
    await Promise.race([started[1], untilWaiting(2)])
  })
  return Promise.all(started)
}

const outcomeOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => DONE,
    (error: unknown) => error,
  )

async function untilWaiting(transactions: number): Promise<void> {
  await expect.poll(() => waitingForLocks(server.database)).toBe(transactions)
}
