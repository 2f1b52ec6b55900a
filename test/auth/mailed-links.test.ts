import fs from 'node:fs'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestEmailChange } from '#vault/account/change-email.ts'
import { newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { VAULT_PASSWORD, personWithVault } from '../support/people/vault-person.ts'
import { pressButton, targetOfButton } from '../support/server/pressed-button.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  // The first account belongs to the owner of the installation.
  await signedInPerson(server)
})
afterAll(() => server.stop())

const nextLink = async (email: string) => linkIn(await server.mailbox.next(email))

async function signUpLink(emailRedirectTo = `${server.url}/login`): Promise<string> {
  const email = newEmail()
  await server.client().auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo } })
  return nextLink(email)
}

/** The link of a change of address in the mailbox that the account has, or is to have. */
async function changeLink(mailbox: 'present' | 'new'): Promise<string> {
  const { client, email } = await signedInPerson(server)
  const next = newEmail()
  await client.auth.updateUser({ email: next })
  return nextLink(mailbox === 'present' ? email : next)
}

async function stopLink(): Promise<string> {
  const { api, vault, email } = await personWithVault(server)
  const change = { email, next: newEmail(), password: VAULT_PASSWORD, returnTo: `${server.url}/login` }
  await requestEmailChange(api, vault, change)
  return nextLink(email)
}

async function askForStatusMails(email: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  await server.fetch('/status/subscriptions', { method: 'POST', headers, body: JSON.stringify({ email }) })
  return nextLink(email)
}

/** The link that stops status mails is in the mail that answers a second subscription. */
async function unsubscribeLink(): Promise<string> {
  const email = newEmail()
  await pressButton(await askForStatusMails(email))
  return askForStatusMails(email)
}

const LINKS: { name: string; link: () => Promise<string> }[] = [
  { name: 'confirms an address', link: () => signUpLink() },
  {
    name: 'signs in',
    link: async () => {
      const email = newEmail()
      await server.client().auth.signInWithOtp({ email })
      return nextLink(email)
    },
  },
  {
    name: 'leads to a new password',
    link: async () => {
      const { email } = await signedInPerson(server)
      await server.client().auth.resetPasswordForEmail(email)
      return nextLink(email)
    },
  },
  {
    name: 'accepts an invitation of the operator',
    link: async () => {
      const email = newEmail()
      const secretKey = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
      await createClient(server.url, secretKey).auth.admin.inviteUserByEmail(email)
      return nextLink(email)
    },
  },
  { name: 'agrees to a change of the address that an account has', link: () => changeLink('present') },
  { name: 'confirms the address that an account is to have', link: () => changeLink('new') },
  { name: 'stops a change of the address', link: stopLink },
  { name: 'confirms status mails', link: () => askForStatusMails(newEmail()) },
  { name: 'stops status mails', link: unsubscribeLink },
]

/** Everything that a mailed link can change. */
async function state(): Promise<unknown> {
  const { rows } = await server.database.owner<{ rows: unknown }>(`
    select json_build_array(
      (select json_agg(u order by id) from auth.users u),
      (select json_agg(s order by id) from auth.sessions s),
      (select json_agg(t order by id) from auth.one_time_tokens t),
      (select json_agg(f order by id) from auth.flow_states f),
      (select json_agg(s order by id) from status.subscribers s),
      (select count(*) from public.system_audit_log)
    ) as rows`)
  return rows[0]?.rows
}

describe('a mail scanner', () => {
  test.each(LINKS)('that opens a link changes nothing: one that $name', async ({ link: linkOf }) => {
    const link = await linkOf()
    const before = await state()

    for (const accept of ['*/*', 'application/json', 'image/*', 'text/html,application/xhtml+xml']) {
      const opened = await fetch(link, { headers: { accept }, redirect: 'manual' })
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
    await fetch(link, { method: 'HEAD', redirect: 'manual' })

    expect(await state()).toEqual(before)
    const pressed = await pressButton(link)
    expect(pressed.status).toBeLessThan(400)
    expect(pressed.headers.get('location') ?? '').not.toContain('error')
    expect(await state()).not.toEqual(before)
  })
})

describe('the button of a mailed link', () => {
  test('stands on a page that may post to this server alone', async () => {
    const page = await fetch(await signUpLink())
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self';`)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('works once, and a used link says so', async () => {
    const link = await signUpLink()

    const first = await pressButton(link)
    const second = await targetOfButton(link)

    expect(first.status).toBe(303)
    expect(first.headers.get('location')).toContain('#access_token=')
    // Back in the browser asks for the page again.
    const before = await fetch(await signUpLink())
    expect(before.headers.get('cache-control')).toBe('no-store')
    expect(await before.text()).not.toContain('was used')
    expect(await (await fetch(link)).text()).toContain('This link was used or has expired')
    const reason = Object.fromEntries(new URLSearchParams(second.hash.slice(1)))
    expect(reason).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
  })

  test('never leads to a foreign site', async () => {
    const target = await targetOfButton(await signUpLink('https://evil.example/'))
    expect(target.origin).toBe(server.url)
  })

  test('leads back to the page that asked', async () => {
    const target = await targetOfButton(await signUpLink(`${server.url}/auth/callback?next=vault`))
    expect(target.pathname + target.search).toBe('/auth/callback?next=vault')
  })
})
