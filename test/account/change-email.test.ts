import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOwnEmail, requestEmailChange, stopEmailChange } from '#vault/account/change-email.ts'
import { VaultApi } from '#vault/session/api.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { unwrapMasterKey } from '#vault/session/open-vault.ts'
import { deleteExpired } from '#server/auth/links/one-time-tokens.sql.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { newEmail } from '../support/people/people.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { targetOfButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { waitingForLocks } from '../support/server/waiting-for-locks.ts'

let server: TestServer
let returnTo: string
beforeAll(async () => {
  server = await startServer()
  returnTo = `${server.url}/login`
})
afterAll(() => server.stop())

const ask = ({ api, vault, email }: VaultPerson, next: string, password = VAULT_PASSWORD) =>
  requestEmailChange(api, vault, { email, next, password, returnTo })

const askWithoutPassword = ({ accessToken }: VaultPerson, next: string) =>
  server.fetch(`/auth/v1/user?redirect_to=${returnTo}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ email: next }),
  })

/** Presses the button behind the link of a mail. @returns what the address says that the browser is sent to. */
async function press(link: string): Promise<URLSearchParams> {
  const target = await targetOfButton(link)
  expect(target.origin + target.pathname).toBe(returnTo)
  return new URLSearchParams(target.hash.slice(1))
}

async function mailTo(address: string): Promise<{ subject: string; link: string }> {
  const mail = await server.mailbox.next(address)
  return { subject: mail.subject, link: linkIn(mail) }
}

async function eventsOf(userId: string): Promise<string[]> {
  const { rows } = await server.database.owner<{ event_type: string }>(
    `select event_type from system_audit_log where user_id = $1 and event_type like 'email.%' order by created_at`,
    [userId],
  )
  return rows.map((row) => row.event_type)
}

const tokensOf = (userId: string) =>
  server.database.owner<{ kind: string; row: unknown }>(
    'select t.kind, to_jsonb(t) as row from auth.one_time_tokens t where t.user_id = $1',
    [userId],
  )

async function sentAtOf(userId: string): Promise<string | undefined> {
  const { rows } = await server.database.owner<{ at: string }>(
    'select email_change_sent_at::text as at from auth.users where id = $1',
    [userId],
  )
  return rows[0]?.at
}

function stranger(): VaultApi {
  const publishableKey = server.secrets.publishableKeys[0]
  return new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => undefined })
}

/** As a browser in which nobody is signed in. */
async function signInWith(email: string): Promise<string | undefined> {
  const { authSecret } = await deriveCredentials(stranger(), email, VAULT_PASSWORD)
  return (await server.client().auth.signInWithPassword({ email, password: authSecret })).error?.code
}

describe('another address, asked for with the password', () => {
  test('counts when its own mailbox confirms; the one before is notified, and vault and session stay', async () => {
    const person = await personWithVault(server)
    const { api, email, userId, vault } = person
    const next = newEmail()

    await ask(person, next.toUpperCase())
    expect(await readOwnEmail(api)).toMatchObject({ email, waiting: { email: next } })
    expect((await mailTo(email)).subject).toBe('Your email address is about to change')
    const { link } = await mailTo(next)
    expect((await readOwnEmail(api)).email, 'nothing changed before').toBe(email)

    const said = await press(link)
    expect(said.get('type')).toBe('email_change')
    expect(said.has('access_token'), 'who has the mailbox is not signed in by that').toBe(false)
    expect((await press(link)).get('error_code')).toBe('otp_expired')
    expect(await readOwnEmail(api)).toEqual({ email: next, waiting: null })
    expect((await server.mailbox.next(email)).subject).toBe('Your email address was changed')
    expect(await signInWith(email)).toBe('invalid_credentials')
    expect(await signInWith(next)).toBeUndefined()
    const { kek } = await deriveCredentials(api, next, VAULT_PASSWORD)
    expect(await unwrapMasterKey(api, userId, kek)).toEqual(vault.amk)
    expect(await eventsOf(userId)).toEqual(['email.confirmed', 'email.change_requested', 'email.changed'])
  })

  test('a session from before still hears the salt of its own account, and nobody else does', async () => {
    const person = await personWithVault(server)
    const body = { email: person.email }
    const own = await person.api.auth('kdf', body)
    const next = newEmail()
    await ask(person, next)
    await press((await mailTo(next)).link)

    expect(await person.api.auth('kdf', body)).toEqual(own)
    const other = await personWithVault(server)
    for (const api of [stranger(), other.api]) expect(await api.auth('kdf', body)).not.toEqual(own)
  })

  test('ends every link that the mailbox before was sent', async () => {
    const person = await personWithVault(server)
    const next = newEmail()
    await ask(person, next)
    await mailTo(person.email)
    const { link } = await mailTo(next)
    const { auth } = server.client()
    await auth.resetPasswordForEmail(person.email, { redirectTo: returnTo })
    const recovery = await mailTo(person.email)
    await auth.signInWithOtp({ email: person.email, options: { emailRedirectTo: returnTo } })
    const signIn = await mailTo(person.email)
    expect([recovery.subject, signIn.subject]).toEqual(['Reset your password', 'Your sign-in link'])
    const { rows: before } = await tokensOf(person.userId)
    expect((await press(link)).get('type')).toBe('email_change')

    expect((await press(recovery.link)).get('error_code')).toBe('otp_expired')
    expect((await press(signIn.link)).get('error_code')).toBe('otp_expired')
    expect((await tokensOf(person.userId)).rows).toEqual([])

    // As if a link had been asked for at the very moment of the change.
    for (const token of before.filter(({ kind }) => kind === 'recovery' || kind === 'magiclink')) {
      await server.database.owner(
        'insert into auth.one_time_tokens select * from jsonb_populate_record(null::auth.one_time_tokens, $1)',
        [token.row],
      )
    }
    expect((await press(recovery.link)).get('error_code')).toBe('otp_expired')
    expect((await press(signIn.link)).get('error_code')).toBe('otp_expired')
  })

  test('is stopped from the mailbox before, without signing in there', async () => {
    const person = await personWithVault(server)
    const next = newEmail()
    await ask(person, next)
    const notice = await mailTo(person.email)
    const { link } = await mailTo(next)

    const said = await press(notice.link)
    expect(said.get('type')).toBe('email_change_stop')
    expect(said.has('access_token')).toBe(false)
    expect((await press(link)).get('error_code')).toBe('otp_expired')
    const tooLate = await press(notice.link)
    expect([tooLate.get('error_code'), tooLate.get('type')]).toEqual(['otp_expired', 'email_change_stop'])
    expect(await readOwnEmail(person.api)).toEqual({ email: person.email, waiting: null })
    expect(await eventsOf(person.userId)).toContain('email.change_stopped')
  })

  test('is stopped by its owner, and by a newer one', async () => {
    const person = await personWithVault(server)
    const [first, second] = [newEmail(), newEmail()]
    await ask(person, first)
    const { link } = await mailTo(first)
    await ask(person, second)
    expect((await press(link)).get('error_code')).toBe('otp_expired')

    await stopEmailChange(person.api)
    expect((await readOwnEmail(person.api)).waiting).toBeNull()
    expect((await press((await mailTo(second)).link)).get('error_code')).toBe('otp_expired')
    expect((await readOwnEmail(person.api)).email).toBe(person.email)
  })

  test('takes the right password, also of one who asks the server directly', async () => {
    const person = await personWithVault(server)
    const next = newEmail()
    await expect(ask(person, next, 'not my password')).rejects.toMatchObject({ code: 'wrong_password' })
    const headers = { authorization: `Bearer ${person.accessToken}` }
    const body = JSON.stringify({ email: next, current_password: `qs1.${'A'.repeat(43)}` })
    const answer = await server.fetch('/auth/v1/user', { method: 'PUT', headers, body })
    expect(answer.status).toBe(400)
    expect(await readOwnEmail(person.api)).toEqual({ email: person.email, waiting: null })
    expect(await server.mailbox.to(next)).toEqual([])
  })

  test('is not asked for with a password that was replaced meanwhile', async () => {
    const person = await personWithVault(server)
    const next = newEmail()
    const [hold, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The owner's change of the password, which commits after the other request has checked the one before.
    const replaced = server.database.asOwner(async (db) => {
      await db.query({
        text: `update auth.users set encrypted_password = encrypted_password || 'x' where id = $1`,
        values: [person.userId],
      })
      isHeld.resolve()
      await hold.promise
    })
    await isHeld.promise
    const asked = ask(person, next)
    const refused = expect(asked).rejects.toMatchObject({ message: expect.stringContaining('changed meanwhile') })
    await expect.poll(() => waitingForLocks(server.database)).toBeGreaterThan(0)
    hold.resolve()
    await replaced
    await refused
    expect(await server.mailbox.to(next)).toEqual([])
  })

  test('is mailed again to anybody who asks, which neither prolongs it nor ends the link that stops it', async () => {
    const person = await personWithVault(server)
    const next = newEmail()
    await ask(person, next)
    const [{ link: stop }, { link: first }] = [await mailTo(person.email), await mailTo(next)]
    const own = { table: 'auth.users', where: 'r.id = $1', values: [person.userId], columns: ['email_change_sent_at'] }
    await ageRows(server.database, own, '1 hour')
    const begunAt = await sentAtOf(person.userId)

    const { error } = await server.client().auth.resend({ type: 'email_change', email: person.email })
    expect(error).toBeNull()
    const again = await server.mailbox.next(next)
    const second = linkIn(again)
    expect(again.text).toContain(`The account of ${person.email} asks to change its email address to ${next}.`)
    expect(second).not.toBe(first)
    expect(await sentAtOf(person.userId)).toBe(begunAt)
    await press(stop)
    expect(await readOwnEmail(person.api)).toEqual({ email: person.email, waiting: null })
  })

  test('is forgotten after a day', async () => {
    const person = await personWithVault(server)
    await ask(person, newEmail())
    const own = { table: 'auth.users', where: 'r.id = $1', values: [person.userId], columns: ['email_change_sent_at'] }
    const isForgotten = async () => {
      await server.database.asOwner(deleteExpired)
      const { rows } = await server.database.owner<{ new_email: string | null }>(
        'select new_email from auth.users where id = $1',
        [person.userId],
      )
      return rows[0]?.new_email === null
    }
    expect([(await readOwnEmail(person.api)).waiting === null, await isForgotten()]).toEqual([false, false])
    await ageRows(server.database, own, '25 hours')
    expect((await readOwnEmail(person.api)).waiting).toBeNull()
    expect(await isForgotten()).toBe(true)
  })

  test('without the password, both mailboxes confirm as before', async () => {
    const person = await personWithVault(server)
    const next = newEmail()
    // What was begun with the password does not help a change that was begun without.
    await ask(person, newEmail())
    await mailTo(person.email)
    expect((await askWithoutPassword(person, next)).status).toBe(200)
    await press((await mailTo(next)).link)
    expect((await readOwnEmail(person.api)).email).toBe(person.email)
    expect((await mailTo(person.email)).subject).toBe('Confirm your new email address')

    // Nor does a mailbox that was asked then hold up the change that is begun with it.
    const last = newEmail()
    await ask(person, last)
    await press((await mailTo(last)).link)
    expect((await readOwnEmail(person.api)).email).toBe(last)
  })

  test('an address that somebody had is not taken without its mailbox, and the answer of the link does not tell', async () => {
    const [person, other] = [await personWithVault(server), await personWithVault(server)]
    const free = newEmail()
    await askWithoutPassword(person, free)
    const half = await press((await mailTo(person.email)).link)
    expect(half.get('message')).toContain('other email')

    await askWithoutPassword(person, other.email)
    const { link } = await mailTo(person.email)
    expect((await server.mailbox.next(other.email)).subject).toBe('You already have an account')
    expect(await press(link), 'as for an address that nobody has').toEqual(half)
    expect((await press(link)).get('error_code')).toBe('otp_expired')

    // The address becomes free; only a mail to it could still confirm.
    const moved = newEmail()
    await ask(other, moved)
    await mailTo(other.email)
    await press((await mailTo(moved)).link)
    expect(await readOwnEmail(other.api)).toMatchObject({ email: moved })
    expect((await press(link)).get('error_code')).toBe('otp_expired')
    expect(await readOwnEmail(person.api)).toMatchObject({ email: person.email, waiting: { email: other.email } })
  })

  test('does not tell who has an account: the mail goes to them', async () => {
    const [person, other] = [await personWithVault(server), await personWithVault(server)]
    await ask(person, other.email)
    expect(await readOwnEmail(person.api)).toMatchObject({ waiting: { email: other.email } })
    expect((await mailTo(person.email)).subject).toBe('Your email address is about to change')
    expect((await server.mailbox.next(other.email)).subject).toBe('You already have an account')
  })
})
