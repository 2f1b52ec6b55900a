import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#web/messages/app.ts'
import { createStore } from '#web/lib/remote/store.ts'
import type { AccountClient, AccountState, Stay } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { mountScreen } from '../../testing/mount-screen.tsx'
import { greetReturned } from './welcome.ts'

const email = 'ada@example.org'

type Own = Partial<Extract<AccountState, { kind: 'needs-factor' }>>

/** The app for a session that lacks what Acme requires. @returns what was called. */
async function mountRequired(
  own: Own,
  { title = 'Sign in another way', refusals = 0 }: { title?: string; refusals?: number } = {},
): Promise<unknown[]> {
  let refused = 0
  const calls: unknown[] = []
  const note = (call: string) => async (input?: unknown) => void calls.push(input === undefined ? call : [call, input])
  await mountScreen('/dashboard', {
    account: {
      state: createStore<AccountState>({
        kind: 'needs-factor',
        email,
        organisation: 'Acme',
        hasPasskey: false,
        hasProvider: false,
        takesPasskey: true,
        ...own,
      }),
      stay: createStore<Stay>('tab'),
      ways: async () => ({
        providers: [
          { id: 'google', name: null, isOn: false },
          { id: 'keycloak', name: 'Acme ID', isOn: true },
        ],
        hasSms: false,
        hasOrganisations: true,
      }),
      signInWithPasskey: async (input: unknown) => {
        calls.push(['passkey', input])
        if (refused++ < refusals) throw new Error('the prompt was closed')
      },
      leaveForProvider: note('provider'),
      leaveForOrganisation: note('organisation'),
    },
    protection: {
      addPasskey: async (name: string) => {
        calls.push(['new passkey', name])
        return { canOpen: false }
      },
    },
  })
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible()
  return calls
}

test('a passkey that the account has signs in, without a word of providers', async () => {
  const calls = await mountRequired({ ways: 'passkey', hasPasskey: true })
  await expect.element(page.getByText(/^Acme requires everybody to sign in by passkey\./)).toBeVisible()
  expect(page.getByRole('group', { name: 'Sign in by an identity provider' }).elements()).toEqual([])
  await userEvent.click(button('Sign in with your passkey'))
  await expect.poll(() => calls).toEqual([['passkey', { stay: 'tab' }]])
})

test('without a passkey one is added, and signs in', async () => {
  const calls = await mountRequired({ ways: 'either' })
  await userEvent.click(button('Add a passkey and sign in with it'))
  await expect
    .poll(() => calls)
    .toEqual([
      ['new passkey', expect.any(String)],
      ['passkey', { stay: 'tab' }],
    ])
  await expect.element(button('Acme ID')).toBeVisible()
})

test('who closes the prompt to sign in after adding a passkey adds no other', async () => {
  const calls = await mountRequired({ ways: 'passkey' }, { refusals: 1 })
  await userEvent.click(button('Add a passkey and sign in with it'))
  await expect.poll(() => calls.length).toBe(2)
  await userEvent.click(button('Add a passkey and sign in with it'))
  await expect.poll(() => calls.length).toBe(3)
  expect(calls.filter((call) => Array.isArray(call) && call[0] === 'new passkey')).toHaveLength(1)
})

test('providers and the organisation’s single sign-on are the ways where no passkey is taken', async () => {
  const calls = await mountRequired({ ways: 'provider', hasPasskey: true })
  expect(page.getByRole('button', { name: /passkey/i }).elements()).toEqual([])
  await expect.element(page.getByText('It has to know you by the address of this account.')).toBeVisible()
  await userEvent.click(
    page.getByRole('group', { name: 'Sign in by an identity provider' }).getByRole('button').first(),
  )
  await userEvent.fill(page.getByRole('textbox'), 'acme.example')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button('Acme ID'))
  await expect
    .poll(() => calls)
    .toEqual([
      ['organisation', { domain: 'acme.example', stay: 'tab' }],
      ['provider', { provider: 'keycloak', stay: 'tab' }],
    ])
})

test('where identity providers alone are taken, an app alone is a second factor', async () => {
  await mountRequired(
    { hasPasskey: true, hasProvider: true, takesPasskey: false },
    { title: 'A second factor is required' },
  )
  await expect.element(page.getByText(/set one up to open them/)).toBeVisible()
  await expect.element(button('Set up an authenticator app')).toBeVisible()
  expect(page.getByRole('button', { name: /passkey/i }).elements()).toEqual([])
})

test('a way that the account has is the only one, because the server adds none to it', async () => {
  await mountRequired({ ways: 'either', hasProvider: true })
  await expect.element(button('Acme ID')).toBeVisible()
  await expect.element(page.getByText('Choose the one that is linked with this account.')).toBeVisible()
  expect(page.getByRole('button', { name: /passkey/i }).elements()).toEqual([])
})

test('who has a passkey and no provider is led to no provider', async () => {
  await mountRequired({ ways: 'either', hasPasskey: true })
  await expect.element(button('Sign in with your passkey')).toBeVisible()
  expect(page.getByRole('group', { name: 'Sign in by an identity provider' }).elements()).toEqual([])
})

test('a browser without passkeys says so where one is to be added', async () => {
  const { PublicKeyCredential } = globalThis
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  onTestFinished(() => void Object.assign(globalThis, { PublicKeyCredential }))
  await mountRequired({ ways: 'passkey' })
  await expect
    .element(page.getByText(/^This browser does not support passkeys\. Sign in with one that does/))
    .toBeVisible()
})

test('the greeting of a sign-in is taken back when the first request of its session is refused', async () => {
  const state = createStore<AccountState>({ kind: 'locked', email })
  await mountScreen('/dashboard', {
    account: {
      state,
      stay: createStore<Stay>('tab'),
      ways: async () => ({ providers: [], hasSms: false, hasOrganisations: false }),
    },
    protection: { openingPasskeys: async () => [] },
  })
  await greetReturned({ arrival: Promise.resolve('signed-in'), state } as unknown as AccountClient)
  // Where the pointer is, a toast does not go by itself.
  await userEvent.hover(page.getByText(m.account.toast.welcome))

  const own = { hasPasskey: true, hasProvider: false, takesPasskey: true }
  state.write({ kind: 'needs-factor', email, organisation: 'Acme', ways: 'passkey', ...own })
  await expect.element(page.getByRole('heading', { name: 'Sign in another way' })).toBeVisible()
  await expect.element(page.getByText(m.account.toast.welcome)).not.toBeInTheDocument()
})
