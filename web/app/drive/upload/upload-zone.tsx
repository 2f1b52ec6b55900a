import { useEffect } from 'react'
import { formatLimit } from '#web/lib/format.ts'
import { useMedia } from '#web/lib/media.ts'
import { useStore, useStoreValue } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { DropFrame, DropLine, DropZone } from '#web/ui/form/drop-zone.tsx'
import { useDropTargets } from '#web/ui/form/drag-and-drop.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { isRunning } from '../../../lib/files/transfer-summary.ts'
import { type Dropped, useWindowDrop } from './use-window-drop.ts'

type Props = {
  /** Large while there is nothing else to look at, one line above a list. */
  isLarge: boolean
  /** Files hang over the window. */
  isOver: boolean
  onPress: () => void
}

/** Invites files; dropping works anywhere in the window. */
export function UploadZone({ isLarge, isOver, onPress }: Props) {
  const text = m.files.drop
  const { files } = useVault()
  const isBusy = useStoreValue(files.uploads, (uploads) => uploads.some(isRunning))
  const maxFileBytes = useStore(files.maxFileBytes)
  const hasMouse = useMedia('(pointer: fine)')

  const zone = {
    label: text.choose,
    title: text.title,
    text: isOver ? text.active : isBusy ? text.busy : hasMouse ? text.idle : text.idleTouch,
    isActive: isOver,
    isBusy,
    onPress,
  }
  const badges = text.badges(limitText(maxFileBytes))
  return (
    <>
      {isLarge ? (
        <DropZone
          {...zone}
          isLarge
          badges={badges.map((badge) => (
            <Badge key={badge}>{badge}</Badge>
          ))}
        />
      ) : (
        <DropLine {...zone} notes={badges} />
      )}
    </>
  )
}

type WindowDropProps = {
  /** Name of the folder that files go to. */
  target: string
  onDrop: (dropped: Dropped) => void
  onOver: (isOver: boolean) => void
}

/** Takes what is dropped anywhere in the window, whatever else the page shows at that moment. */
export function WindowDrop({ target, onDrop, onOver }: WindowDropProps) {
  const isOver = useWindowDrop(onDrop)
  // Shows which folder takes the files; the drop itself is handled above.
  useDropTargets({ type: 'Files', canDrop: () => true, onDrop: () => undefined })
  useEffect(() => onOver(isOver), [isOver, onOver])
  return isOver && <DropFrame title={m.files.drop.active} target={target} />
}

/** `100MB`, as the badge has it. */
function limitText(sizeBytes: number): string {
  return formatLimit(sizeBytes).replace(' ', '')
}
