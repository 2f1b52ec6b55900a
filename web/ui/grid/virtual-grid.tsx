/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see grid-frame.tsx */
import type { ReactNode } from 'react'
import { GridFrame, TICK_TRACK } from './grid-frame.tsx'
import { GridHeaderCell, type SortKey } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { type GridProps, useVirtualGrid } from './use-virtual-grid.ts'

export type GridColumn<T> = {
  id: string
  header: string
  /** Read aloud only: the cells explain themselves to the eye. */
  isHeaderHidden?: boolean
  /** A track of CSS grid. */
  width: string
  /** What this column sorts by; on small screens one column carries several. */
  sorts?: readonly SortKey[]
  cell: (row: T) => ReactNode
}

type Props<T> = GridProps<T> & { rowHeight: number; columns: readonly GridColumn<T>[] }

/** A grid of rows with columns. */
export function VirtualGrid<T>(props: Props<T>) {
  'use no memo' // as in use-virtual-grid.ts
  const { columns, rowHeight } = props
  const { body, ...virtual } = useVirtualGrid(props, { perLine: 1, height: rowHeight, overscan: 6 })
  const tracks = [TICK_TRACK, ...columns.map((column) => column.width)].join(' ')
  return (
    <GridFrame
      grid={props}
      virtual={virtual}
      bodyRef={body}
      columnCount={columns.length + 1}
      headerTracks={tracks}
      header={columns.map((column) => (
        <GridHeaderCell key={column.id} {...column} sort={props.sort} onSort={props.onSort} />
      ))}
    >
      {virtual.visibleLines.map(({ index, offset }) => {
        const item = virtual.itemAt(index)
        return (
          item && (
            <GridRow
              key={props.order[index]}
              item={item}
              style={{ gridTemplateColumns: tracks, height: rowHeight, transform: `translateY(${offset}px)` }}
            >
              {columns.map((column) => (
                <div key={column.id} role="gridcell" className="min-w-0 px-2">
                  {column.cell(item.row)}
                </div>
              ))}
            </GridRow>
          )
        )
      })}
    </GridFrame>
  )
}
