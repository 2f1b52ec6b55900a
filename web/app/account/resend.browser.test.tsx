import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { VaultError } from '#vault/session/vault-error.ts'
import { m } from '#web/messages/app.ts'
import { mount } from '#web/ui/testing/mount.tsx'
import { Resend } from './resend.tsx'

const words = m.account.checkEmail
const MINUTES_5 = 5 * 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
afterEach(() => void vi.useRealTimers())

function mountResend(onSend: () => Promise<void>, pauseMs?: number) {
  mount(
    <QueryClientProvider client={new QueryClient()}>
      <Resend words={words} onSend={onSend} {...(pauseMs !== undefined && { pauseMs })} />
    </QueryClientProvider>,
  )
}
/** The clock of the test goes on while a press is waited for: the first seconds count as well. */
const waits = (seconds: number) =>
  page.getByRole('button', {
    name: new RegExp(`^(${[0, 1, 2, 3, 4].map((gone) => words.resendIn(seconds - gone)).join('|')})$`),
  })
const click = () => page.getByRole('button', { name: words.resend, exact: true }).click()

test('without a pause it can be pressed again at once, however long it has been open', async () => {
  mountResend(async () => undefined)
  vi.setSystemTime(Date.now() + MINUTES_5)
  await click()

  await expect.element(page.getByText(words.resent)).toBeVisible()
  expect(document.querySelector('button')?.textContent).toBe(words.resend)
  await click()
})

test('a pause begins when it opens, and again with each message', async () => {
  mountResend(async () => undefined, 60_000)
  await expect.element(waits(60)).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  await click()

  await expect.element(waits(60)).toBeVisible()
})

test('it counts down what the server asks to wait, and says why', async () => {
  const refusal = 'For security purposes, you can only request this after 30 seconds.'
  mountResend(() => Promise.reject(new VaultError('rate_limited', refusal)))
  vi.setSystemTime(Date.now() + MINUTES_5)
  await click()

  await expect.element(waits(30)).toBeVisible()
  await expect.element(page.getByText(words.wait)).toBeVisible()
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.element(page.getByRole('button', { name: words.resend, exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain(words.wait)
})
