import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, screenWidth } from '../testing/mount.tsx'
import { Row, RowList } from './row-list.tsx'

const DETAIL = 'Bob Example (bob@example.org) · Since 11/26/2026, no end date'

/** Where one character of the detail is drawn. */
function lineOf(text: Node, at: number): number {
  const range = document.createRange()
  range.setStart(text, at)
  range.setEnd(text, at + 1)
  return Math.round(range.getBoundingClientRect().top)
}

test('in a list of any width no line begins with a mark', async () => {
  await screenWidth(390)
  mount(
    <div data-testid="box">
      <RowList label="Shared by me">
        <Row icon={null} title="Pump housing" detail={DETAIL} actions={null} />
      </RowList>
    </div>,
  )
  const detail = page.getByText(DETAIL)
  await expect.element(detail).toBeVisible()
  const box = page.getByTestId('box').element() as HTMLElement
  const text = detail.element().firstChild as Text
  const mark = text.data.indexOf('·')
  for (let width = 200; width <= 360; width += 2) {
    box.style.width = `${width}px`
    expect(lineOf(text, mark), `${width}`).toBe(lineOf(text, mark - 2))
  }
})
