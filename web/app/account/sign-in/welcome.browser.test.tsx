import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AccountClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { mount } from '#web/ui/testing/mount.tsx'
import { toastDone, Toaster } from '#web/ui/overlay/toast.tsx'
import { greetReturned } from './welcome.ts'

const email = 'ada@example.org'
const { toast } = m.account

test.for([
  [{ kind: 'needs-password', email }, toast.welcomeFirst],
  [{ kind: 'locked', email, isNew: true }, toast.welcomeFirst],
  [{ kind: 'locked', email, isNew: false }, toast.welcome],
] as const)('%j is greeted by "%s"', async ([state, words]) => {
  mount(<Toaster>{null}</Toaster>)
  await greetReturned({
    arrival: Promise.resolve('signed-in'),
    state: { read: () => state },
  } as unknown as AccountClient)
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

test.for(['needs-recovery-kit', 'needs-second-factor', 'needs-factor', 'needs-confirmation'] as const)(
  'nobody is greeted over the page of %s',
  async (kind) => {
    mount(<Toaster>{null}</Toaster>)
    await greetReturned({
      arrival: Promise.resolve('signed-in'),
      state: { read: () => ({ kind, email }) },
    } as unknown as AccountClient)
    // Toasts come in order: a greeting would be there before this one.
    toastDone('Something else')
    await expect.element(page.getByText('Something else')).toBeVisible()
    expect(page.getByText(toast.welcomeText).query()).toBeNull()
  },
)
