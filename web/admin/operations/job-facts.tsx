import { useNow } from '#web/lib/clock.ts'
import { formatShortDateTime, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { FailedJob } from '#web/lib/remote/vault-client.ts'
import { operations as text } from '#web/messages/operations.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'

export function JobState({ job: { next_try_at: next } }: { job: FailedJob }) {
  return next === null ? <Badge tone="danger">{text.job.givenUp}</Badge> : <Badge tone="warn">{text.job.retries}</Badge>
}

/** How often it was tried, and what it said the last time. */
export function JobTrouble({ job }: { job: FailedJob }) {
  const now = useNow()
  const { attempts, max_attempts: most, created_at: since, next_try_at: next, error } = job
  const facts = [
    text.job.tries(attempts, most),
    text.job.since(midSentence(formatTimeAgo(new Date(since), now))),
    ...(next === null ? [] : [text.job.next(formatShortDateTime(new Date(next)))]),
  ]
  return (
    <>
      <Span tone="soft" className="block">
        {facts.join(' · ')}
      </Span>
      <Span tone="danger" className="block wrap-anywhere">
        {error}
      </Span>
    </>
  )
}
