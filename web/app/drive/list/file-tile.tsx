import { formatBytes } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { TileText } from '#web/ui/list/tile.tsx'
import { isFolder, type Item } from '../item.ts'
import type { ItemFacts } from './file-cells.tsx'
import { FilePicture } from './file-picture.tsx'
import { useReceivedThrough } from './received-mark.tsx'
import { RowMenuButton, type RowActions } from './file-row-actions.tsx'

type Props = { item: Item; facts: ItemFacts; onMenu: RowActions['onMenu'] }

/** One file or folder as a tile: its picture or icon, its name, and the button for everything else. */
export function FileTile({ item, facts, onMenu }: Props) {
  const isReceived = useReceivedThrough(item) !== undefined
  return (
    <>
      <FilePicture item={item} iconSize={44} />
      <TileText
        name={item.name}
        detail={detailOf(item, facts, isReceived)}
        where={facts.placeName(item)}
        button={<RowMenuButton item={item} onMenu={onMenu} />}
      />
    </>
  )
}

/** Its size, and what the list says by a star and a badge. */
function detailOf(item: Item, facts: ItemFacts, isReceived: boolean): string {
  const words = [isFolder(item) ? m.items.holds(facts.count(item.id)) : formatBytes(item.sizeBytes)]
  if (!isFolder(item) && item.isShared && facts.isOwn) words.push(m.files.badge.shared)
  if (isReceived) words.push(requestWords.origin.mark)
  if (item.isStarred) words.push(m.items.star.is)
  return words.join(' · ')
}
