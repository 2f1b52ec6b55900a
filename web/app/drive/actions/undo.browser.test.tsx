import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Toaster } from '#web/ui/overlay/toast.tsx'
import { button, keys, mount } from '#web/ui/testing/mount.tsx'
import { UndoProvider, useOfferUndo } from './undo.tsx'

/** A button that does something at once, which is taken back at once. */
function Doing() {
  const offerUndo = useOfferUndo()
  const done = () => Promise.resolve(true)
  const act = () => offerUndo({ title: 'Plan.pdf moved to the trash', work: done(), undo: done })
  return (
    <button type="button" onClick={act}>
      Do it
    </button>
  )
}

const titles = () =>
  [...document.querySelectorAll('[role=dialog]:not([data-ending-style]) h2')].map(({ textContent }) => textContent)

test.each([
  ['the button', () => userEvent.click(button('Undo'))],
  ['Ctrl+Z', () => keys('{Control>}z{/Control}')],
])('by %s, "Undone" takes the place of what was offered', async (_, undo) => {
  mount(
    <Toaster>
      <UndoProvider>
        <Doing />
      </UndoProvider>
    </Toaster>,
  )
  await userEvent.click(button('Do it'))
  await expect.poll(titles).toEqual(['Plan.pdf moved to the trash'])
  await undo()
  await expect.poll(titles).toEqual(['Undone'])
  await userEvent.hover(page.getByRole('dialog'))
  await userEvent.click(button('Dismiss notification'))
  await expect.poll(titles).toEqual([])
})
