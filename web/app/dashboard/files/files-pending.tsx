import { NARROW, useMedia } from '#web/lib/media.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ROW_HEIGHT } from './file-columns.tsx'

const SKELETON_ROWS = 8

export function FilesLoading() {
  const isNarrow = useMedia(NARROW)
  return (
    <Card>
      <SkeletonRows
        label={m.files.loading}
        rows={SKELETON_ROWS}
        rowHeight={isNarrow ? ROW_HEIGHT.compact : ROW_HEIGHT.wide}
      />
    </Card>
  )
}

export function FilesFailed({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error
  isRetrying: boolean
  onRetry: () => void
}) {
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
        {m.files.because(m.files.failed, sentenceFor(error))}
      </Notice>
    </Card>
  )
}
