import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type FoundPeople,
  type FoundPerson,
  type OwnGrant,
  type VaultClient,
  VaultError,
} from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, focused, keys } from '#web/ui/testing/mount.tsx'
import { toasts } from '../testing/failures.ts'
import { storedFile } from '../testing/items.ts'
import { mountScreen } from '../testing/mount-screen.tsx'
import { ADA } from '../testing/quiet-frame.ts'
import type { VaultAnswers } from '../testing/stub-vault.ts'

const GROUPS = Array.from({ length: 12 }, (_, at) => String(10_000 + at))
const bob: FoundPerson = {
  userId: 'bob',
  email: 'bob@example.org',
  name: 'Bob Example',
  trust: 'new',
  isAddressKnown: false,
  safetyNumber: GROUPS.join(' '),
}
const { safetyNumber: _number, ...listedBob } = bob
const unknown = async (): Promise<never> => {
  throw new VaultError('person_unknown', 'There is no such person.')
}
const email = () => page.getByLabelText('Name or email of a colleague')
const grid = () => page.getByRole('grid')
const dialog = () => page.getByRole('dialog', { name: 'Share Plan.pdf' })

/** The open dialog of a file. `given` is whom the file was given to, as ids in order. */
async function mountDialog(
  answers: NonNullable<VaultAnswers['sharing']> = {},
  open = openByPointer,
  list: VaultClient['people']['list'] = async () => ({ people: [], after: null }),
) {
  const file = storedFile('Plan.pdf')
  const given: string[] = []
  const people: OwnGrant[] = []
  await mountScreen('/dashboard', {
    people: { list },
    files: { list: async () => [{ ...file, isShared: people.length > 0 }] },
    sharing: {
      byMe: async () => ({ people: [...people], links: [] }),
      shareWithPeople: async ({ id: fileId }, ids) => {
        given.push(...ids)
        for (const userId of ids) {
          const grant = { fileId, userId, email: `${userId}@example.org`, name: 'Bob Example', expiresAt: null }
          people.push({ ...grant, sharedAt: '2026-02-03T12:00:00Z' })
        }
        return []
      },
      ...answers,
    },
  })
  await open()
  await expect.element(email()).toHaveFocus()
  return { given }
}

const openByPointer = () => userEvent.click(button('Share Plan.pdf'))

async function openByKeys(): Promise<void> {
  await expect.element(page.getByRole('row').filter({ hasText: 'Plan.pdf' })).toBeVisible()
  grid().element().focus()
  await keys('{ArrowDown}', '{Shift>}{F10}{/Shift}')
  await expect.element(page.getByRole('menu')).toBeVisible()
  for (let at = 0; at < 20 && focused() !== 'Share'; at++) await keys('{ArrowDown}')
  await keys('{Enter}')
}

async function look(address: string): Promise<void> {
  await userEvent.fill(email(), address)
  await userEvent.keyboard('{Enter}')
}

test('an address that leads to no colleague says so, and offers a link instead', async () => {
  await mountDialog({ findPerson: unknown })
  await look('stranger@example.org')
  await expect.element(page.getByText(/^Nobody in your organisation uses this address\./).first()).toBeVisible()
  await expectAccessible()
  await userEvent.click(button('Make a link instead'))
  expect(focused()).toBe('Create link')
})

test('colleagues are suggested by the beginning that is typed, once the typing rests, and never oneself', async () => {
  const asked: unknown[] = []
  const row = { roles: [], role_ends_at: null, has_vault: true, joined_at: '', last_active_at: null, removed_at: null }
  const person = (id: string, name: string) => ({
    ...row,
    id,
    name,
    email: `${id}@example.org`,
    standing: 'active' as const,
    is_provisioned: false,
    guest: null,
    storage: null,
  })
  const found = [person(ADA.userId, 'Bo Ada'), person('bob', 'Bob Example')]
  await mountDialog({}, openByPointer, async (rules) => (asked.push(rules), { people: found, after: null }))
  await userEvent.type(email(), 'bo')
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Bob Examplebob@example.org'])
  expect(asked).toEqual([{ state: 'present', begins: 'bo' }])
  await userEvent.keyboard('{Enter}')
  await expect.element(email()).toHaveValue('bob@example.org')
})

test('one’s own address is refused before anybody is looked for', async () => {
  await mountDialog()
  await look('ADA@example.org')
  await expect.element(page.getByText(/^This is your own address\./)).toBeVisible()
})

