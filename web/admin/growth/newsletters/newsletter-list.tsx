import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, Clock, Mail, Pause, Pencil, Send } from 'lucide-react'
import type { NewsletterState } from '#contract/growth/newsletters.ts'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { ListedNewsletter } from '#web/lib/remote/vault-client.ts'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ShowMore } from '#web/parts/list/show-more.tsx'
import { newslettersQuery } from './newsletters.queries.ts'

const ROW_PX = 64
const LOOK = {
  draft: { tone: 'plain', Icon: Pencil },
  scheduled: { tone: 'copper', Icon: Clock },
  sending: { tone: 'copper', Icon: Send },
  paused: { tone: 'warn', Icon: Pause },
  sent: { tone: 'brand', Icon: CircleCheck },
  cancelled: { tone: 'plain', Icon: CircleSlash },
} as const

/** Where a newsletter is, as icon and word. */
export function NewsletterMark({ state }: { state: NewsletterState }) {
  const { tone, Icon } = LOOK[state]
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden="true" />
      {text.state(state)}
    </Badge>
  )
}

/** Newsletters, newest first. */
export function NewsletterList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useInfiniteQuery(newslettersQuery(useVault().newsletters))
  return (
    <Card>
      <QueryView
        query={{ ...list, data: list.data?.pages.flatMap((page) => page.newsletters) }}
        text={text}
        skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
        className="p-4"
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={text.empty} text={text.emptyText} seed="newsletters" />
          ) : (
            <>
              <RowList label={text.list}>
                {rows.map((row) => (
                  <NewsletterRow key={row.id} row={row} onOpen={onOpen} />
                ))}
              </RowList>
              <ShowMore list={list} label={text.more} />
            </>
          )
        }
      </QueryView>
    </Card>
  )
}

function NewsletterRow({ row, onOpen }: { row: ListedNewsletter; onOpen: (id: string) => void }) {
  const { id, subject, status, audience, counts } = row
  const facts = [
    audience === null ? text.toEverybody : text.to(audience),
    whenOf(row),
    ...(counts.recipients > 0 ? [text.facts(counts.sent, counts.recipients)] : []),
  ]
  return (
    <Row
      icon={<Mail size={18} aria-hidden="true" />}
      title={subject}
      badge={<NewsletterMark state={status} />}
      detail={facts.join(' · ')}
      actions={
        <Button variant="outline" size="sm" aria-label={text.open(subject)} onClick={() => onOpen(id)}>
          {text.show}
        </Button>
      }
    />
  )
}

function whenOf({ status, scheduled_at, finished_at, created_at }: ListedNewsletter): string {
  const at = (time: string): string => formatShortDateTime(new Date(time))
  if (finished_at !== null) return text.when.finished(at(finished_at))
  if (status === 'scheduled' && scheduled_at !== null) return text.when.scheduled(at(scheduled_at))
  return text.when.created(at(created_at))
}
