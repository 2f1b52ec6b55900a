import { useRef, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ContextMenu, type MenuPoint } from './context-menu.tsx'
import { Menu, MenuItem, MenuNote, MenuSeparator } from './menu.tsx'
import { Button } from '../button/button.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '../testing/mount.tsx'

const menu = () => page.getByRole('menu')

function Items({ note }: { note: (what: string) => void }) {
  return (
    <>
      <MenuNote>2 files</MenuNote>
      <MenuItem onClick={() => note('rename')} keys="F2">
        Rename
      </MenuItem>
      <MenuItem disabled onClick={() => note('share')}>
        Share
      </MenuItem>
      <MenuSeparator />
      <MenuItem isDanger onClick={() => note('delete')}>
        Delete
      </MenuItem>
    </>
  )
}

function MenuPage({ note }: { note: (what: string) => void }) {
  const [at, setAt] = useState<MenuPoint | null>(null)
  const list = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={list} onClick={() => setAt({ x: 300, y: 200 })}>
        List
      </Button>
      <Button>Beside</Button>
      <ContextMenu
        label="What to do"
        at={at}
        onClose={() => setAt(null)}
        onClosed={() => note('closed')}
        finalFocus={list}
      >
        <Items note={note} />
      </ContextMenu>
    </>
  )
}

async function openAtPoint() {
  const notes: string[] = []
  mount(<MenuPage note={(what) => notes.push(what)} />)
  button('List').element().focus()
  await keys('{Enter}')
  await expect.element(menu()).toHaveAccessibleName('What to do')
  await expect.poll(() => menu().element().contains(document.activeElement)).toBe(true)
  return notes
}

describe('a menu at a point', () => {
  test('opens there, within the main landmark', async () => {
    await openAtPoint()
    await expect.poll(() => Math.round(menu().element().getBoundingClientRect().left)).toBe(300)
    expect(Math.round(menu().element().getBoundingClientRect().top)).toBe(202)
    expect(document.querySelector('main')?.contains(menu().element())).toBe(true)
    await expectAccessible()
  })

  test('arrows walk its entries, Enter does what they say, then the focus is back', async () => {
    const notes = await openAtPoint()
    await keys('{ArrowDown}')
    await expect.poll(focused).toContain('Rename')
    await keys('{ArrowDown}')
    await expect.poll(focused).toBe('Share')
    // Can be walked to, so that it is heard, and does nothing.
    await keys('{Enter}', '{ArrowDown}')
    await expect.poll(focused).toBe('Delete')
    expect(notes).toEqual([])
    await keys('{Enter}')
    await expect.poll(() => notes).toEqual(['delete', 'closed'])
    await expect.element(menu()).not.toBeInTheDocument()
    await expect.poll(focused).toBe('List')
  })

  test('letters go to an entry', async () => {
    const notes = await openAtPoint()
    await keys('d')
    await expect.poll(focused).toBe('Delete')
    expect(notes).toEqual([])
  })

  test('Escape closes without doing anything and gives the focus back', async () => {
    const notes = await openAtPoint()
    await keys('{Escape}')
    await expect.poll(() => notes).toEqual(['closed'])
    await expect.poll(focused).toBe('List')
  })

  test('a press beside it closes it', async () => {
    const notes = await openAtPoint()
    await userEvent.click(document.body, { position: { x: 900, y: 600 }, force: true })
    await expect.element(menu()).not.toBeInTheDocument()
    expect(notes).not.toContain('rename')
  })
})

/** More entries than a small screen has room for. */
const many = Array.from({ length: 20 }, (_, at) => (
  <MenuItem key={at}>
    <span className="py-3">Entry {at}</span>
  </MenuItem>
))

function expectOnScreen() {
  const { top, bottom, left, right } = menu().element().getBoundingClientRect()
  expect(Math.min(top, left)).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(window.innerHeight)
  expect(right).toBeLessThanOrEqual(window.innerWidth)
}

describe('a menu that is higher than the screen', () => {
  test.for([100, 400, 700])('opened at %i pixels stays on it and scrolls to its last entry', async (y) => {
    await screenWidth(390)
    const list = { current: null }
    mount(
      <ContextMenu label="What to do" at={{ x: 370, y }} onClose={() => {}} finalFocus={list}>
        {many}
      </ContextMenu>,
    )
    await expect.poll(() => menu().element().contains(document.activeElement)).toBe(true)
    expectOnScreen()
    await keys('{End}')
    await expect.poll(focused).toBe('Entry 19')
    const last = page.getByRole('menuitem', { name: 'Entry 19' }).element().getBoundingClientRect()
    expect(last.bottom).toBeLessThanOrEqual(menu().element().getBoundingClientRect().bottom)
  })

  test('opened by a button stays on it as well', async () => {
    await screenWidth(390)
    mount(<Menu trigger={<IconButton label="More">…</IconButton>}>{many}</Menu>)
    await userEvent.click(button('More'))
    await expect.element(menu()).toBeVisible()
    expectOnScreen()
  })
})

describe('a menu of a button', () => {
  test('says whether it is open, opens by keyboard and gives the focus back', async () => {
    const notes: string[] = []
    mount(
      <Menu trigger={<IconButton label="More">…</IconButton>}>
        <Items note={(what) => notes.push(what)} />
      </Menu>,
    )
    const more = button('More')
    await expect.element(more).toHaveAttribute('aria-expanded', 'false')
    more.element().focus()
    await keys('{ArrowDown}')
    await expect.element(more).toHaveAttribute('aria-expanded', 'true')
    await expect.poll(focused).toContain('Rename')
    await keys('{Enter}')
    await expect.element(menu()).not.toBeInTheDocument()
    expect([notes, focused()]).toEqual([['rename'], 'More'])
  })
})
