import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { VaultApi } from '#vault/session/api.ts'
import { type Credentials, newCredentials } from '#vault/session/credentials.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { linkIn } from '../../test/support/server/test-mailbox.ts'
import { type Person, expectOpenVault, signIn } from './person.ts'

const PATIENCE_MS = 20_000
/** As `server/auth/session/device.ts` reads it, without TLS. */
const DEVICE_COOKIE = 'qs-device'
const newDevice = (): string => randomBytes(32).toString('base64url')

type Mail = { to: string; text: string }
type Session = { access_token: string; user: { id: string } }

/** Stretching a password costs most of a sign-up, and prepared people have the same few. */
const stretched = new Map<string, Promise<Credentials>>()

/**
 * Somebody with a confirmed address and a vault, made over HTTP by the vault's own library: what the pages of sign-up and
 * recovery kit do, in a tenth of their time. Tests of those pages walk through them with `openNewVault`.
 *
 * @param url of a running server. @param device cookie of the browser that opens the vault, for which it then is no new device.
 * @returns the 24 words of the recovery kit.
 */
export async function prepareVault(
  url: string,
  { email, password, firstName }: Person,
  device = newDevice(),
): Promise<string[]> {
  const credentials = stretched.get(password) ?? newCredentials(password)
  stretched.set(password, credentials)
  const { authSecret, kek, kdf } = await credentials
  const config = (await (await fetch(`${url}/config.json`)).json()) as { publishable_key: string }
  let token: string | undefined
  const headers = { cookie: `${DEVICE_COOKIE}=${device}` }
  const publishableKey = config.publishable_key
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => token, headers })

  const data = { first_name: firstName, last_name: 'Example' }
  const account = (await api.auth('signup', { email, password: authSecret, kdf, data })) as Partial<Session>
  // With MAILER_AUTOCONFIRM the account is open at once.
  if (!account.access_token) await fetch(await confirmationLink(url, email), { redirect: 'manual', headers })
  const session = (await api.auth('token?grant_type=password', { email, password: authSecret })) as Session
  token = session.access_token
  const { words, store } = await prepareEnrolment({ userId: session.user.id, kek, kdf, now: new Date() })
  await store(api)
  // So that the list of sessions has only those of browsers.
  await api.fetch('/auth/v1/logout?scope=global', { method: 'POST' })
  return [...words]
}

/** A prepared person who has signed in at this page. @returns the 24 words of their recovery kit. */
export async function openPreparedVault(page: Page, url: string, person: Person): Promise<string[]> {
  const words = await prepareAt(page, url, person)
  await signIn(page, person)
  await expectOpenVault(page)
  return words
}

/** A prepared person for whom this browser is no new device, at the page where they sign in. @returns their 24 words. */
export async function prepareAt(page: Page, url: string, person: Person): Promise<string[]> {
  const device = newDevice()
  await page.context().addCookies([{ name: DEVICE_COOKIE, value: device, url, httpOnly: true, sameSite: 'Lax' }])
  const words = await prepareVault(url, person, device)
  await page.goto(`${url}/login`)
  return words
}

async function confirmationLink(url: string, email: string): Promise<string> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(20)) {
    const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as Mail[]
    const mail = mails.find(({ to }) => to === email)
    if (mail) return linkIn(mail)
  }
  throw new Error(`no mail for ${email}`)
}
