import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessible.ts'
import { cursor, mountGrid, namedRows, numberedRows, rowElement, selected } from '../testing/grid-page.tsx'
import { focused, keys } from '../testing/mount.tsx'

const fruit = namedRows('Apple', 'Banana', 'Cherry', 'Date', 'Elder')
const tickOf = (name: string) => rowElement(name).querySelector('[role=gridcell] > *') ?? document.body
const all = () => page.getByRole('checkbox', { name: 'Select all' })

beforeEach(() => scrollTo(0, 0))

describe('pressing rows', () => {
  test('a press selects one row, Ctrl adds, Shift takes the range', async () => {
    mountGrid(fruit)
    await userEvent.click(rowElement('Banana'))
    expect([cursor(), selected()]).toEqual(['Banana', ['Banana']])
    await userEvent.click(rowElement('Date'), { modifiers: ['Control'] })
    expect(selected()).toEqual(['Banana', 'Date'])
    await userEvent.click(rowElement('Elder'), { modifiers: ['Shift'] })
    expect(selected()).toEqual(['Date', 'Elder'])
    await userEvent.click(rowElement('Apple'))
    expect(selected()).toEqual(['Apple'])
  })

  test('the keyboard continues where the pointer was', async () => {
    mountGrid(fruit)
    await userEvent.click(rowElement('Banana'))
    await keys('{Shift>}{ArrowDown}{/Shift}')
    expect([focused(), selected()]).toEqual(['Files', ['Banana', 'Cherry']])
  })

  test('a double click opens', async () => {
    const { notes } = mountGrid(fruit)
    await userEvent.dblClick(rowElement('Cherry'))
    expect(notes).toEqual(['open Cherry'])
  })

  test('a tick adds and takes away; pressed twice it opens nothing', async () => {
    const { notes } = mountGrid(fruit)
    await userEvent.click(tickOf('Banana'))
    await userEvent.click(tickOf('Date'))
    expect(selected()).toEqual(['Banana', 'Date'])
    await userEvent.click(tickOf('Banana'))
    expect(selected()).toEqual(['Date'])
    await userEvent.dblClick(tickOf('Apple'))
    expect([selected(), notes]).toEqual([['Date'], []])
  })

  test('a right click selects its row, unless it is part of the selection', async () => {
    const { notes } = mountGrid(fruit)
    await userEvent.click(rowElement('Apple'))
    await userEvent.click(rowElement('Banana'), { modifiers: ['Shift'] })
    await userEvent.click(rowElement('Banana'), { button: 'right', position: { x: 100, y: 10 } })
    expect(selected()).toEqual(['Apple', 'Banana'])
    await userEvent.click(rowElement('Date'), { button: 'right', position: { x: 100, y: 10 } })
    expect(selected()).toEqual(['Date'])
    const points = ['Banana', 'Date'].map((name) => [name, rowElement(name).getBoundingClientRect()] as const)
    expect(notes).toEqual(points.map(([name, box]) => `menu of ${name} at ${box.left + 100}, ${box.top + 10}`))
  })
})

describe('a finger', () => {
  afterEach(() => vi.useRealTimers())

  const press = (name: string, at = { x: 50, y: 10 }) => {
    const touch = { bubbles: true, pointerType: 'touch', clientX: at.x, clientY: at.y }
    const row = rowElement(name)
    row.dispatchEvent(new PointerEvent('pointerdown', touch))
    return {
      move: (y: number) => row.dispatchEvent(new PointerEvent('pointermove', { ...touch, clientY: y })),
      lift: () => {
        row.dispatchEvent(new PointerEvent('pointerup', touch))
        flushSync(() => row.dispatchEvent(new PointerEvent('click', touch)))
      },
    }
  }
  const hold = (ms: number) => flushSync(() => void vi.advanceTimersByTime(ms))

  test('opens with a tap, and selects when it stays', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { notes } = mountGrid(fruit)
    press('Cherry').lift()
    expect([notes, selected()]).toEqual([['open Cherry'], []])

    const finger = press('Banana')
    hold(499)
    expect(selected()).toEqual([])
    hold(1)
    expect(selected()).toEqual(['Banana'])
    finger.lift()
    // What follows selects more, or takes away, until nothing is selected.
    press('Date').lift()
    expect([notes.length, selected()]).toEqual([1, ['Banana', 'Date']])
    press('Banana').lift()
    press('Date').lift()
    expect(selected()).toEqual([])
    press('Apple').lift()
    expect(notes).toEqual(['open Cherry', 'open Apple'])
  })

  test('that scrolls selects nothing, and its long press opens no menu', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { notes } = mountGrid(fruit)
    press('Cherry').move(30)
    hold(1000)
    expect(selected()).toEqual([])
    press('Cherry')
    const menu = new PointerEvent('contextmenu', { bubbles: true, cancelable: true })
    rowElement('Cherry').dispatchEvent(menu)
    expect([menu.defaultPrevented, notes]).toEqual([true, []])
  })

  test('gives way to the mouse of the same device', async () => {
    const { notes } = mountGrid(fruit)
    press('Cherry').lift()
    await userEvent.click(rowElement('Date'))
    expect([notes, selected()]).toEqual([['open Cherry'], ['Date']])
  })
})

