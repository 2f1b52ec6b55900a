import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Member, Trust, VaultClient, WantedMember } from '#web/lib/remote/vault-client.ts'
import { mount } from '#web/ui/testing/mount.tsx'
import { VaultContext } from '#web/parts/vault/vault-context.ts'
import { listedPeople } from '../testing/listed-people.ts'
import { MemberPicker } from './member-picker.tsx'

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
const PEOPLE = [person(1, 'Ada'), person(2, 'Bob'), person(3, 'Cleo'), person(4, 'Dan')]
const MANY = ['Eva', 'Finn', 'Gus', 'Hal', 'Ivy'].map((name, at) => person(5 + at, name))

/** The picker over a list that starts with Ada and Bob. */
function mountPicker({
  trust,
  peopleOfTeam,
  people = PEOPLE,
}: {
  trust?: () => Promise<Record<string, Trust>>
  peopleOfTeam?: () => Promise<string[]>
  people?: readonly Member[]
}) {
  const listed = listedPeople(people)
  const list = vi.fn<VaultClient['people']['list']>(listed.people.list)
  const state = { kind: 'open', userId: idOf(1) }
  const team = { id: 't', name: 'Finance', description: '', source: 'manual', version: 1, people: 2, isMine: false }
  const client = {
    account: { state: { read: () => state, subscribe: () => () => undefined } },
    people: { list },
    team: { ...listed.team, ...(trust && { trust }) },
    teams: { list: async () => (peopleOfTeam ? [team] : []), people: peopleOfTeam },
  } as unknown as VaultClient
  const Page = () => {
    const [chosen, setChosen] = useState<WantedMember[]>([
      { userId: idOf(1), role: 'manager' },
      { userId: idOf(2), role: 'editor' },
    ])
    return <MemberPicker chosen={chosen} onChange={setChosen} onTeam={() => undefined} />
  }
  mount(
    <VaultContext value={client}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Page />
      </QueryClientProvider>
    </VaultContext>,
  )
  return { list }
}

const members = page.getByRole('region', { name: 'Members' })

test('who was removed while a team was read stays removed', async () => {
  const read = Promise.withResolvers<string[]>()
  mountPicker({ peopleOfTeam: () => read.promise })
  await page.getByRole('button', { name: 'Add its people' }).click()
  await members.getByRole('button', { name: 'Remove Bob' }).click()
  await expect.element(members.getByText('bob@example.test')).not.toBeInTheDocument()
  read.resolve([idOf(1), idOf(3)])
  await expect.element(members.getByText('cleo@example.test')).toBeVisible()
  await expect.element(members.getByText('bob@example.test')).not.toBeInTheDocument()
})

test('adding somebody reads them alone', async () => {
  const { list } = mountPicker({})
  await page.getByRole('button', { name: 'Add Cleo' }).click()
  await expect.element(members.getByText('cleo@example.test')).toBeVisible()
  expect(list.mock.calls.flatMap(([{ ids }]) => ids ?? [])).toEqual([`${idOf(1)},${idOf(2)}`, idOf(3)])
})

test('why nobody can be added is said, and tried again', async () => {
  const trust = vi
    .fn<() => Promise<Record<string, Trust>>>()
    .mockRejectedValueOnce(new Error('The line broke off'))
    .mockResolvedValue(Object.fromEntries(PEOPLE.map(({ userId }) => [userId, 'seen'])))
  const failing = vi.fn(async (asked?: readonly { userId: string }[]) =>
    // Those who are chosen are compared apart.
    asked?.some(({ userId }) => userId === idOf(2)) ? { [idOf(2)]: 'seen' as const } : trust(),
  )
  mountPicker({ trust: failing })
  await expect.element(page.getByRole('alert')).toMatchTextContent('The keys of these people could not be compared')
  await expect.element(page.getByRole('button', { name: 'Add Cleo' })).toBeDisabled()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('button', { name: 'Add Cleo' })).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a search whose answer is no longer wanted is ended', async () => {
  // More than are shown at once, so that there is a search.
  const { list } = mountPicker({ people: [...PEOPLE, ...MANY] })
  const signals: (AbortSignal | undefined)[] = []
  await expect.element(page.getByRole('button', { name: 'Add Cleo' })).toBeVisible()
  list.mockImplementation(async ({ search }, { signal } = {}) => {
    signals.push(signal)
    return search === 'c' ? new Promise<never>(() => undefined) : listedPeople(PEOPLE).people.list({ search: 'cle' })
  })
  const search = page.getByRole('searchbox')
  await search.fill('c')
  await expect.poll(() => signals.length).toBe(1)
  await search.fill('cle')
  await expect.poll(() => signals.map((one) => one?.aborted)).toEqual([true, false])
})
