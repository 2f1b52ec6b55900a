import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NO_POLICIES } from '#contract/organisation/policies.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { Providers } from '#web/app/providers.tsx'
import { queries } from '#web/app/queries.ts'
import { together } from '#web/app/testing/mount-screen.tsx'
import { quietFrame } from '#web/app/testing/quiet-frame.ts'
import { stubVault } from '#web/app/testing/stub-vault.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, mount } from '#web/ui/testing/mount.tsx'
import { Rules } from './rules.tsx'

function mountRules(team: object): void {
  onTestFinished(() => queries.clear())
  mount(
    <Providers client={stubVault(together(quietFrame(), { audit: { people: async () => [] }, team }))}>
      <Rules />
    </Providers>,
  )
}

const counts = {
  people: 5,
  withoutFactor: 0,
  withoutApp: 2,
  withoutWay: { passkey: 4, provider: 3, either: 1 },
  links: 0,
  linksWithoutPassword: 0,
  requests: 0,
}

test('other ways than those that count today are said to end them, and choosing those again changes nothing', async () => {
  const held = { ...NO_POLICIES, signInBy: 'passkey', signInFrom: '2026-01-01T00:00:00Z' } as const
  mountRules({
    policies: async () => ({ policies: held, version: 3, updatedAt: null, updatedBy: null }),
    policyCounts: async () => counts,
  })
  const ways = page.getByRole('combobox', { name: 'Ways to sign in' })
  const ends = page.getByText(/^The rule that counts today ends when you save\. Every way opens the vault again until /)
  await userEvent.selectOptions(ways, 'Identity provider alone')
  await expect.element(ends).toBeVisible()
  await expectAccessible()
  await userEvent.selectOptions(ways, 'Passkey or identity provider')
  await expect.element(ends).not.toBeInTheDocument()
  await userEvent.selectOptions(ways, 'Passkey alone')
  await expect.element(page.getByRole('region', { name: 'What changes' })).not.toBeInTheDocument()
})

test('ways to sign in are chosen with their day, say who has none, and what the server asks of the person who sets them', async () => {
  const wanted: object[] = []
  mountRules({
    policies: async () => ({ policies: NO_POLICIES, version: 3, updatedAt: null, updatedBy: null }),
    policyCounts: async () => counts,
    setPolicies: async (change: object) => {
      wanted.push(change)
      throw new VaultError('own_way_missing', 'signed in by the password')
    },
  })

  const ways = page.getByRole('combobox', { name: 'Ways to sign in' })
  await userEvent.selectOptions(ways, 'Passkey or identity provider')
  await expect
    .element(page.getByText(/^1 of 5 people has neither a passkey nor a linked identity provider/))
    .toBeVisible()
  await userEvent.selectOptions(ways, 'Passkey alone')
  await expect.element(page.getByText(/^4 of 5 people have no passkey/)).toBeVisible()
  await expect.element(page.getByText(/The command line signs in with the password/)).toBeVisible()
  const outage = page.getByText(/allow passkeys as well/)
  await expect.element(outage).not.toBeInTheDocument()
  await expectAccessible()

  const day = page.getByLabelText('These ways count from')
  await userEvent.fill(day, '2020-01-01')
  await expect.element(page.getByText(/^Choose the day after tomorrow or later/)).toBeVisible()
  await expect.element(button('Save rules')).toBeDisabled()
  await userEvent.selectOptions(ways, 'Identity provider alone')
  await expect.element(outage).toBeVisible()
  await expect
    .element(page.getByText(/^2 of 5 people have no authenticator app, and a passkey is no second factor/))
    .toBeVisible()
  const changes = page.getByRole('region', { name: 'What changes' })
  await expect.element(changes.getByText('Ways to sign in: Every way → Identity provider alone')).toBeVisible()
  await userEvent.click(button('Save rules'))
  await expect.element(page.getByText(/^First sign in yourself by a way that you require/)).toBeVisible()
  expect(wanted).toEqual([{ wanted: { signInBy: 'provider', signInFrom: expect.any(String) }, seen: 3 }])

  await userEvent.selectOptions(ways, 'Every way')
  await expect.element(day).not.toBeInTheDocument()
  await expect.element(changes).not.toBeInTheDocument()
})
