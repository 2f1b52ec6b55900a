import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createStore } from '#web/lib/remote/store.ts'
import { type AccountState, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { mountScreen } from '../../testing/mount-screen.tsx'

const email = 'ada@example.org'
const words = Array.from({ length: 24 }, () => 'able').join(' ')

test('a session that proves too little, as by a passkey of this week, takes a mailed code and goes on by itself', async () => {
  const calls: string[] = []
  let isProven = false
  await mountScreen('/forgot-password', {
    account: {
      state: createStore<AccountState>({ kind: 'locked', email }),
      hasVault: async () => true,
      checkRecoveryWords: async () => null,
      recover: async ({ password }) => {
        calls.push(`recover ${password}`)
        if (!isProven) throw new VaultError('proof_needed', 'a new way proves nothing')
        return { endsAgreement: false }
      },
      sendConfirmationCode: async () => void calls.push('send'),
    },
    threats: {
      confirmByCode: async (code: string) => {
        calls.push(`code ${code}`)
        isProven = true
      },
    },
    recovery: { byOthers: async () => ({ threshold: 0, holders: [], asked: null }) },
  })
  await userEvent.fill(page.getByRole('textbox', { name: /words/i }), words)
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'a good new password')
  await userEvent.fill(page.getByLabelText('Confirm password'), 'a good new password')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^A way to sign in that was added in the last week/)).toBeVisible()
  await expectAccessible()
  await userEvent.click(button('Send the code'))
  await userEvent.fill(page.getByRole('textbox', { name: /code/i }), '123456')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => calls)
    .toEqual(['recover a good new password', 'send', 'code 123456', 'recover a good new password'])
})
