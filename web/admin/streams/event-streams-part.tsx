import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { EventStream } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { streams as text } from '#web/messages/streams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { StreamQuestion, type Question } from './stream-question.tsx'
import { StreamRow } from './stream-row.tsx'
import { StreamSecret } from './stream-secret.tsx'
import { type ShownStream, StreamSheet } from './stream-sheet.tsx'
import { streamsQuery } from './streams.queries.ts'

const ROW_PX = 64

/** Events on their way to other systems, for people who manage security. */
export function EventStreamsPart() {
  return (
    <RoleGuard permission="manage_security">
      <EventStreams />
    </RoleGuard>
  )
}

function EventStreams() {
  const [shown, setShown] = useState<ShownStream | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  useChosenAction('newStream', () => setShown({ as: 'new' }))
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <Heading>{m.shell.eventStreams}</Heading>
          <Text tone="soft" className="mt-1 max-w-prose">
            {text.lead}{' '}
            <TextLink to="/documentation/event-streams" reloadDocument>
              {text.guide}
            </TextLink>
          </Text>
        </div>
        <Reached line="POST /streams/v1">
          <Button ref={addButton} onClick={() => setShown({ as: 'new' })}>
            <Plus size={16} aria-hidden="true" />
            {text.add}
          </Button>
        </Reached>
      </div>
      <StreamList onShow={setShown} onAsk={setQuestion} />
      <StreamSheet
        shown={shown}
        onClose={() => setShown(null)}
        onSecret={setSecret}
        {...(shown?.as === 'new' && { finalFocus: addButton })}
      />
      <StreamQuestion question={question} onClose={() => setQuestion(null)} onSecret={setSecret} />
      <StreamSecret secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}

type ListProps = { onShow: (shown: ShownStream) => void; onAsk: (question: Question) => void }

function StreamList({ onShow, onAsk }: ListProps) {
  const list = useQuery(streamsQuery(useVault().streams))
  if (list.isError && !list.data) return <ListFailed text={text} query={list} />
  return (
    <Card>
      {!list.data ? (
        <SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />
      ) : list.data.length === 0 ? (
        <EmptyState title={text.empty} text={text.emptyText} seed="event-streams" />
      ) : (
        <RowList label={text.list}>
          {list.data.map((stream: EventStream) => (
            <StreamRow
              key={stream.id}
              stream={stream}
              onShow={(as) => onShow({ as, stream })}
              onAsk={(what) => onAsk({ what, stream })}
            />
          ))}
        </RowList>
      )}
    </Card>
  )
}
