/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are on the grid, which keeps the focus */
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { GridFrame, TICK_TRACK } from './grid-frame.tsx'
import { GridHeaderCell, type SortKey } from './grid-header.tsx'
import { GRID_ITEM, GRID_ITEM_CURSOR, GridTick } from './grid-item.tsx'
import { type GridItem, type GridProps, useVirtualGrid } from './use-virtual-grid.ts'

type Props<T> = GridProps<T> & {
  /** Tiles beside each other. */
  perRow: number
  tileHeight: number
  renderTile: (row: T) => ReactNode
  header: string
  sorts: readonly SortKey[]
}

const GAP_PX = 12

/** A grid of tiles: arrows go in two dimensions. */
export function TileGrid<T>(props: Props<T>) {
  'use no memo' // as in use-virtual-grid.ts
  const { perRow, tileHeight } = props
  const { body, ...virtual } = useVirtualGrid(props, { perLine: perRow, height: tileHeight + GAP_PX, overscan: 1 })
  return (
    <GridFrame
      grid={props}
      virtual={virtual}
      bodyRef={body}
      columnCount={perRow}
      headerTracks={`${TICK_TRACK} 1fr`}
      header={<GridHeaderCell header={props.header} sorts={props.sorts} sort={props.sort} onSort={props.onSort} />}
      bodyClassName="mx-3 my-3"
    >
      {virtual.visibleLines.map(({ index, offset }) => (
        <div
          key={index}
          role="row"
          aria-rowindex={index + 2}
          className="absolute inset-x-0 top-0 grid gap-3"
          style={{ gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))`, transform: `translateY(${offset}px)` }}
        >
          {Array.from({ length: perRow }, (_, column) => {
            const item = virtual.itemAt(index * perRow + column)
            return (
              item && (
                <GridTile key={props.order[item.at]} item={item} column={column} height={tileHeight}>
                  {props.renderTile(item.row)}
                </GridTile>
              )
            )
          })}
        </div>
      ))}
    </GridFrame>
  )
}

type TileProps<T> = { item: GridItem<T>; column: number; height: number; children: ReactNode }

function GridTile<T>({ item, column, height, children }: TileProps<T>) {
  const { id, isSelected, isCursor, handlers } = item
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={isSelected}
      {...handlers}
      className={clsx(
        GRID_ITEM,
        'relative flex min-w-0 flex-col overflow-hidden rounded-md border',
        isSelected ? 'border-brand bg-brand-tint' : 'border-line hover:bg-sunken/60',
        isCursor && GRID_ITEM_CURSOR,
      )}
      style={{ height }}
    >
      <GridTick
        item={item}
        className="absolute top-0 left-0 z-[1] grid size-9 cursor-pointer place-items-center pointer-coarse:size-11"
      />
      {children}
    </div>
  )
}
