import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { common } from '#web/messages/common.ts'
import { mount } from '../testing/mount.tsx'
import { GridHeaderCell } from './grid-header.tsx'

const sort = { id: 'name', isDescending: false }
const name = { id: 'name', label: 'Name' }
const shown = (sorts: { id: string; label: string }[]) =>
  mount(<GridHeaderCell header="Name" sorts={sorts} sort={sort} onSort={() => {}} />)

test('what sorts a column of everything says that it does, and is no row of titles', async () => {
  shown([name, { id: 'size', label: 'Size' }])
  await expect.element(page.getByText(common.sortBy)).toBeVisible()
})

test('the title of one column is enough', async () => {
  shown([name])
  await expect.element(page.getByRole('button', { name: 'Name' })).toBeVisible()
  await expect.element(page.getByText(common.sortBy)).not.toBeInTheDocument()
})
