import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Member, VaultClient } from '#web/lib/remote/vault-client.ts'
import { mount } from '#web/ui/testing/mount.tsx'
import { VaultContext } from '#web/parts/vault/vault-context.ts'
import { listedPeople } from '#web/app/testing/listed-people.ts'
import { ChoosePeople, type ChosenPeople } from './choose-people.tsx'

const CHOSEN = 8
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const people = Array.from({ length: 30 }, (_, at): Member => ({
  userId: idOf(at),
  email: `${at}@example.test`,
  name: `Person ${String(at).padStart(2, '0')}`,
  roles: [],
  roleEndsAt: null,
  isMe: false,
  hasVault: true,
  trust: null,
  joinedAt: '2026-02-03T12:00:00Z',
  lastActiveAt: null,
  removedAt: null,
  standing: 'active',
  isProvisioned: false,
  guest: null,
}))

test('what a search finds can be ticked, however many are chosen', async () => {
  const state = { kind: 'open', userId: 'me' }
  const client = {
    account: { state: { read: () => state, subscribe: () => () => undefined } },
    teams: { list: async () => [] },
    ...listedPeople(people),
  } as unknown as VaultClient
  const Page = () => {
    const [chosen, setChosen] = useState<ChosenPeople>({
      people: people.slice(0, CHOSEN).map(({ userId }) => userId),
      teams: [],
    })
    return <ChoosePeople chosen={chosen} onChange={setChosen} />
  }
  mount(
    <VaultContext value={client}>
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </VaultContext>,
  )
  await page.getByRole('searchbox').fill('Person 29')
  const hit = page.getByRole('checkbox', { name: 'Person 29' })
  await hit.click()
  await expect.element(hit).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Person 00' })).toBeChecked()
})
