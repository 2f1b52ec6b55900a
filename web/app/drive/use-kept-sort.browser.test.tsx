import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { GridHeaderCell } from '#web/ui/grid/grid-header.tsx'
import { button, mount } from '#web/ui/testing/mount.tsx'
import { nextSort, SORT_WORDS } from './list/file-view.ts'
import { TRASH_SORT_WORDS, nextTrashSort } from './trash/trash-view.ts'
import { useSortOnDevice } from './use-kept-sort.ts'

const [NAME, SIZE, TRASHED] = [
  { id: 'name', label: 'Name' },
  { id: 'size', label: 'Size' },
  { id: 'trashed', label: 'Deleted' },
]

function Files({ person }: { person: string }) {
  const [sort, setSort] = useSortOnDevice(`test-files-${person}`, SORT_WORDS)
  const onSort = (id: string) => setSort(nextSort(sort, id))
  return (
    <>
      <GridHeaderCell header="Name" sorts={[NAME]} sort={sort} onSort={onSort} />
      <GridHeaderCell header="Size" sorts={[SIZE]} sort={sort} onSort={onSort} />
      <p>{sort.isDescending ? `${sort.id} down` : sort.id}</p>
    </>
  )
}

function Trash() {
  const [sort, setSort] = useSortOnDevice('test-trash', TRASH_SORT_WORDS)
  const onSort = (id: string) => setSort(nextTrashSort(sort, id))
  return (
    <>
      <GridHeaderCell header="Deleted" sorts={[TRASHED]} sort={sort} onSort={onSort} />
      <p>{sort.isDescending ? `${sort.id} down` : sort.id}</p>
    </>
  )
}

const order = () => page.getByRole('paragraph').element().textContent

test('a list that is opened again has the order that was chosen, for this person and this list alone', async () => {
  onTestFinished(() => localStorage.clear())
  const first = mount(<Files person="ada" />)
  expect(order()).toBe('name')
  await userEvent.click(button('Size'))
  await expect.poll(order).toBe('size down')
  await userEvent.click(button('Name'))
  await expect.poll(order).toBe('name')
  await userEvent.click(button('Name'))
  await expect.poll(order).toBe('name down')
  first.unmount()

  const again = mount(<Files person="ada" />)
  expect(order()).toBe('name down')
  again.unmount()
  const other = mount(<Files person="bob" />)
  expect(order()).toBe('name')
  other.unmount()

  const trash = mount(<Trash />)
  expect(order()).toBe('trashed down')
  await userEvent.click(button('Deleted'))
  await expect.poll(order).toBe('trashed')
  trash.unmount()
  mount(<Trash />)
  expect(order()).toBe('trashed')
})
