import { Folder } from 'lucide-react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CommandDialog } from './command-dialog.tsx'
import { Button } from '../button/button.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, focused, keys, mount } from '../testing/mount.tsx'

const LABELS = { Folders: ['Board papers', 'Budget'], Pages: ['Settings'] }
const words = { title: 'Go to', placeholder: 'Type a name', empty: 'Nothing has this name.', hint: 'Enter opens' }

function Commands({ note }: { note: (what: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const matches = (label: string) => label.toLowerCase().includes(text.toLowerCase())
  const groups = Object.entries(LABELS).map(([label, labels]) => ({
    id: label,
    label,
    items: labels.filter(matches).map((item) => ({
      id: item,
      label: item,
      Icon: Folder,
      onPress: () => note(item),
    })),
  }))
  return (
    <>
      <Button onClick={() => setOpen(true)}>Go</Button>
      <CommandDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        words={words}
        text={text}
        onText={setText}
        groups={groups.filter(({ items }) => items.length > 0)}
      />
    </>
  )
}

const dialog = () => page.getByRole('dialog', { name: 'Go to' })
const marked = () => document.querySelector('[role=option][data-highlighted]')?.textContent

async function openCommands() {
  const pressed: string[] = []
  mount(<Commands note={(what) => pressed.push(what)} />)
  await userEvent.click(button('Go'))
  await expect.poll(focused).toBe('Type a name')
  return pressed
}

test('the first match is marked, arrows move over the groups, Enter presses', async () => {
  const pressed = await openCommands()
  await expect.poll(marked).toBe('Board papers')
  await keys('{ArrowDown}', '{ArrowDown}')
  await expect.poll(marked).toBe('Settings')
  await keys('{Enter}')
  await expect.poll(() => pressed).toEqual(['Settings'])
})

test('typing narrows the list and marks what comes first then', async () => {
  const pressed = await openCommands()
  await keys('bud')
  await expect.poll(marked).toBe('Budget')
  expect(page.getByRole('option').elements()).toHaveLength(1)
  await keys('{Enter}')
  await expect.poll(() => pressed).toEqual(['Budget'])
})

test('says when nothing matches, and Enter does nothing then', async () => {
  const pressed = await openCommands()
  await keys('xyz')
  await expect.element(page.getByText('Nothing has this name.')).toBeVisible()
  await keys('{Enter}')
  expect(pressed).toEqual([])
})

test('Escape closes and gives the focus back', async () => {
  await openCommands()
  await expectAccessible()
  await keys('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(focused).toBe('Go')
})
