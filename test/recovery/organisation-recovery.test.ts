import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountMasterKey, toHex } from '#crypto/index.ts'
import type { TeamRole } from '#contract/permissions.ts'
import { prepareNewPassword } from '#vault/account/change-password.ts'
import { newCredentials } from '#vault/session/credentials.ts'
import { openVault } from '#vault/session/open-vault.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { agreeToRecovery, readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { listRecoveriesToAnswer, refuseRecovery } from '#vault/recovery/recovery-answer.ts'
import { decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { askForRecovery, cancelRecovery, newRequestSeed, openByAnswers } from '#vault/recovery/recovery-request.ts'
import { removeMember } from '#vault/organisation/team.ts'
import { withdrawFromRecovery } from '#vault/recovery/withdraw-recovery.ts'
import { changePassword } from '../support/people/new-password.ts'
import { agree, answer, ask, decide } from '../support/people/recovery-steps.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

let server: TestServer
let ada: VaultPerson
let cy: VaultPerson
let dee: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer()
  // The first account owns the organisation.
  ada = await personWithVault(server)
  ;[cy, dee] = await Promise.all([personWithVault(server), personWithVault(server)])
})
afterAll(() => server.stop())
beforeEach(async () => {
  bob = await personWithVault(server)
  await markCompared(bob.api, bob.vault, await findPerson(bob.api, bob.vault, ada.email), new Date())
})

const withdraw = () => withdrawFromRecovery(bob.api, bob.vault, { email: bob.email, password: VAULT_PASSWORD })

/** How many mails each holder got that somebody asks. */
async function wantedMails(): Promise<number[]> {
  const boxes = await Promise.all([ada, cy, dee].map(({ email }) => server.mailbox.to(email)))
  return boxes.map((mails) => mails.filter(({ subject }) => subject === 'Somebody asks to be let back in').length)
}

const open = (seed: Uint8Array): Promise<AccountMasterKey> => openByAnswers(bob.api, bob.userId, seed)

test('two of three open the account of a member who agreed, and nobody else', async () => {
  await decide(ada, [ada, cy, dee], 2)
  expect(await readRecoveryPolicy(bob.api, bob.vault)).toMatchObject({
    threshold: 2,
    author: { userId: ada.userId, trust: 'compared' },
  })
  await expect(askForRecovery(bob.api, newRequestSeed())).rejects.toMatchObject({ code: 'not_member' })
  await agree(bob)
  expect(await listRecoveriesToAnswer(cy.api, cy.vault)).toEqual([])

  const { seed, code } = await ask(bob)
  await expect(open(seed)).rejects.toMatchObject({ code: 'recovery_waiting' })
  await answer(cy, bob, code)
  await expect(open(seed)).rejects.toMatchObject({ code: 'recovery_waiting' })
  await answer(dee, bob, code.replaceAll(' ', ''))
  expect(toHex(await open(seed))).toBe(toHex(bob.vault.amk))
  await expect(open(newRequestSeed())).rejects.toMatchObject({ code: 'recovery_elsewhere' })
})

test('a wrong answer among enough right ones does not stand in the way', async () => {
  await agree(bob)
  const { seed, code } = await ask(bob)
  for (const holder of [ada, cy, dee]) await answer(holder, bob, code)
  const spoil = (holder: VaultPerson) =>
    server.database.owner(
      `update recovery_answers set sealed_share = $2 where holder_id = $1
       and request_id = (select id from recovery_requests where user_id = $3 and ended_at is null)`,
      [holder.userId, 'A'.repeat(82), bob.userId],
    )
  await spoil(ada)
  expect(toHex(await open(seed))).toBe(toHex(bob.vault.amk))
  await spoil(dee)
  await expect(open(seed)).rejects.toMatchObject({ code: 'recovery_refused' })
})

test('the member gets a mail about each step, which cannot be switched off, the holders one', async () => {
  for (const kind of [
    'recovery_allowed',
    'recovery_asked',
    'recovery_answered',
    'recovery_ended',
    'recovery_withdrawn',
  ]) {
    const body = { user_id: bob.userId, kind, in_app: false, by_email: false }
    await bob.api.rest('notification_settings', { method: 'POST', body })
  }
  await agree(bob)
  expect((await server.mailbox.next(bob.email)).subject).toBe('You allowed your organisation to let you back in')
  const before = await wantedMails()
  const { code } = await ask(bob)
  expect((await server.mailbox.next(bob.email)).subject).toBe('Somebody asked to be let back into your vault')
  await expect.poll(wantedMails).toEqual(before.map((count) => count + 1))
  await answer(cy, bob, code)
  expect((await server.mailbox.next(bob.email)).subject).toBe('Somebody handed over their part of your key')
  await cancelRecovery(bob.api)
  expect((await server.mailbox.next(bob.email)).subject).toBe('The request to let you back in has ended')
  // Agreeing again is no withdrawal.
  await agree(bob)
  expect((await server.mailbox.next(bob.email)).subject).toBe('You allowed your organisation to let you back in')
  await withdraw()
  const subjects = [await server.mailbox.next(bob.email), await server.mailbox.next(bob.email)].map(
    (mail) => mail.subject,
  )
  expect(subjects.toSorted()).toEqual(['Keys of your vault were replaced', 'Organisation recovery was switched off'])
})

