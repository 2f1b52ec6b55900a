import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessible.ts'
import { cursor, mountGrid, numberedRows, rowElement, selected } from '../testing/grid-page.tsx'
import { keys } from '../testing/mount.tsx'

const PER_ROW = 4

beforeEach(() => scrollTo(0, 0))

/** Lines of four; the last line of ten tiles has two. */
function openTiles(count = 10) {
  const grid = mountGrid(numberedRows(count), { perRow: PER_ROW })
  grid.element.focus()
  return grid
}

describe('walking', () => {
  test('arrows go in two dimensions and past the end of a line', async () => {
    openTiles()
    await keys('{ArrowRight}', '{ArrowDown}')
    expect([cursor(), selected()]).toEqual(['Row 5', ['Row 5']])
    await keys('{ArrowLeft}', '{ArrowLeft}')
    expect(cursor()).toBe('Row 3')
    await keys('{ArrowRight}', '{ArrowUp}')
    expect(cursor()).toBe('Row 0')
    await keys('{ArrowLeft}', '{ArrowUp}')
    expect(cursor()).toBe('Row 0')
  })

  test('down into a shorter line ends on its last tile, and stays there', async () => {
    openTiles()
    await keys('{ArrowRight}', '{ArrowRight}', '{ArrowRight}', '{ArrowDown}', '{ArrowDown}')
    expect(cursor()).toBe('Row 9')
    await keys('{ArrowDown}', '{ArrowRight}')
    expect(cursor()).toBe('Row 9')
  })

  test('a page is whole lines: the column stays', async () => {
    openTiles(400)
    await keys('{ArrowRight}', '{PageDown}')
    const at = Number(cursor()?.replace('Row ', ''))
    expect(at).toBeGreaterThan(PER_ROW)
    expect(at % PER_ROW).toBe(1)
    await keys('{PageUp}')
    expect(cursor()).toBe('Row 1')
  })

  test('Shift selects in reading order', async () => {
    openTiles()
    await keys('{ArrowRight}', '{ArrowRight}', '{Shift>}{ArrowDown}{/Shift}')
    expect(selected()).toEqual(['Row 2', 'Row 3', 'Row 4', 'Row 5', 'Row 6'])
  })
})

describe('the pointer', () => {
  test('a tick adds a tile, a press selects it alone, a double click opens it', async () => {
    const { notes } = openTiles()
    await userEvent.click(rowElement('Row 1'))
    await userEvent.click(rowElement('Row 6'), { position: { x: 18, y: 18 } })
    expect(selected()).toEqual(['Row 1', 'Row 6'])
    await userEvent.dblClick(rowElement('Row 7'), { position: { x: 150, y: 80 } })
    expect([selected(), notes]).toEqual([['Row 7'], ['open Row 7']])
  })
})

test('lines and columns are counted, and each tile says its column', () => {
  const { element } = openTiles()
  expect([element.getAttribute('aria-rowcount'), element.getAttribute('aria-colcount')]).toEqual(['4', '4'])
  const line = rowElement('Row 6').closest('[role=row]')
  expect([line?.getAttribute('aria-rowindex'), rowElement('Row 6').getAttribute('aria-colindex')]).toEqual(['3', '3'])
})

test('the tile of the cursor stays when it is scrolled away', async () => {
  openTiles(1000)
  await keys('{ArrowRight}')
  scrollTo(0, 10_000)
  await expect.poll(() => rowElement('Row 360').textContent).toBe('Row 360')
  expect(cursor()).toBe('Row 1')
})

test('axe finds nothing among tiles', async () => {
  openTiles()
  await keys('{ArrowRight}')
  await expectAccessible()
})
