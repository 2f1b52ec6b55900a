import { m } from '#web/messages/app.ts'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FilesFailed, FilesLoading } from '../files-pending.tsx'
import { PlaceViews } from '../files-toolbar.tsx'
import { useDrive } from '../use-drive.ts'
import { useSearch } from '../../shell/search-context.tsx'
import { TrashList } from './trash-list.tsx'

/** What was deleted, until it is gone for good. */
export function TrashPage() {
  const { drive, error, isFetching, retry } = useDrive()
  const query = useSearch().query.trim()
  const { trash, views } = m.items
  return (
    <>
      <title>{m.common.pageTitle(views.trash)}</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <Heading as="h1" look="page">
            {views.trash}
          </Heading>
          <Text tone="soft">{trash.intro}</Text>
        </div>
        <PlaceViews place={{ kind: 'trash' }} />
      </div>
      {error && (
        <FilesFailed error={error} isOld={Boolean(drive)} isRetrying={isFetching} onRetry={() => void retry()} />
      )}
      {drive ? <TrashList drive={drive} query={query} /> : !error && <FilesLoading />}
    </>
  )
}
