import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { VaultApi } from '#vault/session/api.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { nextCredentials } from '../../../test/support/people/test-credentials.ts'
import { pressButton } from '../../../test/support/server/pressed-button.ts'
import { linkIn } from '../../../test/support/server/test-mailbox.ts'
import { type Kept, keepUnlocked, stopKeepingUnlocked } from './kept-unlocked.ts'
import { type Person, expectOpenVault } from './person.ts'

const PATIENCE_MS = 20_000
/** As `server/auth/session/device.ts` reads it, without TLS. */
const DEVICE_COOKIE = 'qs-device'
const newDevice = (): string => randomBytes(32).toString('base64url')
const cookieOf = (device: string): string => `${DEVICE_COOKIE}=${device}`

const EMPTY_PAGE = '<!doctype html><html lang="en"><title>Empty</title><link rel="icon" href="data:,">'

type Mail = { to: string; text: string }
type Session = { access_token: string; user: { id: string } }

/**
 * Somebody with a confirmed address and a vault, made over HTTP by the vault's own library: what the pages of sign-up and
 * recovery kit do, in a tenth of their time. Tests of those pages walk through them with `openNewVault`.
 *
 * @param url of a running server. @param device cookie of the browser that opens the vault, for which it then is no new device.
 * @returns the 24 words of the recovery kit.
 */
export async function prepareVault(url: string, person: Person, device = newDevice()): Promise<string[]> {
  const { words, signOut } = await enrol(url, person, { cookie: cookieOf(device) })
  // So that the list of sessions has only those of browsers.
  await signOut('global')
  return words
}

type Enrolled = Kept & { words: string[]; signOut: (scope: 'global' | 'others') => Promise<unknown> }

/** @param headers of the browser that the session belongs to. */
async function enrol(
  url: string,
  { email, password, firstName }: Person,
  headers: Record<string, string>,
): Promise<Enrolled> {
  const { authSecret, kek, kdf } = await nextCredentials(password)
  const config = (await (await fetch(`${url}/config.json`)).json()) as { publishable_key: string }
  let token: string | undefined
  const publishableKey = config.publishable_key
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => token, headers })

  const data = { first_name: firstName, last_name: 'Example' }
  const account = (await api.auth('signup', { email, password: authSecret, kdf, data })) as Partial<Session>
  // With MAILER_AUTOCONFIRM the account is open at once.
  if (!account.access_token) await pressButton(await confirmationLink(url, email), headers)
  const session = (await api.auth('token?grant_type=password', { email, password: authSecret })) as Session
  token = session.access_token
  const { words, amk, store } = await prepareEnrolment({ userId: session.user.id, kek, kdf, now: new Date() })
  await store(api)
  const signOut: Enrolled['signOut'] = (scope) => api.fetch(`/auth/v1/logout?scope=${scope}`, { method: 'POST' })
  return { words: [...words], session, amk, signOut }
}

/**
 * A prepared person who has signed in at this page. The form is left out: the app finds a vault that stays unlocked, which saves it the page
 * of the form and stretching the password, and is left as if the person had typed it. @returns the 24 words of their recovery kit.
 */
export async function openPreparedVault(page: Page, url: string, person: Person): Promise<string[]> {
  const device = await giveDevice(page, url)
  // A browser keeps things by address, so this is an empty page of the same one. It names an icon: Chromium asks for one otherwise.
  const empty = `${url}/empty`
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }))
  await page.goto(empty)
  await page.unroute(empty)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const { words, signOut, ...kept } = await enrol(url, person, { cookie: cookieOf(device), 'user-agent': userAgent })
  // The link that confirmed the address began one as well.
  await signOut('others')
  await keepUnlocked(page, kept)
  await page.goto(`${url}/dashboard`)
  await expectOpenVault(page)
  await stopKeepingUnlocked(page)
  return words
}

/** A prepared person for whom this browser is no new device, at the page where they sign in. @returns their 24 words. */
export async function prepareAt(page: Page, url: string, person: Person): Promise<string[]> {
  const device = await giveDevice(page, url)
  const words = await prepareVault(url, person, device)
  await page.goto(`${url}/login`)
  return words
}

async function giveDevice(page: Page, url: string): Promise<string> {
  const device = newDevice()
  await page.context().addCookies([{ name: DEVICE_COOKIE, value: device, url, httpOnly: true, sameSite: 'Lax' }])
  return device
}

async function confirmationLink(url: string, email: string): Promise<string> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(20)) {
    const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as Mail[]
    const mail = mails.find(({ to }) => to === email)
    if (mail) return linkIn(mail)
  }
  throw new Error(`no mail for ${email}`)
}
