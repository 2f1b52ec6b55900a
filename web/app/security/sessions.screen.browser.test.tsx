import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OwnSession } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { OUR_SIDE, expectToast, failing } from '../testing/failures.ts'
import { mountScreen, together } from '../testing/mount-screen.tsx'
import { plainSecurity } from '../testing/security-page.ts'

const MINUTE_MS = 60_000
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1'

function session(id: string, given: Partial<OwnSession>): OwnSession {
  const createdAt = new Date(Date.now() - 3 * MINUTE_MS).toISOString()
  const rest = { lastActiveAt: createdAt, userAgent: navigator.userAgent, ip: '192.0.2.7', hasSecondFactor: false }
  return { id, createdAt, isCurrent: false, ...rest, ...given }
}

const rows = () => page.getByRole('list', { name: 'Sessions and devices' }).getByRole('listitem')

/** The Security page with this session and one on a phone. */
async function mountSessions(revoke: (id: string) => Promise<boolean>) {
  const here = session('here', { isCurrent: true })
  const list = [here, session('phone', { userAgent: IPHONE })]
  const end = async (id: string) => {
    const wasLive = await revoke(id)
    list.splice(0, list.length, ...list.filter((one) => one.id !== id))
    return wasLive
  }
  const security = { sessions: async () => [...list], revoke: end }
  await mountScreen('/dashboard/security', together(plainSecurity(), { security }))
  await expect.poll(() => rows().elements()).toHaveLength(2)
}

test('of the sessions, this one comes first and cannot be ended here; another one is ended and gone', async () => {
  const ended: string[] = []
  await mountSessions(async (id) => (ended.push(id), true))
  await expect.element(rows().first()).toMatchTextContent('This session')
  await expect.element(rows().first()).toMatchTextContent('Active now')
  expect(rows().first().getByRole('button').elements()).toEqual([])
  await expect.element(rows().last()).toMatchTextContent(/Safari on iPhone.*Last active [23] minutes ago.*192\.0\.2\.7/)
  await expectAccessible()

  await userEvent.click(page.getByRole('button', { name: /^Sign out Safari on iPhone/ }))
  await expectToast('Session ended', 'Safari on iPhone is signed out')
  await expect.poll(() => rows().elements()).toHaveLength(1)
  expect(ended).toEqual(['phone'])
})

test('a session that could not be ended is reported, and stays', async () => {
  await mountSessions(failing)
  await userEvent.click(page.getByRole('button', { name: /^Sign out Safari on iPhone/ }))
  await expectToast('The session could not be ended', OUR_SIDE)
  expect(rows().elements()).toHaveLength(2)
})

test('the score is the same on the dashboard and on the page that explains it', async () => {
  const facts = {
    isEmailConfirmed: true,
    hasVault: true,
    hasRecoveryWords: true,
    recoveryCheckedAt: new Date().toISOString(),
    secondFactors: 0,
    recoveryCodes: 0,
    passkeys: 0,
    hasProvider: false,
    fitsWays: true,
    passwordSetAt: new Date().toISOString(),
    idleSessions: 0,
    stolenAt: null,
  }
  await mountScreen('/dashboard', together(plainSecurity(), { security: { facts: async () => facts } }))
  const summary = page.getByLabelText('Summary')
  await expect.element(summary.getByText('75%')).toBeVisible()
  await userEvent.click(summary.getByRole('link', { name: 'Security Score' }))

  await expect.element(page.getByRole('region', { name: 'Security Score' }).getByText('75%')).toBeVisible()
  const checks = page.getByRole('listitem').filter({ hasText: / of \d+ points/ })
  await expect.poll(() => checks.elements()).toHaveLength(6)
  const open = checks.filter({ hasText: '0 of 25 points' })
  expect(open.elements()).toHaveLength(1)
  await expect.element(open).toMatchTextContent(/Two-step sign-in.*Off/)
  await expect.element(open.getByRole('button', { name: 'Enable 2FA' })).toBeVisible()
  const earned = checks.elements().map(({ textContent }) => Number(/(\d+) of \d+ points/.exec(textContent)?.[1]))
  expect(earned.reduce((sum, points) => sum + points, 0)).toBe(75)
})
