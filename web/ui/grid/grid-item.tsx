/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Space and Ctrl+Space on the grid do the same */
import { TickMark } from '../form/checkbox.tsx'
import type { GridItem } from './use-virtual-grid.ts'

/** Looks that rows and tiles share. */
export const GRID_ITEM =
  'cursor-default select-none data-drop-over:bg-brand-tint data-drop-over:outline-2 data-drop-over:-outline-offset-2 data-drop-over:outline-brand'
export const GRID_ITEM_CURSOR =
  'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 group-focus-visible/grid:outline-focus'

/** Adds to the selection or takes from it; the item around it is neither selected alone nor opened by that. */
export function GridTick<T>({ item, className }: { item: GridItem<T>; className: string }) {
  return (
    <div
      className={className}
      onClick={(event) => {
        event.stopPropagation()
        item.tick()
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <TickMark isChecked={item.isSelected} />
    </div>
  )
}
