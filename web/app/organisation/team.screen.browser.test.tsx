import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { OUR_SIDE } from '../testing/failures.ts'
import { failingUntil } from '../testing/list-states.ts'
import { ADA_MEMBER, listedPeople } from '../testing/listed-people.ts'
import { mountScreen, together } from '../testing/mount-screen.tsx'

const ada = ADA_MEMBER

test('the members are read, failed and listed', async () => {
  const team = failingUntil(await listedPeople([ada]).people.list({}))
  await mountScreen('/dashboard/team', { people: { list: team.answer }, recovery: { toAnswer: async () => [] } })
  const main = page.getByRole('main')
  await expect.element(main.getByText('Loading members')).toBeInTheDocument()
  team.fail()
  await expect.element(main.getByRole('alert')).toMatchTextContent(`The members could not be loaded. ${OUR_SIDE}`)
  team.mend()
  await userEvent.click(main.getByRole('button', { name: 'Retry' }))

  const members = page.getByRole('region', { name: 'Members' })
  await expect.element(members.getByRole('listitem')).toMatchTextContent('Ada Example')
})

test('a search that finds nobody says so', async () => {
  await mountScreen('/dashboard/team?search=carl', {
    ...listedPeople([ada]),
    recovery: { toAnswer: async () => [] },
  })
  const members = page.getByRole('region', { name: 'Members' })
  await expect.element(members.getByText('No people found')).toBeVisible()
  await expect.element(members.getByText('Nobody matches the search and the filters')).toBeVisible()
})

