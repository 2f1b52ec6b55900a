/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are on the grid, which keeps the focus */
import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import { GRID_ITEM, GRID_ITEM_CURSOR, GridTick } from './grid-item.tsx'
import type { GridItem } from './use-virtual-grid.ts'

/** One row of `VirtualGrid`: pressing selects it, its tick adds to the selection. */
export function GridRow<T>({
  item,
  style,
  children,
}: {
  item: GridItem<T>
  style: CSSProperties
  /** The cells after the tick. */
  children: ReactNode
}) {
  const { id, at, isSelected, isCursor, handlers } = item
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      data-near={isSelected || undefined}
      {...handlers}
      className={clsx(
        GRID_ITEM,
        'group/row absolute inset-x-0 top-0 grid items-center border-b border-line last:rounded-b-lg last:border-b-0',
        isSelected ? 'bg-brand-tint' : 'hover:bg-sunken/60',
        isCursor && GRID_ITEM_CURSOR,
      )}
      style={style}
    >
      <div role="gridcell" className="h-full">
        <GridTick item={item} className="grid h-full cursor-pointer place-items-center" />
      </div>
      {children}
    </div>
  )
}
