import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createMemoryRouter, useNavigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { Button } from '#web/ui/button/button.tsx'
import { button, focused, keys, mount, screenWidth } from '#web/ui/testing/mount.tsx'
import type { SettingsField } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

type Harbour = { name: string; pier: string; note: string; isOpen: boolean }

const STORED: Harbour = { name: 'Old Harbour', pier: 'north', note: '', isOpen: true }
const FIELDS: SettingsField<Harbour>[] = [
  {
    kind: 'text',
    name: 'name',
    label: 'Name',
    check: (name, { pier }) => (pier === 'south' && name.length > 12 ? 'Too long for a sign in the south.' : null),
  },
  {
    kind: 'choice',
    name: 'pier',
    label: 'Pier',
    missing: 'Choose a pier.',
    options: [
      ['', 'Choose'],
      ['north', 'North pier'],
      ['south', 'South pier'],
    ],
  },
  { kind: 'area', name: 'note', label: 'Note', rows: 2, isOptional: true },
  { kind: 'switch', name: 'isOpen', label: 'Open at night' },
]
const WORDS = { save: 'Save harbour', saved: 'Harbour saved', failed: 'Not saved' }

type Save = (values: Harbour, version: number) => Promise<void>
type Shown = { stored?: Harbour | null; version?: number; save?: Save }

/** Shows the form until the test ends. @returns what shows a later version of what is stored */
function mountForm(shown: Shown = {}): (later: Shown) => void {
  let show: (later: Shown) => void = () => undefined
  const Page = () => {
    const navigate = useNavigate()
    const [{ stored = STORED, version = 3, save = async () => undefined }, setShown] = useState(shown)
    useEffect(() => {
      show = (later) => setShown((before) => ({ ...before, ...later }))
    }, [])
    return (
      <>
        <h1>Harbour</h1>
        <SettingsForm fields={FIELDS} stored={stored} version={version} save={save} words={WORDS} keys={[]} />
        <Button onClick={() => void navigate('/away')}>Go away</Button>
      </>
    )
  }
  const routes = [
    { path: '/', Component: Page },
    { path: '/away', element: <h1>Away</h1> },
  ]
  const router = createMemoryRouter(routes)
  onTestFinished(() => router.dispose())
  const client = new QueryClient()
  mount(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return (later) => show(later)
}

const field = (name: string) => page.getByRole('textbox', { name })
const save = button(WORDS.save)

test('saving is offered only while something is changed, and the bar says what', async () => {
  mountForm()
  await expect.element(field('Name')).toHaveValue('Old Harbour')
  await expect.element(save).not.toBeInTheDocument()

  await field('Name').fill('New Harbour')
  await expect.element(page.getByText('1 change: “Name” was “Old Harbour”')).toBeVisible()
  await page.getByRole('combobox', { name: 'Pier' }).selectOptions('south')
  await page.getByRole('checkbox', { name: 'Open at night' }).click()
  await expect.element(page.getByText('3 changes: Name, Pier, Open at night')).toBeVisible()

  // What is as it was is no change.
  await field('Name').fill('Old Harbour')
  await page.getByRole('combobox', { name: 'Pier' }).selectOptions('north')
  await expect.element(page.getByText('1 change: “Open at night” was on')).toBeVisible()

  await button('Undo').click()
  await expect.element(save).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox', { name: 'Open at night' })).toBeChecked()
})

test('what is saved has no spaces around it and says what it is based on; the next change is based on that', async () => {
  const sent: [Harbour, number][] = []
  mountForm({ save: async (...given) => void sent.push(given) })
  await field('Name').fill('  Quay ')
  await save.click()
  await expect.element(save).not.toBeInTheDocument()
  await expect.element(field('Name')).toHaveValue('Quay')
  await field('Note (optional)').fill('wet')
  await save.click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent).toEqual([
    [{ ...STORED, name: 'Quay' }, 3],
    [{ ...STORED, name: 'Quay', note: 'wet' }, 4],
  ])
})

