import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#web/messages/app.ts'
import { type Member, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { ADA_MEMBER, listedPeople } from '../../testing/listed-people.ts'
import { mountScreen, together } from '../../testing/mount-screen.tsx'
import type { VaultAnswers } from '../../testing/stub-vault.ts'

const OVERVIEW: VaultAnswers = {
  team: {
    overview: async () => Promise.reject(new VaultError('offline', 'not asked here')),
    health: async () => ({ checkedAt: null, services: [] }),
    waits: async () => ({}) as never,
    probeDatabase: async () => undefined,
  },
  audit: { list: async () => [], people: async () => [] },
}
const person = (name: string, email: string): Member => ({
  ...ADA_MEMBER,
  userId: 'p1',
  isMe: false,
  hasVault: false,
  name,
  email,
})
const waits = () => new Promise<never>(() => undefined)
/** Once the palette is loaded, nothing that is typed is lost. */
async function open(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus()
}
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

test('the palette of the panel finds people by one question that rests, ends the one before, and opens their list', async () => {
  const asked: string[] = []
  const ended: string[] = []
  let answer: (() => void) | undefined
  const grace = listedPeople([person('Grace Hopper', 'grace@example.org')])
  const screen = await mountScreen('/admin/overview', {
    ...together(together(OVERVIEW, grace), { team: { imports: waits, invitations: waits } }),
    roles: { list: async () => ['admin'] },
    recovery: { toAnswer: async () => [], policy: waits },
    installation: { facts: waits },
    people: {
      list: async (rules, { signal } = {}) => {
        const { search = '', ids } = rules
        if (ids === undefined && screen.address() === '/admin/overview') asked.push(search)
        signal?.addEventListener('abort', () => ended.push(search))
        if (search === 'gra') await new Promise<void>((resolve) => (answer = resolve))
        return grace.people.list(rules)
      },
    },
  })
  await open()
  await userEvent.keyboard('g')
  await userEvent.keyboard('ra')
  await expect.poll(() => asked).toEqual(['gra'])
  await expect.element(page.getByText('Looking for people…').first()).toBeVisible()
  await userEvent.keyboard('ce')
  await expect.poll(() => asked).toEqual(['gra', 'grace'])
  expect(ended).toEqual(['gra'])
  answer?.()
  await expect.poll(options).toContain('Grace Hoppergrace@example.org')
  await expectAccessible(page.getByRole('dialog'))
  await userEvent.keyboard('{Enter}')
  await expect.poll(screen.address).toBe('/admin/users?search=grace%40example.org')
})

test('for a person who does not manage people nothing is asked while they type, no invitation is offered, and the field is for files as everywhere', async () => {
  await mountScreen('/admin/overview', {
    ...OVERVIEW,
    roles: { list: async () => ['security_admin'] },
    people: {
      list: async () => {
        throw new Error('asked')
      },
    },
  })
  await open()
  await expect.element(page.getByRole('combobox', { name: m.commands.placeholder })).toBeVisible()
  await userEvent.keyboard('security')
  await expect.poll(options).toContain('Security')
  expect(page.getByText('Looking for people…').elements()).toEqual([])
  await userEvent.keyboard('{Control>}a{/Control}invite')
  await expect.poll(options).not.toContain('Security')
  expect(options()).not.toContain('Invite people…')
})

test('a search for people that failed says so and is made again', async () => {
  let isDown = true
  await mountScreen('/admin/overview', {
    ...OVERVIEW,
    roles: { list: async () => ['admin'] },
    people: {
      list: async () => {
        if (isDown) throw new VaultError('offline', 'no answer')
        return listedPeople([person('Zoe Quinn', 'zoe@example.org')]).people.list({})
      },
    },
  })
  await open()
  await userEvent.keyboard('zoe')
  await expect.element(page.getByText('People could not be looked for')).toBeVisible()
  isDown = false
  await page.getByRole('option', { name: 'Look for people again' }).click()
  await expect.poll(options).toEqual(['Zoe Quinnzoe@example.org'])
})

test('an action opens its page with the dialog open, and a reload or a link opens nothing', async () => {
  const screen = await mountScreen('/admin/overview', {
    ...OVERVIEW,
    roles: { list: async () => ['super_admin'], isOfOperator: async () => true },
    tenants: { list: async () => ({ tenants: [], hasMore: false }) },
    invoicing: { openRequests: async () => [] },
    installation: { facts: waits },
  })
  await open()
  await userEvent.keyboard('new org')
  await expect.poll(options).toEqual(['New organisation…'])
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'New organisation' })
  await expect.element(dialog).toBeVisible()
  expect(screen.address()).toBe('/admin/tenants')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  // Chosen a second time on the page itself.
  await open()
  await userEvent.keyboard('new org{Enter}')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await screen.goBack()
  await screen.goForward()
  await expect.element(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible()
  expect(dialog.elements()).toEqual([])
})
