import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { Thumbnail } from '#web/ui/list/tile.tsx'
import { useWatchedReading } from '../../threats/own/use-watched-reading.ts'
import { canariesQuery } from '../../threats/threats.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { isFolder, type Item } from '../item.ts'
import { previewPlan } from '../preview/preview-kind.ts'
import { ItemIcon } from './file-cells.tsx'

/** Larger images are decoded when somebody opens them, not because they came into view. */
const THUMBNAIL_BYTES = 8 << 20
const SVG = 'image/svg+xml'

type Props = {
  item: Item
  iconSize: number
  /** All of the picture, where a tile shows its middle. */
  isWhole?: boolean
  /** The icon alone, while nobody knows whether the picture will be looked at. */
  isWaiting?: boolean
}

/** The picture of an image, made on this device, or the icon for what something is. */
export function FilePicture({ item, iconSize, isWhole = false, isWaiting = false }: Props) {
  const plan = isFolder(item) || item.sizeBytes === 0 ? null : previewPlan(item)
  // A worker cannot decode what is drawn by a document.
  const type = plan?.kind === 'image' && plan.type !== SVG ? plan.type : null
  if (isFolder(item) || type === null || item.sizeBytes > THUMBNAIL_BYTES || isWaiting) {
    return <Thumbnail icon={<ItemIcon item={item} size={iconSize} />} />
  }
  return <SafePicture key={item.id} file={item} type={type} iconSize={iconSize} isWhole={isWhole} />
}

/** Looking for a picture opens the file: of one with an alarm there is none, nor of any before it is known which have one. */
function SafePicture(props: ImageProps) {
  const { data: canaries } = useQuery(canariesQuery(useVault().threats))
  if (canaries?.includes(props.file.id) === false) return <ImageThumbnail {...props} />
  return <Thumbnail icon={<ItemIcon item={props.file} size={props.iconSize} />} />
}

type ImageProps = { file: VaultFile; type: string; iconSize: number; isWhole: boolean }

function ImageThumbnail({ file, type, iconSize, isWhole }: ImageProps) {
  const { files } = useVault()
  const watched = useWatchedReading()
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    let url: string | undefined
    const show = async () => {
      // Without one the icon stays; opening the file says what is wrong with it. What a detector says of reading is about all of them.
      const blob = await watched(files.thumbnail(file, type, stop.signal)).catch(() => undefined)
      if (!blob || stop.signal.aborted) return
      url = URL.createObjectURL(blob)
      setSrc(url)
    }
    void show()
    return () => {
      stop.abort(new DOMException('the picture is gone', 'AbortError'))
      if (url) URL.revokeObjectURL(url)
    }
  }, [files, file, type, watched])
  return <Thumbnail src={src} isWhole={isWhole} icon={<ItemIcon item={file} size={iconSize} />} />
}
