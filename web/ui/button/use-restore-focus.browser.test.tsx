import { type ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Row, RowList } from '../list/row-list.tsx'
import { cursor, mountGrid, namedRows } from '../testing/grid-page.tsx'
import { button, focused, keys, mount } from '../testing/mount.tsx'

const list = (...names: string[]) => (
  <RowList label="Keys">
    {names.map((name) => (
      <Row
        key={name}
        icon={null}
        title={name}
        detail=""
        actions={
          <>
            <button type="button" disabled>
              Rename {name}
            </button>
            <button type="button">Delete {name}</button>
            <button type="button">More of {name}</button>
          </>
        }
      />
    ))}
  </RowList>
)
const section = (children: ReactNode) => (
  <section tabIndex={-1} aria-label="Section">
    <h2>Your keys</h2>
    {children}
  </section>
)

describe('in a list of rows', () => {
  test('the row that takes the place gets the focus, on what can be pressed there', async () => {
    const { show } = mount(list('a', 'b', 'c'))
    button('More of b').element().focus()
    show(list('a', 'c'))
    await expect.poll(focused).toBe('Delete c')
  })

  test('after the last row it is the one before', async () => {
    const { show } = mount(list('a', 'b'))
    button('Delete b').element().focus()
    show(list('a'))
    await expect.poll(focused).toBe('Delete a')
  })

  test('one row after another', async () => {
    const { show } = mount(list('a', 'b', 'c'))
    button('Delete a').element().focus()
    show(list('b', 'c'))
    await expect.poll(focused).toBe('Delete b')
    show(list('c'))
    await expect.poll(focused).toBe('Delete c')
  })

  test('a row that goes elsewhere takes no focus from where it is', async () => {
    const { show } = mount(list('a', 'b', 'c'))
    button('Delete c').element().focus()
    show(list('b', 'c'))
    await nextFrame()
    expect(focused()).toBe('Delete c')
  })

  test('who pressed beside everything gets no focus back', async () => {
    const { show } = mount(
      <>
        {list('a', 'b')}
        <p>Beside</p>
      </>,
    )
    await userEvent.click(button('Delete a'))
    await userEvent.click(document.querySelector('p') ?? document.body)
    show(
      <>
        {list('b')}
        <p>Beside</p>
      </>,
    )
    await nextFrame()
    expect(focused()).toBe('the page')
  })
})

describe('when the whole list goes', () => {
  test('a section that can take the focus has it', async () => {
    const { show } = mount(section(list('a')))
    button('Delete a').element().focus()
    show(section(<p>No keys</p>))
    await expect.poll(focused).toBe('Section')
  })

  test('otherwise its heading, otherwise that of the page', async () => {
    const page = (children: ReactNode, heading?: string) => (
      <>
        <h1>Settings</h1>
        <section>
          {heading && <h2>{heading}</h2>}
          {children}
        </section>
      </>
    )
    const { show } = mount(page(list('a'), 'Your keys'))
    button('Delete a').element().focus()
    show(page(<p>No keys</p>, 'Your keys'))
    await expect.poll(focused).toBe('Your keys')

    show(page(list('b')))
    button('Delete b').element().focus()
    show(page(<p>No keys</p>))
    await expect.poll(focused).toBe('Settings')
  })
})

describe('in a grid', () => {
  test('the grid gets the focus, with the cursor where the row was', async () => {
    const rows = namedRows('Apple', 'Banana', 'Cherry', 'Date')
    const grid = mountGrid(rows)
    button('Share Cherry').element().focus()
    grid.show(rows.filter(({ name }) => name !== 'Cherry'))
    await expect.poll(focused).toBe('Files')
    await expect.poll(cursor).toBe('Date')
    await keys('{Enter}')
    expect(grid.notes).toEqual(['open Date'])
  })

  test('the last row leaves the cursor on the one before', async () => {
    const rows = namedRows('Apple', 'Banana')
    const grid = mountGrid(rows)
    button('Share Banana').element().focus()
    grid.show(rows.slice(0, 1))
    await expect.poll(focused).toBe('Files')
    await expect.poll(cursor).toBe('Apple')
  })
})

const nextFrame = () => new Promise(requestAnimationFrame)
