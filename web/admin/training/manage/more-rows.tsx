import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Below a list that the server gives in pages, while there may be more. */
export function MoreRows({ list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { list: Pages }) {
  if (!hasNextPage) return null
  return (
    <div className="flex justify-center p-3">
      <Button variant="outline" size="sm" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {training.more}
      </Button>
    </div>
  )
}