test('a value that breaks a rule is not sent, and a choice has to be made', async () => {
  const sent: Harbour[] = []
  mountForm({ stored: null, version: 0, save: async (values) => void sent.push(values) })
  await field('Name').fill('A name of many words')
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose a pier.')
  await page.getByRole('combobox', { name: 'Pier' }).selectOptions('south')
  await save.click()
  await expect.element(page.getByText('Too long for a sign in the south.')).toBeVisible()
  expect(sent).toEqual([])
  await field('Name').fill('Quay')
  await save.click()
  await expect.poll(() => sent).toEqual([{ name: 'Quay', pier: 'south', note: '', isOpen: false }])
})

test('what could not be saved stays typed, with the reason', async () => {
  mountForm({ save: () => Promise.reject(new Error('no')) })
  await field('Name').fill('Quay')
  await save.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Quay')
  await expect.element(save).toBeEnabled()
})

test('what somebody else stored meanwhile is shown with what was typed; keeping mine leaves their other fields', async () => {
  const sent: [Harbour, number][] = []
  const show = mountForm({ save: async (...given) => void sent.push(given) })
  await field('Name').fill('Mine')
  show({ stored: { ...STORED, name: 'Theirs', note: 'dry' }, version: 4 })
  const items = page.getByRole('listitem')
  await expect.element(items.first()).toHaveTextContent('Name: “Theirs”, here “Mine”')
  await expect.element(items.nth(1)).toHaveTextContent('Note: “dry”')
  await expect.element(field('Name')).toHaveValue('Mine')

  await button('Keep mine').click()
  await expect.element(page.getByText('1 change: “Name” was “Theirs”')).toBeVisible()
  await save.click()
  await expect.poll(() => sent).toEqual([[{ ...STORED, name: 'Mine', note: 'dry' }, 4]])
})

test('their version is taken, also by itself where nothing was typed', async () => {
  const show = mountForm()
  await expect.element(field('Name')).toHaveValue('Old Harbour')
  show({ stored: { ...STORED, name: 'Theirs' }, version: 4 })
  await expect.element(field('Name')).toHaveValue('Theirs')
  await field('Name').fill('Mine')
  show({ stored: { ...STORED, name: 'Theirs again' }, version: 5 })
  await button('Take their version').click()
  await expect.element(field('Name')).toHaveValue('Theirs again')
  await expect.element(save).not.toBeInTheDocument()
})

test('leaving asks only while something is changed', async () => {
  mountForm()
  await field('Name').fill('Quay')
  await button('Go away').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await button('Stay').click()
  await expect.element(field('Name')).toHaveValue('Quay')
  await button('Undo').click()
  await button('Go away').click()
  await expect.element(page.getByRole('heading', { name: 'Away' })).toBeVisible()
})

test('by keyboard alone a setting is changed and saved', async () => {
  const sent: Harbour[] = []
  mountForm({ save: async (values) => void sent.push(values) })
  await expect.element(field('Name')).toHaveValue('Old Harbour')
  ;(field('Note (optional)').element() as HTMLElement).focus()
  await keys('dry', '{Tab}', ' ', '{Tab}')
  expect(focused()).toBe('Undo')
  await keys('{Tab}')
  expect(focused()).toBe(WORDS.save)
  await keys('{Enter}')
  await expect.poll(() => sent).toEqual([{ ...STORED, note: 'dry', isOpen: false }])
  // The button is gone; the form itself has the focus, so the next press of Tab is its first field.
  await expect.element(save).not.toBeInTheDocument()
  await keys('{Tab}')
  await expect.element(field('Name')).toHaveFocus()
})

test('a phone never scrolls sideways, with the bar and the question of two versions', async () => {
  await screenWidth(390)
  const show = mountForm()
  await field('Name').fill('A harbour with a rather long name that nobody else has')
  show({ stored: { ...STORED, name: 'Another rather long name, without any end to it' }, version: 4 })
  await expect.element(button('Keep mine')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})
