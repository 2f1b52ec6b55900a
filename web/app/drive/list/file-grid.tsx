import type { ComponentProps } from 'react'
import { m } from '#web/messages/app.ts'
import { TileGrid } from '#web/ui/grid/tile-grid.tsx'
import { VirtualGrid } from '#web/ui/grid/virtual-grid.tsx'
import { isFolder, type Item } from '../item.ts'
import type { ItemFacts } from './file-cells.tsx'
import { type layoutFor, SORTS } from './file-columns.tsx'
import type { RowActions } from './file-row-actions.tsx'
import { FileTile } from './file-tile.tsx'

type Common = 'label' | 'selectAllLabel' | 'rowText' | 'rowHeight' | 'columns' | 'dropId'
type Props = Omit<ComponentProps<typeof VirtualGrid<Item>>, Common> & {
  list?: { layout: ReturnType<typeof layoutFor>; row: RowActions; facts: ItemFacts }
  /** Width of the list in pixels. */
  tiles?: { width: number; facts: ItemFacts }
}

const TILE_PX = { wide: 190, narrow: 150, height: 190 }
const PHONE_PX = 480

/** Files and folders as rows or as tiles, with the same keys, selection, menus and drags. */
export function FileGrid({ list, tiles, ...grid }: Props) {
  const common = {
    ...grid,
    label: m.items.list,
    selectAllLabel: m.items.selectAll,
    rowText: (item: Item) => item.name,
    dropId: (item: Item) => (isFolder(item) ? item.id : undefined),
  }
  if (tiles) {
    const { width, facts } = tiles
    return (
      <TileGrid
        {...common}
        perRow={Math.max(2, Math.floor(width / (width < PHONE_PX ? TILE_PX.narrow : TILE_PX.wide)))}
        tileHeight={TILE_PX.height}
        header={m.files.columns.name}
        sorts={[SORTS.name(), SORTS.size(), SORTS.used()]}
        renderTile={(item) => <FileTile item={item} facts={facts} onMenu={grid.onMenu} />}
      />
    )
  }
  if (!list) return null
  const { layout, row, facts } = list
  return <VirtualGrid {...common} rowHeight={layout.rowHeightPx} columns={layout.columns(row, facts)} />
}
