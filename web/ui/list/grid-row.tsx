/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- part of virtual-grid.tsx: the keys are on the grid, which keeps the focus */
import { clsx } from 'clsx'
import type { CSSProperties, DragEvent, MouseEvent, ReactNode } from 'react'
import { TickMark } from '../form/checkbox.tsx'

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
  onDrag?: ((event: DragEvent) => void) | undefined
  dropId?: string | undefined
  /** The cells after the tick. */
  children: ReactNode
}

/** One row of `VirtualGrid`: pressing selects it, its tick adds to the selection. */
export function GridRow({ id, index, isSelected, isCursor, style, dropId, children, ...on }: Props) {
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={on.onPress}
      onDoubleClick={on.onOpen}
      onContextMenu={on.onMenu}
      draggable={on.onDrag !== undefined}
      onDragStart={on.onDrag}
      data-drop-id={dropId}
      className={clsx(
        'absolute inset-x-0 top-0 grid cursor-default items-center border-b border-line select-none last:rounded-b-lg last:border-b-0',
        'data-drop-over:bg-brand-tint data-drop-over:outline-2 data-drop-over:-outline-offset-2 data-drop-over:outline-brand',
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
