import {
  ArrowRightLeft,
  CircleCheck,
  CircleDot,
  FileText,
  ListChecks,
  type LucideIcon,
  Pencil,
  Send,
  StickyNote,
  ThumbsDown,
  ThumbsUp,
} from 'lucide-react'
import { type DealEventKind, STAGE_PRESETS } from '#contract/sales/deals.ts'
import { quoteNumber } from '#contract/sales/quotes.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import type { DealEvent, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Heading } from '#web/ui/layout/text.tsx'
import { Timeline, TimelineItem } from '#web/ui/list/timeline.tsx'
import { personName } from '../sales-words.ts'

const words = text.sheet
const ICONS: Record<DealEventKind, LucideIcon> = {
  created: CircleDot,
  moved: ArrowRightLeft,
  changed: Pencil,
  noted: StickyNote,
  task_added: ListChecks,
  task_done: CircleCheck,
  quoted: FileText,
  quote_sent: Send,
  quote_accepted: ThumbsUp,
  quote_declined: ThumbsDown,
}

/** What happened with a deal, newest first. */
export function DealTimeline({ events, pipeline }: { events: readonly DealEvent[]; pipeline: Pipeline }) {
  const now = useNow()
  return (
    <section aria-label={words.timeline} className="flex flex-col gap-3">
      <Heading look="small">{words.timeline}</Heading>
      <Timeline label={words.timeline}>
        {events.map((event) => {
          const at = new Date(event.at)
          const { reason } = event.details
          const notes = [
            ...(typeof reason === 'string' ? [reason] : []),
            ...(event.user_id === null ? [] : [words.by(personName(pipeline, event.user_id))]),
          ]
          return (
            <TimelineItem
              key={event.id}
              Icon={ICONS[event.kind]}
              time={formatTimeAgo(at, now)}
              timeTitle={formatDateTime(at)}
              note={notes.join(' · ')}
            >
              {words.event(event.kind, saidOf(event))}
            </TimelineItem>
          )
        })}
      </Timeline>
    </section>
  )
}

function saidOf({ details }: DealEvent) {
  const said = (name: string): string => (typeof details[name] === 'string' ? details[name] : '')
  const count = (name: string): number => (typeof details[name] === 'number' ? details[name] : 0)
  // The stage as it was called then.
  const stage = (name: string): string => {
    const preset = STAGE_PRESETS.find((one) => one === said(`${name}_preset`))
    return said(name) || (preset ? text.preset(preset) : '')
  }
  const { fields } = details
  const number = { year: count('year'), number: count('number'), revision: count('revision') }
  return {
    name: number.number > 0 ? quoteNumber(number) : said('title'),
    from: stage('from'),
    to: stage('to'),
    fields: Array.isArray(fields) ? fields.filter((field): field is string => typeof field === 'string') : [],
  }
}
