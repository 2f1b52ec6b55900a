import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { PressedButtons } from './pressed-buttons.tsx'
import { WayButtons } from './way-buttons.tsx'
import { LayoutGrid, List } from 'lucide-react'
import { TooltipProvider } from '../overlay/tooltip.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, keys, mount } from '../testing/mount.tsx'

describe('a button', () => {
  test('under way keeps its focus, refuses presses and says so', async () => {
    const press = vi.fn<() => void>()
    const { show } = mount(<Button onClick={press}>Save</Button>)
    await userEvent.click(button('Save'))
    expect(press).toHaveBeenCalledOnce()
    show(
      <Button onClick={press} isBusy>
        Save
      </Button>,
    )
    await expect.element(button('Save')).toHaveFocus()
    await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true')
    await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true')
    await keys('{Enter}', ' ')
    await userEvent.click(button('Save'), { force: true })
    expect(press).toHaveBeenCalledOnce()
    await expectAccessible()
  })

  test.for([
    ['primary', 1],
    ['danger', 1],
    ['outline', 2],
    ['ghost', 2],
  ] as const)('a double click on a %s button counts %i', async ([variant, count]) => {
    const press = vi.fn<() => void>()
    mount(
      <Button variant={variant} onClick={press}>
        Next
      </Button>,
    )
    await userEvent.dblClick(button('Next'))
    expect(press).toHaveBeenCalledTimes(count)
  })

  test('a double click submits a form once, in any look', async () => {
    const submit = vi.fn<() => void>()
    mount(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Button variant="outline" type="submit">
          Send
        </Button>
        <Button>Check</Button>
      </form>,
    )
    await userEvent.dblClick(button('Send'))
    await userEvent.click(button('Check'))
    expect(submit).toHaveBeenCalledOnce()
  })
})

describe('a button with an icon', () => {
  const tooltip = (text: string) => page.getByText(text, { exact: true })

  test('has its name, and shows the shorter hint to the eye while it has the focus', async () => {
    mount(
      <TooltipProvider>
        <IconButton label="Share Letter.pdf" hint="Share">
          …
        </IconButton>
        <IconButton label="Delete">×</IconButton>
      </TooltipProvider>,
    )
    await expect.element(button('Share Letter.pdf')).toBeVisible()
    expect(tooltip('Share').query()).toBeNull()
    await keys('{Tab}')
    await expect.element(button('Share Letter.pdf')).toHaveFocus()
    await expect.element(tooltip('Share')).toBeVisible()
    await expectAccessible()
    await keys('{Tab}')
    await expect.element(tooltip('Delete')).toBeVisible()
    await expect.element(tooltip('Share')).not.toBeInTheDocument()
    await keys('{Escape}')
    await expect.element(tooltip('Delete')).not.toBeInTheDocument()
  })
})

test('of buttons side by side one is pressed', async () => {
  const press = vi.fn<(id: string) => void>()
  mount(
    <PressedButtons
      label="View"
      pressed="list"
      onPress={press}
      buttons={[
        { id: 'list', label: 'List', Icon: List },
        { id: 'tiles', label: 'Tiles', Icon: LayoutGrid },
      ]}
    />,
  )
  await expect.element(page.getByRole('group', { name: 'View' })).toBeVisible()
  await expect.element(button('List')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Tiles')).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(button('Tiles'))
  expect(press.mock.calls).toEqual([['tiles']])
  await expectAccessible()
})

test('a way that is closed stays visible and says why, an open one names its panel', async () => {
  const choose = vi.fn<() => void>()
  mount(
    <WayButtons
      title="Other ways"
      reason="No passkey on this device."
      ways={[
        { id: 'code', label: 'By code', onChoose: choose, isOpen: true },
        { id: 'passkey', label: 'By passkey' },
      ]}
    >
      <p>The code from your app</p>
    </WayButtons>,
  )
  await expect.element(button('By passkey')).toBeDisabled()
  await expect.element(button('By passkey')).toHaveAccessibleDescription('No passkey on this device.')
  await expect.element(button('By code')).toHaveAccessibleDescription('')
  await expect.element(button('By code')).toHaveAttribute('aria-expanded', 'true')
  const panel = document.getElementById(button('By code').element().getAttribute('aria-controls') ?? '')
  expect(panel?.textContent).toBe('The code from your app')
  await userEvent.click(button('By code'))
  expect(choose).toHaveBeenCalledOnce()
  await expectAccessible()
})
