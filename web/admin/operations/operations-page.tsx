import { useQuery } from '@tanstack/react-query'
import { admin } from '#web/messages/admin.ts'
import { operations as text } from '#web/messages/operations.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { BackupSection, DatabaseSection, StorageSection } from './facts-sections.tsx'
import { JobsSection } from './jobs-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { NodesSection } from './nodes-section.tsx'
import { operationsQuery } from './operations.queries.ts'

const ROW_PX = 64

/** The work of the whole installation, for who operates it. */
export function OperationsPage() {
  return (
    <PageFrame title={admin.pages.operations} lead={text.lead}>
      <Work />
    </PageFrame>
  )
}

function Work() {
  const { data, ...query } = useQuery(operationsQuery(useVault().operations))
  if (!data)
    return query.isError ? (
      <ListFailed text={text} query={query} />
    ) : (
      <Card>
        <SkeletonRows label={text.loading} rows={5} rowHeight={ROW_PX} />
      </Card>
    )
  return (
    <>
      {/* What is shown is of before then. */}
      {query.isError && <ListFailed text={text} query={query} />}
      <JobsSection jobs={data.jobs} />
      <MailsSection mails={data.mails} />
      <NodesSection nodes={data.nodes} />
      <StorageSection storage={data.storage} />
      <BackupSection backup={data.backup} />
      <DatabaseSection database={data.database} />
    </>
  )
}
