import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { provePerson, withPersonProven } from '#vault/account/prove-person.ts'
import { readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { askForRecovery, cancelRecovery, newRequestSeed } from '#vault/recovery/recovery-request.ts'
import { VaultApi } from '#vault/session/api.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { listRecoveriesToAnswer, refuseRecovery } from '#vault/recovery/recovery-answer.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { confirm, newEmail } from '../support/people/people.ts'
import { agree, answer, ask, decide } from '../support/people/recovery-steps.ts'
import { nextCredentials } from '../support/people/test-credentials.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestMail, codeIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer()
  // The first account owns the organisation.
  ada = await personWithVault(server)
  await decide(ada, [ada], 1)
})
afterAll(() => server.stop())
beforeEach(async () => {
  bob = await personWithVault(server)
  await markCompared(bob.api, bob.vault, await findPerson(bob.api, bob.vault, ada.email), new Date())
})

/** The sign-in was `by` ago. */
const age = ({ userId }: Pick<VaultPerson, 'userId'>, by = '16 minutes') =>
  ageRows(
    server.database,
    { table: 'auth.sessions', where: 'r.user_id = $1', values: [userId], columns: ['created_at'] },
    by,
  )
const refused = { name: 'VaultError', code: 'proof_needed' }
const prove = () => provePerson(bob.api, bob.email, VAULT_PASSWORD)
const withdraw = () => bob.api.rest('rpc/withdraw_recovery', { method: 'POST', body: {} })
const standing = () => readOwnRecovery(bob.api)
const apiOf = (accessToken: string) =>
  new VaultApi({
    baseUrl: server.url,
    publishableKey: server.secrets.publishableKeys[0],
    accessToken: async () => accessToken,
  })

describe('a token whose sign-in was a while ago', () => {
  test('neither agrees to recovery nor withdraws it; with the password it does', async () => {
    await age(bob, '14 minutes')
    await agree(bob)
    await age(bob, '2 minutes')
    const { agreement } = await standing()
    await expect(withdraw()).rejects.toMatchObject(refused)
    await expect(agree(bob)).rejects.toMatchObject(refused)
    expect((await standing()).agreement).toEqual(agreement)

    await prove()
    await agree(bob)
    await withdraw()
    expect((await standing()).agreement).toBeNull()
  })

  test('neither cancels a request that runs nor puts another in its place', async () => {
    await agree(bob)
    const { code } = await ask(bob)
    await answer(ada, bob, code)
    const { request } = await standing()
    await age(bob)
    await expect(cancelRecovery(bob.api)).rejects.toMatchObject(refused)
    await expect(askForRecovery(bob.api, newRequestSeed())).rejects.toMatchObject(refused)
    expect((await standing()).request).toEqual(request)

    await prove()
    await cancelRecovery(bob.api)
    expect((await standing()).request).toBeNull()
  })

  test('neither answers nor refuses for somebody else; with the password it does', async () => {
    const cleo = await personWithVault(server)
    await decide(ada, [ada, bob], 2)
    await markCompared(cleo.api, cleo.vault, await findPerson(cleo.api, cleo.vault, ada.email), new Date())
    await agree(cleo)
    const { code } = await ask(cleo)
    const [asked] = await listRecoveriesToAnswer(bob.api, bob.vault)
    const left = async () => (await readOwnRecovery(cleo.api)).request
    await age(bob)
    await expect(answer(bob, cleo, code)).rejects.toMatchObject(refused)
    await expect(refuseRecovery(bob.api, asked?.id ?? '')).rejects.toMatchObject(refused)
    expect(await left()).toMatchObject({ id: asked?.id, answers: [] })

    await prove()
    await answer(bob, cleo, code)
    expect((await left())?.answers).toHaveLength(1)
    await refuseRecovery(bob.api, asked?.id ?? '')
    expect(await left()).toBeNull()
    await decide(ada, [ada], 1)
  })

  test('cancels nothing by claiming a session of somebody else that is fresh', async () => {
    await agree(bob)
    await ask(bob)
    await age(bob)
    const { rows } = await server.database.owner<{ id: string }>('select id from auth.sessions where user_id = $1', [
      ada.userId,
    ])
    const cancelling = server.database.asOwner(async (db) => {
      const claims = JSON.stringify({ sub: bob.userId, role: 'authenticated', session_id: rows[0]?.id })
      await db.query({ text: `select set_config('request.jwt.claims', $1, true)`, values: [claims] })
      await db.query({ text: 'select public.cancel_recovery()' })
    })
    await expect(cancelling).rejects.toMatchObject({ code: 'QS403' })
  })
})

test('who forgot the password cancels a request by a new link, which is a sign-in', async () => {
  await agree(bob)
  await ask(bob)
  await age(bob)
  const { auth } = server.client()
  await auth.resetPasswordForEmail(bob.email)
  const token = codeIn(await mailWithCode())
  const { data, error } = await auth.verifyOtp({ email: bob.email, token, type: 'recovery' })
  expect(error).toBeNull()
  await cancelRecovery(apiOf(data.session?.access_token ?? ''))
  expect((await standing()).request).toBeNull()
})

describe('the first keys of an account', () => {
  async function withoutVault() {
    const email = newEmail()
    const { authSecret, kek, kdf } = await nextCredentials(VAULT_PASSWORD)
    await apiOf(server.secrets.publishableKeys[0]).auth('signup', { email, password: authSecret, kdf })
    await confirm(server, email)
    const { data, error } = await server.client().auth.signInWithPassword({ email, password: authSecret })
    if (error) throw error
    const userId = data.user.id
    const { store } = await prepareEnrolment({ userId, kek, kdf, now: new Date() })
    return { userId, email, store, api: apiOf(data.session.access_token) }
  }
  const bundlesOf = async (userId: string) =>
    (await server.database.owner('select from user_key_bundles where user_id = $1', [userId])).rowCount

  test('are not stored with a token whose sign-in was a while ago, by whichever door', async () => {
    const { userId, store, api } = await withoutVault()
    await age({ userId })
    await expect(store(api)).rejects.toMatchObject(refused)
    const body = { user_id: userId, statement: 'mine', signature: 'mine' }
    await expect(api.rest('user_key_bundles', { method: 'POST', body })).rejects.toMatchObject(refused)
    expect(await bundlesOf(userId)).toBe(0)
  })

  test('are stored with the password that they were made from, without a question', async () => {
    const { userId, email, store, api } = await withoutVault()
    await age({ userId })
    const { authSecret } = await deriveCredentials(api, email, VAULT_PASSWORD)
    await expect(withPersonProven(api, 'not the secret', () => store(api))).rejects.toMatchObject({
      code: 'wrong_password',
    })
    await withPersonProven(api, authSecret, () => store(api))
    expect(await bundlesOf(userId)).toBe(1)
  })
})

/** After those about recovery. */
async function mailWithCode(): Promise<TestMail> {
  const mail = await server.mailbox.next(bob.email)
  return /\b\d{6}\b/.test(mail.text) ? mail : mailWithCode()
}
