import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { cursor, mountGrid, namedRows, numberedRows, ROW_HEIGHT, selected } from '../testing/grid-page.tsx'
import { focused, keys } from '../testing/mount.tsx'

const fruit = namedRows('Apple', 'Banana', 'Blueberry', 'Cherry', 'Date')

beforeEach(() => scrollTo(0, 0))

function openGrid(rows = fruit, options: Parameters<typeof mountGrid>[1] = {}) {
  const grid = mountGrid(rows, options)
  grid.element.focus()
  return grid
}

describe('walking', () => {
  test('arrows select one row and stop at both ends', async () => {
    openGrid()
    expect(cursor()).toBe('Apple')
    await keys('{ArrowDown}')
    expect([cursor(), selected()]).toEqual(['Banana', ['Banana']])
    await keys('{ArrowUp}', '{ArrowUp}')
    expect([cursor(), selected()]).toEqual(['Apple', ['Apple']])
    await keys('{End}', '{ArrowDown}')
    expect([cursor(), selected()]).toEqual(['Date', ['Date']])
    await keys('{Home}')
    expect(cursor()).toBe('Apple')
  })

  test('a list leaves right and left to the page', async () => {
    openGrid()
    const taken = watchTakenKeys()
    await keys('{ArrowRight}', '{ArrowLeft}', '{ArrowDown}')
    expect(taken).toEqual(['ArrowDown'])
  })

  test('Alt is for the browser: it goes back and forward with arrows', async () => {
    const { element } = openGrid(fruit, { perRow: 2 })
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'Home']) {
      // Made here, because the browser would leave the test.
      const press = new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true })
      expect([key, element.dispatchEvent(press), cursor()]).toEqual([key, true, 'Apple'])
    }
  })

  test('a page is what fits below the bars, and the row walked to is in view', async () => {
    openGrid(numberedRows(500))
    const perPage = Math.floor((innerHeight - 160) / ROW_HEIGHT)
    await keys('{PageDown}')
    expect(cursor()).toBe(`Row ${perPage}`)
    await keys('{PageDown}', '{PageUp}')
    expect(cursor()).toBe(`Row ${perPage}`)
    await keys('{End}')
    await expect.poll(() => boxOfCursor().bottom).toBeLessThanOrEqual(innerHeight)
    expect(cursor()).toBe('Row 499')
    await keys('{ArrowUp}', '{PageUp}')
    expect(cursor()).toBe(`Row ${498 - perPage}`)
    // Not behind the header of the app and of the list, which stick to the upper edge.
    await expect.poll(() => boxOfCursor().top).toBeGreaterThanOrEqual(144)
  })

  test('Shift takes the range from where it began, also back over it', async () => {
    openGrid()
    await keys('{ArrowDown}', '{ArrowDown}', '{Shift>}{ArrowDown}{/Shift}')
    expect(selected()).toEqual(['Blueberry', 'Cherry'])
    await keys('{Shift>}{Home}{/Shift}')
    expect(selected()).toEqual(['Apple', 'Banana', 'Blueberry'])
  })

  test('Ctrl walks without selecting, and Ctrl+Space adds the row', async () => {
    openGrid(fruit, { onPeek: () => true })
    await keys('{ArrowDown}', '{Control>}{ArrowDown}{ArrowDown}{/Control}')
    expect([cursor(), selected()]).toEqual(['Cherry', ['Banana']])
    await keys('{Control>} {/Control}')
    expect(selected()).toEqual(['Banana', 'Cherry'])
    await keys('{Control>} {/Control}')
    expect(selected()).toEqual(['Banana'])
  })

  test('Ctrl+A takes all, Escape none, and the cursor stays', async () => {
    openGrid()
    await keys('{ArrowDown}', '{Control>}a{/Control}')
    expect([cursor(), selected()]).toEqual(['Banana', fruit.map(({ name }) => name)])
    await keys('{Escape}')
    expect([cursor(), selected()]).toEqual(['Banana', []])
  })
})

