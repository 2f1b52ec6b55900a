import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useElementWidth } from '#web/lib/element-width.ts'
import { useMedia } from '#web/lib/media.ts'
import { connectivity } from '#web/lib/remote/connectivity.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ListBar } from '#web/ui/list/list-bar.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { layoutFor } from './list/file-columns.tsx'

const SKELETON_ROWS = 8

type PendingProps = { heading: ReactNode; places: ReactNode; hasFailed: boolean }

/** The list before there is one: what its bar carries stands where it will stay. */
export function FilesPending({ heading, places, hasFailed }: PendingProps) {
  return (
    <FilesLoading
      rows={hasFailed ? 0 : SKELETON_ROWS}
      bar={
        <ListBar isActive={false}>
          <div className="min-w-0">{heading}</div>
          <span className="ml-auto shrink-0">{places}</span>
        </ListBar>
      }
    />
  )
}

export function FilesLoading({ bar, rows = SKELETON_ROWS }: { bar?: ReactNode; rows?: number }) {
  const card = useRef<HTMLDivElement>(null)
  const layout = layoutFor(useElementWidth(card), useMedia('(pointer: fine)'))
  return (
    <Card ref={card}>
      {bar}
      {rows > 0 && <SkeletonRows label={m.files.loading} rows={rows} rowHeight={layout.rowHeightPx} />}
    </Card>
  )
}

export function FilesFailed({
  error,
  failed = m.files.failed,
  isOld = false,
  isRetrying,
  onRetry,
}: {
  error: Error
  /** What could not be read. */
  failed?: string
  /** A list from before is shown below. */
  isOld?: boolean
  isRetrying: boolean
  onRetry: () => void
}) {
  const isReachable = useSyncExternalStore(connectivity.subscribe, connectivity.read) === 'reachable'
  // The strip at the top says it then, and the list is read when there is an answer again.
  if (isOld && !isReachable) return null
  return (
    <Card className="p-4">
      <Notice
        tone="error"
        action={
          <Button variant="outline" isBusy={isRetrying} onClick={onRetry}>
            {m.files.retry}
          </Button>
        }
      >
        {m.files.because(failed, sentenceFor(error))}
        {isOld && ` ${m.files.isOld}`}
      </Notice>
    </Card>
  )
}
