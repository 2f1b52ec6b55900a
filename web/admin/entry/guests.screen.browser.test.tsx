/** People who run the installation and are in the panel of another organisation: owners and administrators read so on every page of it. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#contract/permissions.ts'
import type { TenantGuest } from '#web/lib/remote/vault-client.ts'
import { failing } from '#web/app/testing/failures.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import { expectAccessible } from '#web/ui/testing/accessible.ts'

const GUEST: TenantGuest = {
  id: 'entry-1',
  asker: 'ruth@example.org',
  reason: 'Ticket 4711',
  began_at: '2026-12-01T10:00:00Z',
  ends_at: '2026-12-01T10:30:00Z',
}
const strip = page.getByText(
  /^ruth@example\.org, who runs this installation, is in this panel until .* Reason: Ticket 4711$/,
)

/** Opens the overview, whose figures are not answered here. */
async function openOverview(role: Role) {
  const guests = vi.fn(async () => [GUEST])
  await mountScreen('/admin/overview', {
    roles: { list: async () => [role], isOfOperator: async () => false },
    team: { overview: failing, health: failing, waits: failing, probeDatabase: failing },
    audit: { list: failing, people: failing },
    tenantLife: { guests },
  })
  await expect.element(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  return guests
}

test.each(['owner', 'admin'] as const)(
  'a person with the role %s reads who is in, until when and why',
  async (role) => {
    await openOverview(role)
    await expect.element(strip).toBeVisible()
    await expectAccessible()
  },
)

test('a person who manages no people is not told, and nothing is asked', async () => {
  const guests = await openOverview('growth_manager')
  expect(guests).not.toHaveBeenCalled()
  await expect.element(strip).not.toBeInTheDocument()
})