describe('dragging', () => {
  test('takes the selection, or a row outside of it alone', async () => {
    const { notes } = mountGrid(fruit, { isDraggable: true })
    await userEvent.click(rowElement('Apple'))
    await userEvent.click(rowElement('Cherry'), { modifiers: ['Control'] })
    await userEvent.dragAndDrop(rowElement('Cherry'), rowElement('Elder'))
    expect([notes, selected()]).toEqual([['drag Apple, Cherry'], ['Apple', 'Cherry']])
    await userEvent.dragAndDrop(rowElement('Date'), rowElement('Elder'))
    expect([notes[1], selected()]).toEqual(['drag Date', ['Date']])
  })

  test('rows take drops by their ids, an empty one like any other', () => {
    const ids: Record<string, string> = { Apple: 'folder-1', Banana: '' }
    mountGrid(fruit, { dropId: ({ name }) => ids[name] ?? undefined })
    expect(['Apple', 'Banana', 'Cherry'].map((name) => rowElement(name).dataset['dropId'])).toEqual([
      'folder-1',
      '',
      undefined,
    ])
    expect(rowElement('Apple').draggable).toBe(false)
  })
})

describe('the header', () => {
  test('its checkbox says none, some or all, and takes all or none', async () => {
    mountGrid(fruit)
    await expect.element(all()).toHaveAttribute('aria-checked', 'false')
    await userEvent.click(tickOf('Banana'))
    await expect.element(all()).toHaveAttribute('aria-checked', 'mixed')
    await userEvent.click(all())
    await expect.element(all()).toHaveAttribute('aria-checked', 'true')
    expect(selected()).toHaveLength(fruit.length)
    await userEvent.click(all())
    await expect.element(all()).toHaveAttribute('aria-checked', 'false')
    expect(selected()).toEqual([])
  })

  test('an empty list is not selected as a whole', async () => {
    mountGrid([])
    await expect.element(all()).toHaveAttribute('aria-checked', 'false')
  })

  test('its buttons sort, and the column says how', async () => {
    mountGrid(fruit)
    const name = page.getByRole('columnheader', { name: 'Name' })
    await expect.element(name).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(page.getByRole('button', { name: 'Name' }))
    await expect.element(name).toHaveAttribute('aria-sort', 'descending')
    expect(page.getByRole('columnheader', { name: 'Actions' }).element().hasAttribute('aria-sort')).toBe(false)
  })
})

describe('a long list', () => {
  test('renders what is on the screen and counts all of it', async () => {
    const { element } = mountGrid(numberedRows(1000))
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001')
    expect(element.getAttribute('aria-colcount')).toBe('3')
    expect(rowElement('Row 3').getAttribute('aria-rowindex')).toBe('5')
    expect(rowElement('Row 3').querySelectorAll('[role=gridcell]')).toHaveLength(3)
    const rendered = element.querySelectorAll('[aria-selected]').length
    expect(rendered).toBeGreaterThan(10)
    expect(rendered).toBeLessThan(60)
  })

  test('the row of the cursor stays when it is scrolled away, above and below', async () => {
    mountGrid(numberedRows(1000))
    await userEvent.click(rowElement('Row 5'))
    scrollTo(0, 20_000)
    await expect.poll(() => rowElement('Row 500').textContent).toContain('Row 500')
    expect([cursor(), selected()]).toEqual(['Row 5', ['Row 5']])
    await userEvent.click(rowElement('Row 500'))
    scrollTo(0, 0)
    await expect.poll(() => rowElement('Row 5').textContent).toContain('Row 5')
    expect(cursor()).toBe('Row 500')
    await keys('{ArrowDown}')
    expect(cursor()).toBe('Row 501')
    await expect.poll(() => rowElement('Row 501').getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
  })

  test('rows lie where their place says, in their order', async () => {
    mountGrid(numberedRows(1000))
    scrollTo(0, 8000)
    await expect.poll(() => rowElement('Row 200').textContent).toContain('Row 200')
    const tops = [199, 200, 201].map((at) => rowElement(`Row ${at}`).getBoundingClientRect().top)
    expect(tops.map((top) => top - (tops[0] ?? 0))).toEqual([0, 40, 80])
  })

  test('the selection follows its rows when the list is shortened', async () => {
    const grid = mountGrid(fruit)
    await userEvent.click(rowElement('Cherry'))
    await userEvent.click(rowElement('Elder'), { modifiers: ['Control'] })
    grid.show(fruit.filter(({ name }) => name !== 'Apple' && name !== 'Elder'))
    expect([selected(), cursor()]).toEqual([['Cherry'], 'Date'])
  })
})

test('axe finds nothing in a grid with a selection', async () => {
  mountGrid(numberedRows(30))
  await userEvent.click(rowElement('Row 2'))
  await expectAccessible()
})