test('the safety number has twelve groups, and is remembered as compared once a person says that it matches', async () => {
  const compared: string[] = []
  await mountDialog({
    findPerson: async () => bob,
    markCompared: async (id) => (compared.push(id), { ...bob, trust: 'compared' }),
  })
  await look(bob.email)
  await userEvent.click(button('Compare the safety number'))
  const groups = page.getByRole('list', { name: 'Safety number' }).getByRole('listitem')
  await expect.poll(() => groups.elements().map(({ textContent }) => textContent)).toEqual(GROUPS)
  await expectAccessible()
  await userEvent.click(button('The numbers match'))
  await expect.element(page.getByText('Safety number compared')).toBeVisible()
  expect(compared).toEqual(['bob'])
})

test('keys that changed are given nothing', async () => {
  const { given } = await mountDialog({ findPerson: async () => ({ ...bob, trust: 'changed' }) })
  await look(bob.email)
  await expect.element(dialog().getByRole('alert').first()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(given).toEqual([])
})

test('several lines that are pasted are several people: found ones are shown, left out ones named, then all are given it', async () => {
  const found: FoundPeople = {
    people: ['bob', 'carl', 'dora'].map((userId) => ({ ...listedBob, userId, email: `${userId}@example.org` })),
    missing: [{ email: 'stranger@example.org', code: 'person_unknown' }],
  }
  const asked: string[] = []
  const { given } = await mountDialog({ findPeople: async (emails) => (asked.push(...emails), found) })
  const clipboardData = new DataTransfer()
  const addresses = [...found.people, ...found.missing].map((one) => one.email)
  clipboardData.setData('text/plain', addresses.join('\n'))
  email()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(email()).toHaveValue(addresses.join(', '))
  await userEvent.click(button('Share file'))

  const list = page.getByRole('region', { name: 'People who were found' })
  await expect.poll(() => list.getByText('First contact').elements()).toHaveLength(3)
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('Left out: stranger@example.org.')
  expect(asked).toEqual(addresses)
  expect(given).toEqual([])
  await expectAccessible(dialog())

  await userEvent.click(button('Share file with 3 people'))
  await expect.poll(() => page.getByRole('button', { name: /^Stop sharing with Bob/ }).elements()).toHaveLength(3)
  expect(given).toEqual(['bob', 'carl', 'dora'])
})

test('with the keyboard alone: a first contact is shown before it is given the file, and the field is ready for the next', async () => {
  const { given } = await mountDialog({ findPerson: async () => bob }, openByKeys)
  await userEvent.keyboard(`${bob.email}{Enter}`)
  await expect.element(page.getByText(/^First contact: their keys will be remembered\./)).toBeVisible()
  expect(given).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: /^Stop sharing with Bob/ })).toBeVisible()
  expect(given).toEqual(['bob'])
  await expect.element(email()).toHaveFocus()
  await expect.element(email()).toHaveValue('')

  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(grid()).toHaveFocus()
  await expect.element(page.getByRole('row').filter({ hasText: 'Plan.pdf' })).toMatchTextContent('Bob Example')
})

test('a link is not left behind while it is made', async () => {
  const link = Promise.withResolvers<string>()
  await mountDialog({ shareByLink: () => link.promise })
  await userEvent.click(button('Create link'))
  await expect.element(button('Creating…')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog().getByRole('button', { name: 'Close' })).toBeDisabled()
  link.resolve('https://vault.example/s/one#secret')
  await expect.element(page.getByRole('textbox', { name: 'Link', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the password of a link has a length, is judged, or is generated and copied', async () => {
  const wanted: (string | null)[] = []
  await mountDialog({
    shareByLink: async ({ password }) => (wanted.push(password), 'https://vault.example/s/one#secret'),
  })
  await userEvent.click(button('Set end, limit or password'))
  const password = page.getByLabelText('Password (optional)')
  await userEvent.fill(password, 'abc')
  await expect.element(page.getByText(/^Too short: 5 more characters needed\. Press Generate/)).toBeVisible()
  await userEvent.click(button('Create link'))
  await expect.element(page.getByText('Use at least 8 characters.')).toBeVisible()
  expect(wanted).toEqual([])

  await userEvent.fill(password, 'abcdefghij')
  await expect.element(page.getByText(/^Weak: it follows the alphabet or counts up\. Press Generate/)).toBeVisible()
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copy.mockRestore())
  await userEvent.click(button('Generate'))
  await expect.element(page.getByText('Strong: hard to guess.')).toBeVisible()
  await expect.element(password).toHaveAttribute('type', 'text')
  await userEvent.click(button('Copy password'))
  await expect.poll(toasts).toContain('Password copied')
  const [[generated] = []] = copy.mock.calls
  expect(generated).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  await userEvent.click(button('Create link'))
  await expect.element(page.getByRole('figure', { name: 'QR code of the link' })).toBeVisible()
  expect(wanted).toEqual([generated])
})
