import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Member, PeopleRules } from '#web/lib/remote/vault-client.ts'
import { ADA_MEMBER, listedPeople } from '../../testing/listed-people.ts'
import { failingUntil } from '../../testing/list-states.ts'
import { OUR_SIDE } from '../../testing/failures.ts'
import { mountScreen, together } from '../../testing/mount-screen.tsx'
import { screenWidth } from '#web/ui/testing/mount.tsx'
import type { VaultAnswers } from '../../testing/stub-vault.ts'

const GB = 1024 ** 3
const waits = () => new Promise<never>(() => undefined)
const ada: Member = { ...ADA_MEMBER, roles: ['owner'] }
const other = (name: string, more: Partial<Member> = {}): Member => ({
  ...ada,
  userId: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.test`,
  name,
  roles: ['member'],
  isMe: false,
  hasVault: false,
  ...more,
})
const bob = {
  ...other('Bob', { roles: ['admin', 'growth_manager'] }),
  second_factor: true,
  teams: ['Boats', 'Night watch', 'Sails'],
  storage: { used_bytes: GB / 2, own_bytes: GB, plan_bytes: 2 * GB },
}
const cara = { ...other('Cara', { standing: 'suspended' }), second_factor: false, teams: [] }
const dan = { ...other('Dan', { lastActiveAt: '2026-02-03T12:00:00Z' }), second_factor: false, teams: ['Boats'] }
const EVERYBODY = [ada, bob, cara, dan]

const mount = (answers: VaultAnswers = {}, address = '/admin/users') =>
  mountScreen(
    address,
    together(
      {
        roles: { list: async () => ['owner' as const], isOfOperator: async () => false },
        ...listedPeople(EVERYBODY),
        recovery: { toAnswer: async () => [], policy: waits },
        installation: { facts: waits },
      },
      together(
        {
          team: { ...listedPeople(EVERYBODY).team, imports: waits, invitations: waits, overview: waits },
        },
        answers,
      ),
    ),
  )

const table = () => page.getByRole('table', { name: 'Members' })
const rowOf = (name: string) => table().getByRole('row', { name: new RegExp(name) })

test('managers see of each person what they manage', async () => {
  await screenWidth(1440)
  await mount()
  await expect
    .element(rowOf('Bob'))
    .toMatchTextContent(/Administrator.*Growth manager.*Yes.*Boats, Night watch and 1 more.*512\.00 MB \/ 1 GB/)
  await expect.element(rowOf('Cara')).toMatchTextContent(/Member.*Suspended.*Missing/)
  await expect.element(rowOf('Dan')).toMatchTextContent(/No vault yet.*Missing.*Boats/)
  await expect.element(page.getByText('4 people')).toBeVisible()
})

test('the list is read, failed and tried again', async () => {
  const list = failingUntil(await listedPeople(EVERYBODY).people.list({}))
  await mount({ people: { list: list.answer } })
  list.fail()
  await expect
    .element(page.getByRole('alert').first())
    .toMatchTextContent(`The members could not be loaded. ${OUR_SIDE}`)
  list.mend()
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect.element(rowOf('Bob')).toBeVisible()
})

test('filters go to the server, and the file has what they show', async () => {
  const asked: PeopleRules[] = []
  const saved: PeopleRules[] = []
  const answers = listedPeople(EVERYBODY)
  const team = '00000000-0000-4000-8000-0000000000aa'
  await mount(
    {
      people: {
        list: async (rules) => {
          asked.push(rules)
          return answers.people.list(rules)
        },
        export: async (rules) => {
          saved.push(rules)
          return new Blob(['name\r\n'])
        },
      },
      teams: {
        list: async () => [{ id: team, name: 'Boats', description: '', source: 'manual', version: 1, people: 2 }],
      },
    } as VaultAnswers,
    `/admin/users?factor=missing&team=${team}`,
  )
  const rules = { state: 'present', factor: 'missing', team }
  await expect.poll(() => asked).toContainEqual(rules)
  await expect.element(page.getByRole('combobox', { name: 'Team' })).toHaveDisplayValue('Boats')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved).toEqual([rules])
  // Nobody is read who is not shown.
  expect(asked).not.toContainEqual({ state: 'removed' })
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Removed')
  await expect.poll(() => asked.at(-1)).toMatchObject({ state: 'removed' })
  await expect.element(page.getByText('No people found')).toBeVisible()
})

test('chosen people are suspended one by one, and whom the server refuses is named and stays chosen', async () => {
  const asked: string[] = []
  await mount({
    team: {
      suspend: async (person) => {
        asked.push(person)
        if (person === 'dan') throw new Error('no')
      },
    },
  })
  // Nobody acts on themselves here.
  expect(rowOf('Ada').getByRole('checkbox').elements()).toHaveLength(0)
  for (const name of ['Bob', 'Cara', 'Dan']) await rowOf(name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  expect(asked).toEqual([])
  const question = page.getByRole('alertdialog', { name: 'Suspend 3 people?' })
  await question.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(page.getByText('1 of 3 were not changed:')).toBeVisible()
  // Cara was suspended before.
  expect(asked).toEqual(['bob', 'dan'])
  await expect.element(page.getByText('2 people suspended')).toBeVisible()
  await expect.element(page.getByText('1 chosen')).toBeVisible()
})

test('somebody is signed out everywhere from the list, from their details, and with others', async () => {
  const ended: unknown[] = []
  await mount({
    team: {
      endSessions: async (which) => {
        ended.push(which)
        return which.userId === 'cara' ? 0 : 2
      },
    },
  })
  await rowOf('Bob').getByRole('button', { name: 'More for Bob' }).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await expect.element(page.getByText('Bob is signed out everywhere')).toBeVisible()
  await rowOf('Cara').getByRole('button', { name: 'Details of Cara' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.element(page.getByText('Cara was signed in nowhere')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  for (const name of ['Bob', 'Dan']) await rowOf(name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.element(page.getByText('2 people signed out')).toBeVisible()
  expect(ended).toEqual([{ userId: 'bob' }, { userId: 'cara' }, { userId: 'bob' }, { userId: 'dan' }])
})