test('a new password after recovery makes a new account key, of which the same people get shares', async () => {
  await agree(bob)
  const before = bob.vault.amk
  const recover = async () => {
    const { seed, code } = await ask(bob)
    await answer(cy, bob, code)
    await answer(ada, bob, code)
    return openByAnswers(bob.api, bob.userId, seed)
  }
  const { rows: first } = await server.database.owner(
    `select wrapped_key from account_wraps where user_id = $1 and kind = 'organisation'`,
    [bob.userId],
  )
  const vault = await openVault(bob.api, bob.userId, await recover())
  const next = await prepareNewPassword(bob.api, vault, await newCredentials('a password after recovery'))
  const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }
  const body = JSON.stringify({ password: next.authSecret, vault: next.fields })
  await bob.api.fetch('/auth/v1/user', { method: 'PUT', headers, body })
  await next.apply(vault)
  expect(next.endsAgreement).toBe(false)
  expect(toHex(vault.amk)).not.toBe(toHex(before))

  expect((await readOwnRecovery(bob.api)).agreement).not.toBeNull()
  expect(toHex(await recover())).toBe(toHex(vault.amk))
  const { rows: second } = await server.database.owner(
    `select wrapped_key from account_wraps where user_id = $1 and kind = 'organisation'`,
    [bob.userId],
  )
  expect(second).not.toEqual(first)
})

test('keys that the operator puts back end it: its shares are of another account key', async () => {
  await agree(bob)
  await changePassword(bob)
  await server.database.owner('select auth.restore_account_keys($1, current_date)', [bob.userId])
  expect((await readOwnRecovery(bob.api)).agreement).toBeNull()
})

test('a wrong code hands nothing over; one holder refuses for all', async () => {
  await agree(bob)
  const { seed, code } = await ask(bob)
  const wrong = (code.startsWith('0') ? '1' : '0') + code.slice(1)
  await expect(answer(cy, bob, wrong)).rejects.toMatchObject({ code: 'recovery_code_wrong' })
  await expect(answer(bob, bob, code)).rejects.toMatchObject({ code: 'not_member' })
  expect((await readOwnRecovery(bob.api)).request?.answers).toEqual([])

  await answer(cy, bob, code)
  const rows = await listRecoveriesToAnswer(dee.api, dee.vault)
  await refuseRecovery(dee.api, rows.find(({ userId }) => userId === bob.userId)?.id ?? '')
  expect((await readOwnRecovery(bob.api)).request).toBeNull()
  await expect(answer(dee, bob, code)).rejects.toMatchObject({ code: 'not_member' })
  await expect(open(seed)).rejects.toMatchObject({ code: 'recovery_elsewhere' })
  const { rows: kept } = await server.database.owner(
    'select from recovery_answers a join recovery_requests r on r.id = a.request_id where r.user_id = $1',
    [bob.userId],
  )
  expect(kept, 'answers go with their request').toEqual([])
})

test('asking again replaces the request, five times a day; cancelling ends it', async () => {
  await agree(bob)
  const first = await ask(bob)
  await answer(cy, bob, first.code)
  const second = await ask(bob)
  await answer(cy, bob, second.code)
  await answer(ada, bob, second.code)
  await expect(open(first.seed)).rejects.toMatchObject({ code: 'recovery_elsewhere' })
  expect(toHex(await open(second.seed))).toBe(toHex(bob.vault.amk))
  await cancelRecovery(bob.api)
  expect((await readOwnRecovery(bob.api)).request).toBeNull()
  for (let times = 0; times < 3; times++) await ask(bob)
  await expect(ask(bob)).rejects.toMatchObject({ code: 'recovery_asked_often' })
})

test('a request ends after seven days', async () => {
  await agree(bob)
  const { seed, code } = await ask(bob)
  await server.database.owner(`update recovery_requests set expires_at = now() where user_id = $1`, [bob.userId])
  await expect(answer(cy, bob, code)).rejects.toMatchObject({ code: 'not_member' })
  await expect(open(seed)).rejects.toMatchObject({ code: 'recovery_elsewhere' })
  const ended = await server.database.owner<{ count: number }>('select end_expired_recoveries() as count')
  expect(ended.rows[0]?.count).toBe(1)
})

