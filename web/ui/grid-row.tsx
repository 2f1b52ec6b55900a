/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- part of virtual-grid.tsx: the keys are on the grid, which keeps the focus */
import { clsx } from 'clsx'
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { TickMark } from './checkbox.tsx'

type Props = {
  id: string
  /** Position in the whole list, from 0. */
  index: number
  isSelected: boolean
  isCursor: boolean
  style: CSSProperties
  onPress: (event: MouseEvent) => void
  onTick: () => void
  onOpen: () => void
  onMenu: (event: MouseEvent) => void
  /** The cells after the tick. */
  children: ReactNode
}

/** One row of `VirtualGrid`: pressing selects it, its tick adds to the selection. */
export function GridRow({ id, index, isSelected, isCursor, style, children, ...on }: Props) {
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={on.onPress}
      onDoubleClick={on.onOpen}
      onContextMenu={on.onMenu}
      className={clsx(
        'absolute inset-x-0 top-0 grid cursor-default items-center border-b border-line select-none last:rounded-b-lg last:border-b-0',
        isSelected ? 'bg-brand-tint' : 'hover:bg-sunken/60',
        isCursor &&
          'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 group-focus-visible/grid:outline-focus',
      )}
      style={style}
    >
      <div
        role="gridcell"
        className="grid h-full cursor-pointer place-items-center"
        onClick={(event) => {
          event.stopPropagation()
          on.onTick()
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <TickMark isChecked={isSelected} />
      </div>
      {children}
    </div>
  )
}
