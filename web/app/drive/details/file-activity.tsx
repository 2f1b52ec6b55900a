import { useQuery } from '@tanstack/react-query'
import { activity } from '#web/messages/activity.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { ActivityFeed } from '../../activity/activity-feed.tsx'
import { isReadByOthers, typesOf } from '../../activity/activity-words.ts'

const SHOWN = 20

/** What the person did with one file and who else opened it, newest first. */
export function FileActivity({ fileId }: { fileId: string }) {
  const text = m.details.activity
  const { audit } = useVault()
  const state = useAccountState()
  const userId = state.kind === 'open' ? state.userId : ''
  const events = useQuery({
    queryKey: ['details', fileId, 'activity'],
    queryFn: () => audit.activity({ userId, fileId, types: typesOf('files'), limit: SHOWN }),
    staleTime: 0,
  })
  return (
    <section aria-label={text.title} className="flex flex-col gap-2 border-t border-line pt-4">
      <Heading look="small">{text.title}</Heading>
      {events.isPending && <Text tone="soft">{text.loading}</Text>}
      {events.isError && <Notice tone="error">{m.files.because(text.failed, sentenceFor(events.error))}</Notice>}
      {events.data?.length === 0 && <Text tone="soft">{text.empty}</Text>}
      {events.data?.some(isReadByOthers) && <Text tone="soft">{activity.reads}</Text>}
      {events.data && <ActivityFeed events={events.data} />}
    </section>
  )
}
