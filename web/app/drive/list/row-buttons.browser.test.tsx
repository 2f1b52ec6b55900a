import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { useSelection } from '#web/ui/grid/use-selection.ts'
import { VirtualGrid } from '#web/ui/grid/virtual-grid.tsx'
import { button, mount } from '#web/ui/testing/mount.tsx'
import { RowButtons } from './file-row-actions.tsx'

const file = (name: string): VaultFile => ({
  id: name,
  spaceId: null,
  version: 1,
  name,
  mimeType: 'application/pdf',
  sizeBytes: 1,
  folderId: null,
  createdAt: '2026-01-01T00:00:00Z',
  lastAccessedAt: null,
  isEncrypted: true,
  isShared: false,
  isStarred: false,
  trashedAt: null,
})
const rows = ['One.pdf', 'Two.pdf'].map(file)
const order = rows.map(({ id }) => id)
const nothing = () => {}

const on = { onDownload: nothing, onShare: nothing, onStar: nothing, onDelete: nothing, onMenu: nothing }
const nameCell = ({ name }: VaultFile) => <b>{name}</b>
const buttonsCell = (item: VaultFile) => <RowButtons item={item} {...on} />
const columns = [
  { id: 'name', header: 'Name', width: 'minmax(0,1fr)', cell: nameCell },
  { id: 'actions', header: 'Actions', width: '9rem', cell: buttonsCell },
]

function FilesWithButtons() {
  const gridRef = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useSelection(order)
  const [sort] = useState({ id: 'name', isDescending: false })
  return (
    <>
      {/* The room of the bars above a list: its header sticks below them. */}
      <h1 style={{ height: 160 }}>Files</h1>
      <VirtualGrid
        gridRef={gridRef}
        label="Files"
        selectAllLabel="Select all"
        rows={rows}
        order={order}
        rowText={({ name }) => name}
        rowHeight={44}
        columns={columns}
        sort={sort}
        onSort={nothing}
        selection={selection}
        onSelectionChange={setSelection}
        onOpen={nothing}
        onDelete={nothing}
        onMenu={nothing}
      />
    </>
  )
}

const NAMES = ['Download and decrypt One.pdf', 'Share One.pdf', 'Delete One.pdf']
/** How much is seen of the buttons, each with what it lies in. */
const seen = () =>
  NAMES.map((name) => {
    let opacity = 1
    for (let at: Element | null = button(name).element(); at; at = at.parentElement)
      opacity *= Number(getComputedStyle(at).opacity)
    return opacity
  })
const [ALL, NONE] = [
  [1, 1, 1],
  [0, 0, 0],
]
const boxes = () =>
  [...document.querySelectorAll('[role=row], [role=gridcell], b')].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect()
    return [x, y, width, height]
  })
const away = () => userEvent.hover(page.getByRole('heading', { name: 'Files' }))

async function mountFiles() {
  mount(<FilesWithButtons />)
  await away()
  await expect.poll(seen).toEqual(NONE)
  return boxes()
}

test('the buttons of a row are seen under the pointer, and the row does not move', async () => {
  const before = await mountFiles()
  await userEvent.hover(page.getByText('One.pdf', { exact: true }))
  await expect.poll(seen).toEqual(ALL)
  expect(boxes()).toEqual(before)

  await userEvent.hover(page.getByText('Two.pdf', { exact: true }))
  await expect.poll(seen).toEqual(NONE)
  expect(boxes()).toEqual(before)
})

test('they are seen in a row that is selected, also by the keyboard', async () => {
  const before = await mountFiles()
  page.getByRole('grid').element().focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(seen).toEqual(ALL)
  expect(boxes()).toEqual(before)

  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(seen).toEqual(NONE)
})

test('they are seen while one of them has the focus', async () => {
  const before = await mountFiles()
  button('Share One.pdf').element().focus()
  await expect.poll(seen).toEqual(ALL)
  expect(boxes()).toEqual(before)

  button('Share Two.pdf').element().focus()
  await expect.poll(seen).toEqual(NONE)
})

test('the button of the menu is always there', async () => {
  await mountFiles()
  await expect.element(button('More actions for One.pdf')).toBeVisible()
  expect(getComputedStyle(button('More actions for One.pdf').element().parentElement ?? document.body).opacity).toBe(
    '1',
  )
})