describe('what a key does with the row', () => {
  test('Enter opens, F2 renames, Delete deletes the row under the cursor', async () => {
    const notes: string[] = []
    const grid = openGrid(fruit, { onRename: ({ name }) => notes.push(`rename ${name}`) })
    await keys('{ArrowDown}', '{Escape}', '{Enter}', '{F2}', '{Delete}')
    expect(notes).toEqual(['rename Banana'])
    expect(grid.notes).toEqual(['open Banana', 'delete Banana'])
    expect(selected()).toEqual(['Banana'])
  })

  test('Delete and Ctrl+C take the selection, not the cursor alone', async () => {
    const copied: string[][] = []
    const grid = openGrid(fruit, { onCopy: (ids) => copied.push([...ids]) })
    await keys('{ArrowDown}', '{Shift>}{ArrowDown}{/Shift}', '{Delete}', '{Control>}c{/Control}')
    expect(grid.notes).toEqual(['delete Banana, Blueberry'])
    expect(copied).toEqual([['Banana', 'Blueberry']])
  })

  test('Ctrl+C leaves marked text to the browser', async () => {
    const copied: string[][] = []
    const { element } = openGrid(fruit, { onCopy: (ids) => copied.push([...ids]) })
    getSelection()?.selectAllChildren(element)
    await keys('{Control>}c{/Control}')
    expect(copied).toEqual([])
    getSelection()?.removeAllRanges()
    await keys('{Control>}c{/Control}')
    expect(copied).toEqual([['Apple']])
  })

  test('Space looks at a row, and selects where there is nothing to see', async () => {
    const seen: string[] = []
    openGrid(fruit, { onPeek: ({ name }) => name !== 'Banana' && seen.push(name) > 0 })
    await keys(' ')
    expect([seen, selected()]).toEqual([['Apple'], []])
    await keys('{ArrowDown}', '{Escape}', ' ')
    expect([seen, selected()]).toEqual([['Apple'], ['Banana']])
  })

  test('Shift+F10 selects the row and opens its menu below it', async () => {
    const grid = openGrid()
    await keys('{Control>}{ArrowDown}{/Control}', '{Shift>}{F10}{/Shift}')
    const box = boxOfCursor()
    expect(grid.notes).toEqual([`menu of Banana at ${Math.round(box.left + 56)}, ${Math.round(box.bottom - 4)}`])
    expect(selected()).toEqual(['Banana'])
    await keys('{Control>}a{/Control}', '{ContextMenu}')
    expect(selected()).toHaveLength(fruit.length)
  })

  test('keys on a control inside a row are its own', async () => {
    const grid = openGrid()
    const share = page.getByRole('button', { name: 'Share Cherry' })
    share.element().focus()
    await keys('{Enter}', '{ArrowDown}', '{Delete}', 'b')
    expect(grid.notes).toEqual(['share Cherry'])
    expect([cursor(), selected(), focused()]).toEqual(['Cherry', ['Cherry'], 'Share Cherry'])
  })

  test('an empty list takes no key and names no row', async () => {
    const grid = openGrid([])
    await keys('{ArrowDown}', '{Enter}', '{Delete}', ' ', 'a', '{Control>}a{/Control}')
    expect(grid.notes).toEqual([])
    expect(grid.element.getAttribute('aria-activedescendant')).toBeNull()
    expect(grid.element.getAttribute('aria-rowcount')).toBe('1')
  })
})

describe('typing a name', () => {
  test('goes to the first row that begins so, in any case', async () => {
    openGrid()
    await keys('BLUE')
    expect([cursor(), selected()]).toEqual(['Blueberry', ['Blueberry']])
  })

  test('the same first letter walks through the matches once the pause is over', async () => {
    openGrid()
    await keys('b')
    expect(cursor()).toBe('Banana')
    await pause()
    await keys('b')
    expect(cursor()).toBe('Blueberry')
  })

  test('an action ends the name: what follows at once is another', async () => {
    const grid = openGrid()
    await keys('ch{Enter}d{ArrowUp}a')
    expect(grid.notes).toEqual(['open Cherry'])
    expect(cursor()).toBe('Apple')
  })

  test('i within a name is a letter, and alone asks for the details', async () => {
    const details: string[] = []
    openGrid(namedRows('Apple', 'Fig', 'Iris', 'Kiwi'), { onDetails: ({ name }) => details.push(name) > 0 })
    await keys('kiw')
    expect([cursor(), details]).toEqual(['Kiwi', []])
    await pause()
    await keys('i')
    expect([cursor(), details]).toEqual(['Kiwi', ['Kiwi']])
  })

  test('i goes to a name when the row has no details', async () => {
    openGrid(namedRows('Apple', 'Iris'), { onDetails: () => false })
    await keys('i')
    expect(cursor()).toBe('Iris')
  })

  test('a slash is for the search of the page', async () => {
    openGrid(namedRows('Apple', '/etc'))
    const taken = watchTakenKeys()
    await keys('/')
    expect([cursor(), taken]).toEqual(['Apple', []])
  })
})

/** The keys that the page took from the browser. */
function watchTakenKeys(): string[] {
  const taken: string[] = []
  const watch = (event: KeyboardEvent) => event.defaultPrevented && taken.push(event.key)
  addEventListener('keydown', watch)
  onTestFinished(() => removeEventListener('keydown', watch))
  return taken
}

function boxOfCursor(): DOMRect {
  const grid = page.getByRole('grid').element()
  const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  if (!row) throw new Error('the cursor is on no row')
  return row.getBoundingClientRect()
}

/** Longer than what separates two letters of one name. */
const pause = () => new Promise((done) => setTimeout(done, 650))