test('what was agreed to is taken back whole, and ends with the policy', async () => {
  await agree(bob)
  await ask(bob)
  await withdraw()
  expect(await readOwnRecovery(bob.api)).toEqual({ agreement: null, holders: [], request: null })
  expect(await bob.api.rest('account_wraps?select=kind&kind=eq.organisation')).toEqual([])

  await agree(bob)
  await decide(ada, [], 0)
  expect(await readRecoveryPolicy(bob.api, bob.vault)).toBeNull()
  expect(await readOwnRecovery(bob.api)).toEqual({ agreement: null, holders: [], request: null })
  expect(await bob.api.rest('account_wraps?select=kind&kind=eq.organisation')).toEqual([])
})

test('a holder who is named no more, or removed, loses the share at once; the member is asked again', async () => {
  const eve = await personWithVault(server)
  await decide(ada, [ada, cy, dee, eve], 2)
  await agree(bob)
  const before = (await readOwnRecovery(bob.api)).agreement?.revision ?? 0
  const { hash = '' } = (await readRecoveryPolicy(bob.api, bob.vault)) ?? {}
  await decide(ada, [ada, cy, eve], 2)
  const { agreement, holders } = await readOwnRecovery(bob.api)
  expect(agreement?.revision).toBe(before)
  expect(holders.map(({ userId }) => userId).toSorted()).toEqual([ada, cy, eve].map(({ userId }) => userId).toSorted())
  expect((await readRecoveryPolicy(bob.api, bob.vault))?.revision).toBe(before + 1)
  await expect(agreeToRecovery(bob.api, bob.vault, hash)).rejects.toMatchObject({ code: 'policy_changed' })

  await removeMember(ada.api, eve.userId)
  expect((await readOwnRecovery(bob.api)).holders).toHaveLength(2)
  await expect(agree(bob)).rejects.toMatchObject({ code: 'policy_changed' })
  const { seed, code } = await ask(bob)
  await answer(ada, bob, code)
  await answer(cy, bob, code)
  expect(toHex(await open(seed)), 'what the others hold still fits').toBe(toHex(bob.vault.amk))
})

test('whoever is named holds no share of their own; a single holder is enough only alone', async () => {
  await decide(ada, [ada, cy], 2)
  await markCompared(cy.api, cy.vault, await findPerson(cy.api, cy.vault, ada.email), new Date())
  await expect(agree(cy)).rejects.toMatchObject({ code: 'policy_too_few' })
  await decide(ada, [ada, cy, dee], 2)
  await agree(cy)
  expect((await readOwnRecovery(cy.api)).holders).toHaveLength(2)
  await expect(decide(ada, [ada, cy], 1)).rejects.toMatchObject({ code: 'bad_argument' })
  await decide(ada, [cy], 1)
  await agree(bob)
  const { seed, code } = await ask(bob)
  await answer(cy, bob, code)
  expect(toHex(await open(seed))).toBe(toHex(bob.vault.amk))
})

test('only who manages security decides, and only for people of the organisation', async () => {
  const wanted = { holders: [cy.userId], threshold: 1, now: new Date() }
  await expect(decideRecovery(bob.api, bob.vault, wanted)).rejects.toMatchObject({ code: 'not_allowed' })
  const role: TeamRole = 'security_admin'
  await ada.api.rest('rpc/set_member_role', { method: 'POST', body: { person: bob.userId, role } })
  await decideRecovery(bob.api, bob.vault, wanted)
  const unknown = { holders: [crypto.randomUUID()], threshold: 1, now: new Date() }
  await expect(decideRecovery(ada.api, ada.vault, unknown)).rejects.toMatchObject({ code: 'not_member' })
})

test('no table of recovery answers to people, and every step is in the log', async () => {
  for (const table of ['policies', 'agreements', 'shares', 'requests', 'answers']) {
    await expect(bob.api.rest(`recovery_${table}?select=*`)).rejects.toMatchObject({ code: 'not_allowed' })
  }
  const events = (await ada.api.rest('system_audit_log?select=event_type&event_type=like.recovery_*')) as {
    event_type: string
  }[]
  expect(new Set(events.map(({ event_type }) => event_type))).toEqual(
    new Set([
      'recovery_policies.insert',
      ...['agreements', 'shares'].flatMap((name) => [`recovery_${name}.insert`, `recovery_${name}.delete`]),
      ...['insert', 'update'].map((deed) => `recovery_requests.${deed}`),
      ...['insert', 'update', 'delete'].map((deed) => `recovery_answers.${deed}`),
    ]),
  )
})
