import { useRef, useState } from 'react'
import { page } from 'vitest/browser'
import { mount } from './mount.tsx'
import type { Sort } from '../grid/grid-header.tsx'
import { TileGrid } from '../grid/tile-grid.tsx'
import { useSelection } from '../grid/use-selection.ts'
import type { GridProps } from '../grid/use-virtual-grid.ts'
import { VirtualGrid } from '../grid/virtual-grid.tsx'

export type TestRow = { id: string; name: string }
type Asked = Partial<Pick<GridProps<TestRow>, 'onPeek' | 'onDetails' | 'onRename' | 'onCopy' | 'dropId'>>
type Props = Asked & { rows: readonly TestRow[]; perRow?: number; isDraggable?: boolean; note: (what: string) => void }

export const ROW_HEIGHT = 40

export const namedRows = (...names: string[]): TestRow[] => names.map((name) => ({ id: name, name }))
export const numberedRows = (count: number): TestRow[] =>
  namedRows(...Array.from({ length: count }, (_, at) => `Row ${at}`))

/** A list that keeps its own selection, as pages do, and notes what it is asked to do. */
function GridPage({ rows, perRow, isDraggable = false, note, ...asked }: Props) {
  const gridRef = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState(() => rows.map(({ id }) => id))
  if (order.length !== rows.length) setOrder(rows.map(({ id }) => id))
  const [selection, setSelection] = useSelection(order)
  const [sort, setSort] = useState<Sort>({ id: 'name', isDescending: false })
  const grid: GridProps<TestRow> = {
    label: 'Files',
    selectAllLabel: 'Select all',
    rows,
    order,
    rowText: ({ name }) => name,
    sort,
    onSort: (id) => setSort({ id, isDescending: !sort.isDescending }),
    selection,
    onSelectionChange: setSelection,
    onOpen: ({ name }) => note(`open ${name}`),
    onDelete: (ids) => note(`delete ${[...ids].join(', ')}`),
    onMenu: ({ name }, at) => note(`menu of ${name} at ${Math.round(at.x)}, ${Math.round(at.y)}`),
    gridRef,
    ...(isDraggable && { onDragRows: (ids: ReadonlySet<string>) => note(`drag ${[...ids].join(', ')}`) }),
    ...asked,
  }
  if (perRow === undefined) return <VirtualGrid {...grid} rowHeight={ROW_HEIGHT} columns={columns(note)} />
  return (
    <TileGrid
      {...grid}
      perRow={perRow}
      tileHeight={100}
      renderTile={({ name }) => <p style={{ marginTop: 36 }}>{name}</p>}
      header="Name"
      sorts={[{ id: 'name', label: 'Name' }]}
    />
  )
}

const columns = (note: (what: string) => void) => [
  {
    id: 'name',
    header: 'Name',
    width: '1fr',
    sorts: [{ id: 'name', label: 'Name' }],
    cell: ({ name }: TestRow) => name,
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    width: '8rem',
    cell: ({ name }: TestRow) => (
      <button type="button" onClick={() => note(`share ${name}`)}>
        Share {name}
      </button>
    ),
  },
]

/** Shows a grid with these rows. `notes` is what it asked its page to do, in order. */
export function mountGrid(rows: readonly TestRow[], options: Omit<Props, 'rows' | 'note'> = {}) {
  const notes: string[] = []
  const pageWith = (shown: readonly TestRow[]) => (
    // The room of the bars above a list: its header sticks below them.
    <div style={{ paddingTop: 160 }}>
      <GridPage rows={shown} note={(what) => notes.push(what)} {...options} />
    </div>
  )
  const { show } = mount(pageWith(rows))
  const element = gridElement()
  return { element, notes, show: (shown: readonly TestRow[]) => show(pageWith(shown)) }
}

function gridElement(): HTMLElement {
  const element = page.getByRole('grid').element()
  if (!(element instanceof HTMLElement)) throw new Error('no grid')
  return element
}

/** The row or tile that aria-activedescendant names; undefined when it names nothing that exists. */
export function cursor(): string | undefined {
  const id = gridElement().getAttribute('aria-activedescendant')
  return nameOf(document.getElementById(id ?? ''))
}

/** Names of what is selected among what is rendered. */
export function selected(): string[] {
  return [...gridElement().querySelectorAll('[aria-selected=true]')].map((row) => nameOf(row) ?? '')
}

function nameOf(row: Element | null): string | undefined {
  const cell = row?.role === 'row' ? row.children[1] : row
  return cell?.textContent
}

/** The row or tile with this name. */
export function rowElement(name: string): HTMLElement {
  const items = gridElement().querySelectorAll<HTMLElement>('[aria-selected]')
  const found = [...items].find((item) => nameOf(item) === name)
  if (!found) throw new Error(`no row ${name}`)
  return found
}
