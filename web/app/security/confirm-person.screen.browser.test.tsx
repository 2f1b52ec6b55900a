import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { mountScreen, together } from '../testing/mount-screen.tsx'
import { plainSecurity } from '../testing/security-page.ts'

const PASSWORD = 'a password of mine'
const adding = () => page.getByRole('dialog', { name: 'Add an authenticator app' })
const confirming = () => page.getByRole('dialog', { name: 'Confirm it’s you' })
const password = () => confirming().getByLabelText('Password', { exact: true })

/** The Security page of a sign-in that is an hour old: an app is added only once the password was given. */
async function mountOldSignIn() {
  let isProven = false
  const begun: string[] = []
  const answers = {
    protection: {
      beginApp: async (name: string) => {
        begun.push(name)
        if (!isProven) throw new VaultError('proof_needed', 'The sign-in is old.')
        return { id: 'app', secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/example?secret=ABCDEFGHIJKLMNOP' }
      },
      provePerson: async (given: string) => {
        if (given !== PASSWORD) throw new VaultError('wrong_password', 'Another password.')
        isProven = true
      },
    },
  }
  const screen = await mountScreen('/dashboard', together(plainSecurity(), answers))
  await userEvent.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Security' }))
  await userEvent.click(button('Enable 2FA'))
  await userEvent.click(button('Show the QR code'))
  await expect.element(password()).toHaveFocus()
  return { begun, ...screen }
}

test('an authenticator app takes the password where the sign-in is old, and continues by itself', async () => {
  const { begun } = await mountOldSignIn()
  await expectAccessible()
  await userEvent.fill(password(), 'another password')
  await userEvent.keyboard('{Enter}')
  await expect.element(confirming().getByText(/^This is not the password/)).toBeVisible()
  expect(begun).toHaveLength(1)

  await userEvent.fill(password(), PASSWORD)
  await userEvent.click(confirming().getByRole('button', { name: 'Confirm' }))
  await expect.element(confirming()).not.toBeInTheDocument()
  await expect.element(adding().getByRole('figure')).toBeVisible()
  expect(begun).toHaveLength(2)
})

test('a question that is dismissed refuses with a sentence', async () => {
  const { begun } = await mountOldSignIn()
  await userEvent.keyboard('{Escape}')
  await expect.element(confirming()).not.toBeInTheDocument()
  await expect.element(adding().getByText('Confirm with your password to continue.')).toBeVisible()
  expect(begun).toHaveLength(1)
})

test('the question ends when its page is left by Back, and nothing is said about what waited', async () => {
  const { goBack, goForward, address } = await mountOldSignIn()
  await goBack()
  await expect.poll(address).toBe('/dashboard')
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  await goForward()
  await expect.element(button('Enable 2FA')).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(page.getByText('Confirm with your password to continue.').elements()).toEqual([])
})
