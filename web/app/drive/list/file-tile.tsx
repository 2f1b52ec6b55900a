import { useEffect, useState } from 'react'
import { formatBytes } from '#web/lib/format.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Thumbnail, TileText } from '#web/ui/list/tile.tsx'
import { useVault } from '../../vault-context.ts'
import { isFolder, type Item } from '../item.ts'
import { previewPlan } from '../preview/preview-kind.ts'
import { ItemIcon, type ItemFacts } from './file-cells.tsx'
import { RowMenuButton, type RowActions } from './file-row-actions.tsx'

/** Larger images are decoded when somebody opens them, not because they came into view. */
const THUMBNAIL_BYTES = 8 << 20
const SVG = 'image/svg+xml'

type Props = { item: Item; facts: ItemFacts; onMenu: RowActions['onMenu'] }

/** One file or folder as a tile: its picture or icon, its name, and the button for everything else. */
export function FileTile({ item, facts, onMenu }: Props) {
  const plan = isFolder(item) || item.sizeBytes === 0 ? null : previewPlan(item)
  // A worker cannot decode what is drawn by a document.
  const type = plan?.kind === 'image' && plan.type !== SVG ? plan.type : null
  return (
    <>
      {!isFolder(item) && type !== null && item.sizeBytes <= THUMBNAIL_BYTES ? (
        <FileThumbnail key={item.id} file={item} type={type} />
      ) : (
        <Thumbnail icon={<ItemIcon item={item} size={44} />} />
      )}
      <TileText
        name={item.name}
        detail={detailOf(item, facts)}
        where={facts.placeName(item)}
        button={<RowMenuButton item={item} onMenu={onMenu} />}
      />
    </>
  )
}

/** Its size, and what the list says by a star and a badge. */
function detailOf(item: Item, facts: ItemFacts): string {
  const words = [isFolder(item) ? m.items.holds(facts.count(item.id)) : formatBytes(item.sizeBytes)]
  if (!isFolder(item) && item.isShared) words.push(m.files.badge.shared)
  if (item.isStarred && facts.hasStars) words.push(m.items.star.is)
  return words.join(' · ')
}

function FileThumbnail({ file, type }: { file: VaultFile; type: string }) {
  const { files } = useVault()
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    let url: string | undefined
    const show = async () => {
      // Without one the icon stays; opening the file says what is wrong with it.
      const blob = await files.thumbnail(file, type, stop.signal).catch(() => undefined)
      if (!blob || stop.signal.aborted) return
      url = URL.createObjectURL(blob)
      setSrc(url)
    }
    void show()
    return () => {
      stop.abort(new DOMException('the tile is gone', 'AbortError'))
      if (url) URL.revokeObjectURL(url)
    }
  }, [files, file, type])
  return <Thumbnail src={src} icon={<ItemIcon item={file} size={44} />} />
}
