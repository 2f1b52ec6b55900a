import { m } from '#web/messages/app.ts'
import { Heading } from '#web/ui/layout/text.tsx'
import { AboveList } from '../above-list.tsx'
import { FilesFailed, FilesPending } from '../files-pending.tsx'
import { PlaceViews } from '../files-toolbar.tsx'
import { useDrive } from '../use-drive.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { TrashList } from './trash-list.tsx'

/** What was deleted, until it is gone for good. */
export function TrashPage() {
  const { drive, error, isFetching, retry } = useDrive()
  const query = useSearch().query.trim()
  const { views } = m.items
  const bar = {
    heading: (
      <Heading as="h1" look="section" className="truncate">
        {views.trash}
      </Heading>
    ),
    places: <PlaceViews place={{ kind: 'trash' }} />,
  }
  return (
    <>
      <title>{m.common.pageTitle(views.trash)}</title>
      <AboveList />
      {error && (
        <FilesFailed error={error} isOld={Boolean(drive)} isRetrying={isFetching} onRetry={() => void retry()} />
      )}
      {drive ? (
        <TrashList drive={drive} query={query} {...bar} />
      ) : (
        <FilesPending {...bar} hasFailed={error !== null} />
      )}
    </>
  )
}