test('what a member could open on a day is listed with its source, says what is not known, and follows the day', async () => {
  const asked: string[] = []
  const waits = () => new Promise<never>(() => undefined)
  const bob: Member = { ...ada, userId: 'bob', email: 'bob@example.test', name: 'Bob', isMe: false, hasVault: false }
  await mountScreen('/dashboard/team', {
    roles: { list: async () => ['owner' as const], isOfOperator: async () => false },
    ...together(listedPeople([ada, bob]), { team: { imports: waits, invitations: waits } }),
    recovery: { toAnswer: async () => [], policy: waits },
    installation: { facts: waits },
    reviews: {
      access: async ({ person, day }) => {
        asked.push(`${person} ${day}`)
        return {
          grants: [
            {
              kind: 'space',
              what: '12345678-aa',
              held_role: 'editor',
              began: '2026-01-01T12:00:00Z',
              ended: null,
              source: 'roster',
              given_by: '',
              files: 3,
            },
          ],
          is_cut: false,
        }
      },
    },
  })
  await page.getByRole('button', { name: /Bob/ }).first().click()
  await page.getByRole('button', { name: 'What could they open on a day…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Team space 12345678')).toBeVisible()
  await expect.element(dialog.getByText(/3 files · from .* · source: signed roster/)).toBeVisible()
  await expect.element(dialog.getByText(/^Not known: files opened by links that were sent outside/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Day (UTC)' }).fill('2026-01-05')
  await expect.poll(() => asked.at(-1)).toBe('bob 2026-01-05')
})

test('a limit of storage for one person is shown, not above the plan, and taken away by emptying it', async () => {
  const GB = 1024 ** 3
  const asked: unknown[] = []
  const waits = () => new Promise<never>(() => undefined)
  const bob: Member = { ...ada, userId: 'bob', email: 'bob@example.test', name: 'Bob', isMe: false, hasVault: false }
  await mountScreen('/dashboard/team', {
    roles: { list: async () => ['owner' as const], isOfOperator: async () => false },
    ...together(listedPeople([ada, { ...bob, storage: { used_bytes: GB / 2, own_bytes: GB, plan_bytes: 2 * GB } }]), {
      team: { imports: waits, invitations: waits, setQuota: async (person, bytes) => void asked.push([person, bytes]) },
    }),
    recovery: { toAnswer: async () => [], policy: waits },
    installation: { facts: waits },
  })
  await expect.element(page.getByText('512.00 MB of 1.00 GB used')).toBeVisible()
  await page.getByRole('button', { name: /Bob/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Bob' })
  const limit = dialog.getByRole('textbox', { name: /^Limit in GB/ })
  await expect.element(limit).toHaveValue('1')
  await limit.fill('2.5')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect.element(dialog.getByText('The plan has 2.00 GB.')).toBeVisible()
  expect(asked).toEqual([])
  await limit.fill('')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect.poll(() => asked).toEqual([['bob', null]])
})

test('people come a page at a time, found by the server when the typing rests, with a word about keys that changed', async () => {
  const bob: Member = { ...ada, userId: 'bob', email: 'bob@example.test', name: 'Bob', isMe: false, trust: 'changed' }
  const cara: Member = { ...bob, userId: 'cara', email: 'cara@example.test', name: 'Cara', trust: 'compared' }
  const asked: string[] = []
  const compared: string[][] = []
  const answers = listedPeople([ada, bob, cara])
  const whole = await answers.people.list({})
  await mountScreen('/dashboard/team', {
    people: {
      list: async ({ search = '' }, { after = 'first' } = {}) => {
        asked.push(`${search} ${after}`)
        const [shown, next] = after === 'first' ? [whole.people.slice(0, 2), 'second'] : [whole.people.slice(2), null]
        return { ...whole, people: shown, after: next, ...(after !== 'first' && { count: undefined }) }
      },
    },
    team: {
      ...answers.team,
      trust: async (listed) => {
        compared.push(listed.map(({ userId }) => userId))
        return answers.team.trust()
      },
    },
    recovery: { toAnswer: async () => [] },
  })
  const members = page.getByRole('region', { name: 'Members' })
  const rows = members.getByRole('listitem')
  await expect.element(members.getByText('3 people')).toBeVisible()
  expect(rows.elements()).toHaveLength(2)
  await expect.element(rows.filter({ hasText: 'Bob' })).toMatchTextContent('Keys changed')
  await members.getByRole('button', { name: 'Show more people' }).click()
  await expect.poll(() => rows.elements().length).toBe(3)
  await expect.element(rows.filter({ hasText: 'Cara' })).toMatchTextContent('Safety number compared')
  expect(asked).toEqual([' first', ' second'])
  // Never one's own keys.
  expect(compared).toEqual([['bob'], ['bob', 'cara']])
  await page.getByRole('searchbox').fill('car')
  await expect.poll(() => asked.at(-1)).toBe('car first')
  expect(asked).toHaveLength(3)
})

test('roles that the plan does not hold are shown, cannot be chosen, and say which plan does and where to change it', async () => {
  const waits = () => new Promise<never>(() => undefined)
  const bob: Member = { ...ada, userId: 'bob', email: 'bob@example.test', name: 'Bob', isMe: false, hasVault: false }
  const listed = listedPeople([ada, bob])
  await mountScreen('/dashboard/team', {
    roles: { list: async () => ['owner' as const], isOfOperator: async () => false },
    ...listed,
    people: { list: async (rules) => ({ ...(await listed.people.list(rules)), plan: 'starter' }) },
    team: { ...listed.team, imports: waits, invitations: waits },
    recovery: { toAnswer: async () => [], policy: waits },
    installation: { facts: waits },
  })
  const offered = async (opener: Locator) => {
    await opener.click()
    const dialog = page.getByRole('dialog')
    await expect
      .element(dialog)
      .toMatchTextContent(
        'Your organisation has the plan Starter. Roles that cannot be chosen come with the plan Enterprise.',
      )
    await expect
      .element(dialog.getByRole('link', { name: 'Ask for another plan' }))
      .toHaveAttribute('href', '/admin/billing')
    const options = [...(dialog.getByRole('combobox', { name: 'Role' }).element() as HTMLSelectElement).options]
    await userEvent.keyboard('{Escape}')
    return options.map(({ text, disabled }) => (disabled ? `(${text})` : text))
  }
  const roles = [
    'Owner',
    'Administrator',
    '(Security administrator (plan Enterprise))',
    '(Compliance officer (plan Enterprise))',
    '(Growth manager (plan Enterprise))',
    '(Sales manager (plan Enterprise))',
    '(Partner manager (plan Enterprise))',
    '(Billing administrator (plan Enterprise))',
    '(Manager (plan Enterprise))',
    '(Partner (plan Enterprise))',
    'Member',
  ]
  expect(await offered(page.getByRole('button', { name: 'Invite' }))).toEqual(roles)
  expect(await offered(page.getByRole('button', { name: /Bob/ }))).toEqual(roles)
})

test('who lets members back in is found by a search, of everybody else nothing is read', async () => {
  const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
  const everybody = Array.from({ length: 20 }, (_, at): Member => {
    const name = `Person ${String.fromCharCode(65 + at)}`
    return { ...ada, userId: idOf(at), email: `${idOf(at)}@example.test`, name, isMe: false, hasVault: at !== 3 }
  })
  const guest: Member = { ...ada, userId: idOf(30), name: 'Person Guest', guest: { endsAt: null, hasEnded: false } }
  const listed = listedPeople([...everybody, guest])
  const decided: unknown[] = []
  const named = { email: '', isMe: false, isMember: true, trust: 'seen' as const }
  await mountScreen('/dashboard/team', {
    roles: { list: async () => ['security_admin' as const], isOfOperator: async () => false },
    ...listed,
    recovery: {
      toAnswer: async () => [],
      policy: async () => ({
        revision: 1,
        hash: '',
        threshold: 2,
        holders: [0, 1].map((at) => ({ ...named, userId: idOf(at), name: `Person ${at}` })),
        author: { ...named, userId: idOf(0), name: 'Person 0' },
        authorNumber: null,
        isVouched: true,
        decidedAt: '2026-02-03T12:00:00Z',
      }),
      decide: async (wanted) => void decided.push(wanted),
    },
  })
  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who can let members back in' })
  await expect.element(dialog.getByRole('checkbox', { name: /Person A/ })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: /Person D/ })).toBeDisabled()
  // Two who are named, and eight to begin with.
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(10)
  await dialog.getByRole('searchbox', { name: 'Search by name or address' }).fill('person t')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('checkbox', { name: /Person T/ }).click()
  await dialog.getByRole('searchbox').fill('guest')
  await expect.element(dialog.getByRole('checkbox', { name: /Person T/ })).toBeChecked()
  await expect.poll(() => dialog.getByRole('checkbox').elements().length).toBe(3)
  await dialog.getByRole('button', { name: 'Sign and save' }).click()
  await expect.poll(() => decided).toEqual([{ holders: [idOf(0), idOf(1), idOf(19)], threshold: 2 }])
})
