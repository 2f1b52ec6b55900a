/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot position rows absolutely */
import { clsx } from 'clsx'
import type { ReactNode, RefObject } from 'react'
import { BareCheckbox } from '../form/checkbox.tsx'
import { selectAll, selectNone } from './selection.ts'
import type { GridProps, useVirtualGrid } from './use-virtual-grid.ts'

type Props<T> = {
  grid: GridProps<T>
  virtual: Omit<ReturnType<typeof useVirtualGrid<T>>, 'body'>
  bodyRef: RefObject<HTMLDivElement | null>
  columnCount: number
  /** Tracks of CSS grid for the header; the first is that of "select all". */
  headerTracks: string
  /** The header cells after "select all". */
  header: ReactNode
  bodyClassName?: string
  children: ReactNode
}

export const TICK_TRACK = '2.75rem'

/**
 * ARIA grid that scrolls with the page. One tab stop: the focus stays on the grid and aria-activedescendant follows the cursor.
 */
export function GridFrame<T>({ grid, virtual, bodyRef, header, children, ...layout }: Props<T>) {
  const { gridRef, label, selectAllLabel, order, rows, selection, onSelectionChange } = grid
  const isAllSelected = rows.length > 0 && selection.ids.size === rows.length
  return (
    <div
      ref={gridRef}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={virtual.lineCount + 1}
      aria-colcount={layout.columnCount}
      aria-activedescendant={virtual.activeId}
      onKeyDown={virtual.onKeyDown}
      className="group/grid scroll-mt-10 rounded-b-lg text-sm tabular-nums outline-none"
    >
      <div role="rowgroup" className="sticky top-26 z-[2] pointer-coarse:top-28">
        <div
          role="row"
          aria-rowindex={1}
          className="grid h-10 items-center border-y border-line bg-sunken"
          style={{ gridTemplateColumns: layout.headerTracks }}
        >
          <div role="columnheader" className="grid place-items-center">
            <BareCheckbox
              label={selectAllLabel}
              checked={isAllSelected}
              indeterminate={selection.ids.size > 0 && !isAllSelected}
              onCheckedChange={() =>
                onSelectionChange(isAllSelected ? selectNone(selection) : selectAll(order, selection))
              }
            />
          </div>
          {header}
        </div>
      </div>
      <div
        ref={bodyRef}
        role="rowgroup"
        className={clsx('relative', layout.bodyClassName)}
        style={{ height: virtual.totalHeight }}
      >
        {children}
      </div>
    </div>
  )
}
