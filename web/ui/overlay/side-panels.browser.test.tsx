import { useRef } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Drawer } from './drawer.tsx'
import { Sheet } from './sheet.tsx'
import { Button } from '../button/button.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '../testing/mount.tsx'
import { Opener, pressBeside } from '../testing/opener.tsx'

const panel = () => page.getByRole('dialog')

const PANELS = {
  sheet: {
    beside: { x: 5, y: 5 },
    page: (
      <Opener>
        {(isOpen, close) => (
          <Sheet isOpen={isOpen} onClose={close} title="report.pdf">
            <Button onClick={close}>Done</Button>
          </Sheet>
        )}
      </Opener>
    ),
  },
  drawer: {
    beside: { x: 1200, y: 5 },
    page: (
      <Opener>
        {(isOpen, close) => (
          <Drawer isOpen={isOpen} onOpenChange={(isAsked) => !isAsked && close()} title="report.pdf">
            <Button onClick={close}>Done</Button>
          </Drawer>
        )}
      </Opener>
    ),
  },
}

describe.for(['sheet', 'drawer'] as const)('a %s', (kind) => {
  async function openPanel() {
    mount(PANELS[kind].page)
    button('Open').element().focus()
    await keys('{Enter}')
    await expect.element(panel()).toHaveAccessibleName('report.pdf')
    await expect.poll(() => panel().element().contains(document.activeElement)).toBe(true)
  }

  test('has the focus, and Tab stays inside', async () => {
    await openPanel()
    const seen = new Set<string>()
    for (let at = 0; at < 5; at++) {
      await keys('{Tab}')
      await expect.poll(() => panel().element().contains(document.activeElement)).toBe(true)
      seen.add(focused())
    }
    expect([...seen]).toEqual(expect.arrayContaining(['Close', 'Done']))
    expect(seen).not.toContain('Behind')
    expect(button('Behind').query()).toBeNull()
  })

  test.for(['Escape', 'its cross', 'a press beside it', 'its own button'])(
    '%s closes it and gives the focus back',
    async (way) => {
      await openPanel()
      if (way === 'Escape') await keys('{Escape}')
      else if (way === 'its cross') await userEvent.click(button('Close'))
      else if (way === 'its own button') await userEvent.click(button('Done'))
      else await pressBeside(PANELS[kind].beside)
      await expect.element(panel()).not.toBeInTheDocument()
      await expect.poll(focused).toBe('Open')
    },
  )

  test.for([1280, 390])('is as high as the screen, within its width of %i, and shows axe nothing', async (width) => {
    await screenWidth(width)
    await openPanel()
    await expectAccessible()
    const { left, right, top, bottom } = panel().element().getBoundingClientRect()
    expect([top, bottom]).toEqual([0, 800])
    if (kind === 'sheet') expect(Math.round(right)).toBe(width)
    else expect(Math.round(left)).toBe(0)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width)
  })
})

test('a sheet gives the focus to what its page names', async () => {
  function SheetOfRow() {
    const list = useRef<HTMLElement>(null)
    return (
      <>
        <section ref={list} tabIndex={-1} aria-label="Files" />
        <Opener>
          {(isOpen, close) => (
            <Sheet isOpen={isOpen} onClose={close} title="report.pdf" finalFocus={list}>
              <p>Details</p>
            </Sheet>
          )}
        </Opener>
      </>
    )
  }
  mount(<SheetOfRow />)
  await userEvent.click(button('Open'))
  await expect.element(panel()).toBeVisible()
  await keys('{Escape}')
  await expect.poll(focused).toBe('Files')
})
