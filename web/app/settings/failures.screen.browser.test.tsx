import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Profile, type Subscription, VaultError } from '#web/lib/remote/vault-client.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { OUR_SIDE, expectToast, failing, pending } from '../testing/failures.ts'
import { mountScreen } from '../testing/mount-screen.tsx'

test('a profile that could not be read or saved is reported, and what was typed stays', async () => {
  const empty: Profile = { firstName: 'Ada', lastName: 'Example', company: '' }
  let [read, save]: [() => Promise<Profile>, () => Promise<void>] = [failing, failing]
  await mountScreen('/dashboard/settings', {
    settings: { profile: () => read() },
    roles: { ends: async () => [] },
    account: { saveProfile: () => save() },
  })
  await expectToast('Error', `Failed to fetch profile. ${OUR_SIDE}`)
  read = async () => empty
  await userEvent.click(button('Retry'))

  await userEvent.fill(page.getByLabelText(/^Company/), 'Example Works')
  await userEvent.click(button('Save Changes'))
  await expectToast('Error', `Failed to update profile. ${OUR_SIDE}`)
  await expect.element(page.getByLabelText(/^Company/)).toHaveValue('Example Works')

  save = async () => undefined
  await userEvent.click(button('Save Changes'))
  await expectToast('Profile updated successfully')
})

/** The plans, over a subscription that the test sets. */
function mountBilling(calls: { subscription: () => Promise<Subscription>; checkout?: Call; portal?: Call }) {
  return mountScreen('/dashboard/settings?section=billing', { settings: calls, installation: { facts: pending } })
}
type Call = () => Promise<string>

const signedOut = async (): Promise<never> => {
  throw new VaultError('session_ended', 'The session has ended.')
}

test('a subscription that could not be read is reported, and Retry reads it', async () => {
  let subscription: () => Promise<Subscription> = failing
  await mountBilling({ subscription: () => subscription() })
  await expectToast('Error', `Failed to check subscription status. ${OUR_SIDE}`)
  subscription = async () => null
  await userEvent.click(button('Retry'))
  await expect.element(button('Subscribe to Guardian')).toBeVisible()
})

test('a checkout that failed is reported; without a session it says to sign in', async () => {
  let checkout: Call = failing
  await mountBilling({ subscription: async () => null, checkout: () => checkout() })
  await userEvent.click(button('Subscribe to Guardian'))
  await expectToast('Error', `Failed to create checkout session. ${OUR_SIDE}`)
  checkout = signedOut
  await userEvent.click(button('Subscribe to Guardian'))
  await expectToast('Authentication Required', 'Please sign in to subscribe')
})

test('a portal that failed is reported; without a session it says to sign in', async () => {
  let portal: Call = failing
  await mountBilling({ subscription: async () => ({ tier: 'guardian', endsAt: null }), portal: () => portal() })
  await userEvent.click(button('Manage subscription'))
  await expectToast('Error', `Failed to open customer portal. ${OUR_SIDE}`)
  portal = signedOut
  await userEvent.click(button('Manage subscription'))
  await expectToast('Authentication Required', 'Please sign in to manage subscription')
})
