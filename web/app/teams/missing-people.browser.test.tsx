import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Member, VaultClient } from '#web/lib/remote/vault-client.ts'
import { mount } from '#web/ui/testing/mount.tsx'
import { VaultContext } from '#web/parts/vault/vault-context.ts'
import { listedPeople } from '../testing/listed-people.ts'
import { MissingPeople } from './missing-people.tsx'
import { SpaceTeams } from './space-teams.tsx'
import { useSpaceDrift } from './use-space-drift.ts'

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const person = (at: number, name: string): Member => ({
  userId: idOf(at),
  email: `${name.toLowerCase()}@example.test`,
  name,
  roles: [],
  roleEndsAt: null,
  isMe: at === 1,
  hasVault: true,
  trust: 'seen',
  joinedAt: '2026-02-03T12:00:00Z',
  lastActiveAt: null,
  removedAt: null,
  standing: 'active',
  isProvisioned: false,
  guest: null,
})
const FINANCE = { id: 'finance', name: 'Finance', added: [], leftOut: [], people: [idOf(1), idOf(2)] }
const IN_SPACE = [{ userId: idOf(1) }]

function Sheet() {
  const drift = useSpaceDrift('space', IN_SPACE)
  return <SpaceTeams spaceId="space" drift={drift} onAdd={() => undefined} onRemove={() => undefined} />
}

test('that keys could not be compared is said above the files and in the list of members, and tried again', async () => {
  const listed = listedPeople([person(1, 'Ada'), person(2, 'Bob')])
  const trust = vi
    .fn<typeof listed.team.trust>()
    .mockRejectedValueOnce(new Error('The line broke off'))
    .mockImplementation(listed.team.trust)
  const state = { kind: 'open', userId: idOf(1) }
  const client = {
    account: { state: { read: () => state, subscribe: () => () => undefined } },
    people: listed.people,
    team: { ...listed.team, trust },
    teams: { ofSpace: async () => [FINANCE] },
  } as unknown as VaultClient
  mount(
    <VaultContext value={client}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <MissingPeople spaceId="space" members={IN_SPACE} onLook={() => undefined} />
          <Sheet />
        </MemoryRouter>
      </QueryClientProvider>
    </VaultContext>,
  )
  const alerts = page.getByRole('alert')
  await expect.poll(() => alerts.elements().length).toBe(2)
  for (const alert of alerts.all())
    await expect
      .element(alert)
      .toMatchTextContent('Who joined or left the teams of this space is not known, because people or their keys')
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect.poll(() => alerts.elements().length).toBe(0)
  await expect.element(page.getByText('1 person of Finance is not in this space.').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add the missing people of Finance' })).toBeVisible()
})
