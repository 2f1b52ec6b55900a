import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Tabs } from './tabs.tsx'
import { Button } from '../button/button.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '../testing/mount.tsx'

const NAMES = ['Profile', 'Billing', 'Preferences']

function TabsPage({ names, note }: { names: readonly string[]; note: (id: string) => void }) {
  const [value, setValue] = useState(names[0] ?? '')
  const choose = (id: string) => {
    note(id)
    setValue(id)
  }
  const tabs = names.map((name) => ({
    id: name,
    label: name,
    panel: <Button>Save {name}</Button>,
  }))
  return (
    <>
      <Button>Before</Button>
      <Tabs label="Settings" value={value} onChange={choose} tabs={tabs} />
      <Button onClick={() => setValue(names.at(-1) ?? '')}>Last from outside</Button>
    </>
  )
}

const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const chosen = () => page.getByRole('tab', { selected: true }).element().textContent

function openTabs(names: readonly string[] = NAMES): string[] {
  const notes: string[] = []
  mount(<TabsPage names={names} note={(id) => notes.push(id)} />)
  return notes
}

test('the strip has a name, one tab is chosen, and only its panel is there, named after it', async () => {
  openTabs()
  await expect.element(page.getByRole('tablist')).toHaveAccessibleName('Settings')
  expect(chosen()).toBe('Profile')
  await expect.element(page.getByRole('tabpanel')).toHaveAccessibleName('Profile')
  await expect.element(button('Save Profile')).toBeVisible()
  expect(button('Save Billing').query()).toBeNull()
  await expectAccessible()
})

test('a press chooses', async () => {
  const notes = openTabs()
  await userEvent.click(tab('Billing'))
  await expect.poll(chosen).toBe('Billing')
  await expect.element(page.getByRole('tabpanel')).toHaveAccessibleName('Billing')
  expect(notes).toEqual(['Billing'])
})

test('a press on the tab that is still shown counts while another one is on its way', async () => {
  const notes: string[] = []
  const tabs = NAMES.map((name) => ({ id: name, label: name, panel: name }))
  // As of a page that is not ready to be shown.
  const stripAt = (value: string) => (
    <Tabs label="Settings" value={value} onChange={(id) => notes.push(id)} tabs={tabs} />
  )
  const { show } = mount(stripAt('Profile'))
  await userEvent.click(tab('Profile'))
  expect(notes, 'nothing is on its way').toEqual([])
  await userEvent.click(tab('Billing'))
  await userEvent.click(tab('Profile'))
  expect(notes).toEqual(['Billing', 'Profile'])
  await userEvent.click(tab('Profile'))
  expect(notes, 'it was asked for already').toEqual(['Billing', 'Profile'])
  show(stripAt('Preferences'))
  await expect.poll(chosen).toBe('Preferences')
  await userEvent.click(tab('Preferences'))
  expect(notes, 'the page followed').toEqual(['Billing', 'Profile'])
})

test('the strip is one stop of Tab: arrows, Home and End walk it, Enter and space choose', async () => {
  const notes = openTabs()
  await userEvent.click(button('Before'))
  await keys('{Tab}')
  await expect.poll(focused).toBe('Profile')
  await keys('{ArrowRight}')
  await expect.poll(focused).toBe('Billing')
  await keys('{End}')
  await expect.poll(focused).toBe('Preferences')
  await keys('{ArrowRight}')
  await expect.poll(focused).toBe('Profile')
  await keys('{ArrowLeft}', '{Home}', '{ArrowRight}')
  await expect.poll(focused).toBe('Billing')
  expect(notes, 'a walk chooses nothing').toEqual([])

  await keys('{Enter}')
  await expect.poll(chosen).toBe('Billing')
  await keys('{ArrowRight}', ' ')
  await expect.poll(chosen).toBe('Preferences')
  expect(notes).toEqual(['Billing', 'Preferences'])
  await keys('{Tab}')
  await expect.poll(() => document.activeElement?.role).toBe('tabpanel')
  await keys('{Shift>}{Tab}{/Shift}')
  // Back on the chosen tab.
  await expect.poll(focused).toBe('Preferences')
})

test('in a strip that is wider than the screen, the chosen tab is in view and the page stays where it is', async () => {
  await screenWidth(390)
  openTabs(['One of many', 'Two of many', 'Three of many', 'Four of many', 'Five of many', 'Six of many'])
  const strip = page.getByRole('tablist').element()
  expect(strip.scrollLeft).toBe(0)
  expect(strip.className).toContain('mask-r-from')
  await userEvent.click(button('Last from outside'))
  await expect.poll(chosen).toBe('Six of many')
  await expect.poll(() => strip.scrollLeft).toBeGreaterThan(0)
  const box = tab('Six of many').element().getBoundingClientRect()
  expect(box.right).toBeLessThanOrEqual(390)
  expect(document.documentElement.scrollWidth).toBe(390)
  await expect.poll(() => strip.className).toContain('mask-l-from')
})

test('and stays in view when the screen becomes narrow', async () => {
  openTabs(['One of many', 'Two of many', 'Three of many', 'Four of many', 'Five of many', 'Six of many'])
  await userEvent.click(tab('Six of many'))
  await expect.poll(chosen).toBe('Six of many')
  await screenWidth(390)
  await expect.poll(() => tab('Six of many').element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
})

test('while it is not known which tabs there are, the strip keeps its room and nobody reaches it', async () => {
  const withStrip = (strip: 'shown' | 'reserved' | 'none', ...names: string[]) => (
    <>
      <Button>Before</Button>
      <Tabs
        label="Views"
        value="Files"
        onChange={() => {}}
        strip={strip}
        tabs={names.map((name) => ({ id: name, label: name, panel: <Button>Save {name}</Button> }))}
      />
    </>
  )
  const { show } = mount(withStrip('reserved', 'Files'))
  const top = () => button('Save Files').element().getBoundingClientRect().top
  const reserved = top()
  await expect.element(tab('Files')).not.toBeInTheDocument()
  button('Before').element().focus()
  await keys('{Tab}')
  await expect.poll(() => document.activeElement?.role).toBe('tabpanel')

  show(withStrip('shown', 'Files', 'Audit Logs'))
  await expect.element(tab('Audit Logs')).toBeVisible()
  expect(top()).toBe(reserved)
  show(withStrip('none', 'Files', 'Audit Logs'))
  await expect.element(tab('Files')).not.toBeInTheDocument()
  expect(top()).toBeLessThan(reserved)
})
