import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Tree, type TreeNode } from './tree.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { keys, mount } from '../testing/mount.tsx'

type Folder = { id: string; level: number; hasChildren?: boolean; isUnder?: string }

const folders: readonly Folder[] = [
  { id: 'Files', level: 1, hasChildren: true },
  { id: 'Board', level: 2, hasChildren: true, isUnder: 'Files' },
  { id: 'Minutes', level: 3, isUnder: 'Board' },
  { id: 'Personal', level: 2, isUnder: 'Files' },
]

function Folders({ note }: { note: (what: string) => void }) {
  const [selectedId, setSelectedId] = useState('Files')
  const [open, setOpen] = useState(['Files'])
  const nodes = folders
    .filter(({ isUnder }) => isUnder === undefined || open.includes(isUnder))
    .map(({ id, level, hasChildren }): TreeNode => ({
      id,
      label: id,
      level,
      isExpanded: hasChildren ? open.includes(id) : null,
    }))
  const toggle = (id: string) => setOpen(open.includes(id) ? open.filter((other) => other !== id) : [...open, id])
  return (
    <Tree
      label="Folders"
      nodes={nodes}
      selectedId={selectedId}
      onSelect={setSelectedId}
      onToggle={toggle}
      onSubmit={() => note(`chosen ${selectedId}`)}
    />
  )
}

function openTree() {
  const notes: string[] = []
  mount(<Folders note={(what) => notes.push(what)} />)
  const tree = page.getByRole('tree').element()
  if (tree instanceof HTMLElement) tree.focus()
  return { tree, notes }
}

/** The node that aria-activedescendant names, which is the selected one. */
function current(): string | null | undefined {
  const id = page.getByRole('tree').element().getAttribute('aria-activedescendant')
  const node = document.getElementById(id ?? '')
  return node?.getAttribute('aria-selected') === 'true' ? node.textContent : undefined
}
const item = (name: string) => page.getByRole('treeitem', { name, exact: true })
const shown = () => [...document.querySelectorAll('[role=treeitem]')].map(({ textContent }) => textContent)

test('arrows walk what is visible, Home and End go to its ends', async () => {
  openTree()
  expect(current()).toBe('Files')
  await keys('{ArrowDown}', '{ArrowDown}')
  expect(current()).toBe('Personal')
  await keys('{ArrowDown}')
  expect(current()).toBe('Personal')
  await keys('{ArrowUp}')
  expect(current()).toBe('Board')
  await keys('{End}')
  expect(current()).toBe('Personal')
  await keys('{Home}')
  expect(current()).toBe('Files')
})

test('right opens a node, then goes to its first child; left closes it, then goes to its parent', async () => {
  openTree()
  await keys('{ArrowDown}', '{ArrowRight}')
  expect([current(), shown()]).toEqual(['Board', ['Files', 'Board', 'Minutes', 'Personal']])
  await keys('{ArrowRight}')
  expect(current()).toBe('Minutes')
  await keys('{ArrowLeft}')
  expect(current()).toBe('Board')
  await keys('{ArrowLeft}')
  expect([current(), shown()]).toEqual(['Board', ['Files', 'Board', 'Personal']])
  await keys('{ArrowLeft}')
  expect(current()).toBe('Files')
})

test('right on a node without children stays there', async () => {
  openTree()
  await keys('{ArrowDown}', '{ArrowRight}', '{ArrowRight}', '{ArrowRight}')
  expect(current()).toBe('Minutes')
})

test('Enter takes the folder; Alt is for the browser', async () => {
  const { tree, notes } = openTree()
  await keys('{ArrowDown}', '{Enter}')
  expect(notes).toEqual(['chosen Board'])
  const back = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true })
  expect([tree.dispatchEvent(back), current()]).toEqual([true, 'Board'])
})

test('a press selects, the arrow opens without selecting, a double click does both', async () => {
  openTree()
  await userEvent.click(item('Personal'))
  expect(current()).toBe('Personal')
  const arrow = item('Board').element().querySelector('span')
  if (arrow) await userEvent.click(arrow)
  expect([current(), shown()]).toEqual(['Personal', ['Files', 'Board', 'Minutes', 'Personal']])
  await userEvent.dblClick(item('Board'))
  expect([current(), shown()]).toEqual(['Board', ['Files', 'Board', 'Personal']])
})

test('levels and what is open are announced; what has no children says neither', async () => {
  openTree()
  const said = (name: string) => ['aria-level', 'aria-expanded'].map((word) => item(name).element().getAttribute(word))
  expect([said('Files'), said('Board'), said('Personal')]).toEqual([
    ['1', 'true'],
    ['2', 'false'],
    ['2', null],
  ])
  await expectAccessible()
})
