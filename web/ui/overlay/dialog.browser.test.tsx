import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AlertDialog } from './alert-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Button } from '../button/button.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, focused, keys, mount } from '../testing/mount.tsx'
import { Opener, pressBeside } from '../testing/opener.tsx'

const dialog = () => page.getByRole('dialog')
const alertDialog = () => page.getByRole('alertdialog')

async function openDialog({ isDismissible = true, isBusy = false } = {}) {
  mount(
    <Opener>
      {(isOpen, close) => (
        <Dialog isOpen={isOpen} onClose={close} title="Rename" {...{ isDismissible, isBusy }}>
          <label>
            New name <input />
          </label>
          <Button onClick={close}>Save</Button>
        </Dialog>
      )}
    </Opener>,
  )
  await userEvent.click(button('Open'))
  await expect.element(dialog()).toHaveAccessibleName('Rename')
}

describe('a dialog', () => {
  test('has the focus, and Tab stays inside', async () => {
    await openDialog()
    const inside = () => dialog().element().contains(document.activeElement)
    await expect.poll(inside).toBe(true)
    const seen = new Set<string>()
    for (let at = 0; at < 6; at++) {
      await keys('{Tab}')
      await expect.poll(inside).toBe(true)
      seen.add(focused())
    }
    expect([...seen].toSorted()).toEqual(['', 'Close', 'Save'])
    expect(button('Behind').query()).toBeNull()
  })

  test.for(['Escape', 'its cross', 'a press beside it', 'its own button'])(
    '%s closes it and gives the focus back',
    async (way) => {
      await openDialog()
      if (way === 'Escape') await keys('{Escape}')
      else if (way === 'its cross') await userEvent.click(button('Close'))
      else if (way === 'its own button') await userEvent.click(button('Save'))
      else await pressBeside()
      await expect.element(dialog()).not.toBeInTheDocument()
      await expect.poll(focused).toBe('Open')
    },
  )

  test('that shows something once is closed by its own button only', async () => {
    await openDialog({ isDismissible: false })
    await keys('{Escape}')
    await pressBeside()
    await expect.element(dialog()).toBeVisible()
    expect(button('Close').query()).toBeNull()
    await userEvent.click(button('Save'))
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  test('that is making something stays until it is made', async () => {
    await openDialog({ isBusy: true })
    await keys('{Escape}')
    await pressBeside()
    await button('Close').click({ force: true })
    await expect.element(dialog()).toBeVisible()
    await expect.element(button('Close')).toBeDisabled()
  })

  test('that grows keeps its upper edge', async () => {
    const content = (lines: number) => (
      <Dialog isOpen isGrowing onClose={() => {}} title="Share">
        {Array.from({ length: lines }, (_, at) => (
          <p key={at}>Line</p>
        ))}
      </Dialog>
    )
    const box = () => dialog().element().getBoundingClientRect()
    const { show } = mount(content(2))
    await expect.poll(() => getComputedStyle(dialog().element()).opacity).toBe('1')
    const before = box()
    show(content(8))
    expect(box().height).toBeGreaterThan(before.height + 50)
    expect(box().top).toBe(before.top)
  })

  test('shows axe nothing', async () => {
    await openDialog()
    await expectAccessible()
  })
})

describe('a question before something final', () => {
  async function ask() {
    const notes: string[] = []
    mount(
      <Opener>
        {(isOpen, close) => (
          <AlertDialog
            isOpen={isOpen}
            title="Delete for good?"
            text="Two files are gone then."
            confirmLabel="Delete"
            cancelLabel="Keep"
            onConfirm={() => notes.push('confirmed')}
            onClose={() => {
              notes.push('closed')
              close()
            }}
          />
        )}
      </Opener>,
    )
    await userEvent.click(button('Open'))
    await expect.poll(focused).toBe('Keep')
    return notes
  }

  test('has the focus on the harmless answer, so that Enter keeps', async () => {
    const notes = await ask()
    await expect.element(alertDialog()).toHaveAccessibleDescription('Two files are gone then.')
    await expectAccessible()
    await keys('{Enter}')
    await expect.element(alertDialog()).not.toBeInTheDocument()
    expect(notes).toEqual(['closed'])
    await expect.poll(focused).toBe('Open')
  })

  test('Escape keeps, a press beside it answers nothing', async () => {
    const notes = await ask()
    await pressBeside()
    await expect.element(alertDialog()).toBeVisible()
    await keys('{Escape}')
    await expect.element(alertDialog()).not.toBeInTheDocument()
    expect(notes).toEqual(['closed'])
  })

  test('a double click confirms once', async () => {
    const notes = await ask()
    await userEvent.dblClick(button('Delete'))
    await expect.element(alertDialog()).not.toBeInTheDocument()
    expect(notes).toEqual(['confirmed', 'closed'])
  })
})
