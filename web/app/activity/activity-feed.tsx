import { FileText, KeyRound, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { deviceName } from '#contract/device-name.ts'
import { dateLocale, formatDateTime } from '#web/lib/format.ts'
import type { AuditEvent, EventState } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Heading } from '#web/ui/layout/text.tsx'
import { More } from '#web/ui/list/more.tsx'
import { Timeline, TimelineItem } from '#web/ui/list/timeline.tsx'
import { useAccountState } from '../vault-context.ts'
import { EventMark } from '../ledger/event-mark.tsx'
import { groupOf, sentenceOf } from './activity-words.ts'
import { type Entry, foldEntries, type Line } from './fold-entries.ts'
import { daysAgo, groupByDay } from './group-by-day.ts'
import { useNames } from './use-names.ts'

const ICON = { files: FileText, signIns: LogIn, keys: KeyRound }

type States = ReadonlyMap<string, EventState> | undefined
/** `isMarked`: with what this browser found out about each. */
type FeedProps = { events: readonly AuditEvent[]; states?: States; isMarked?: boolean }

/** Events in sentences, under the day they happened on. */
export function ActivityFeed({ events, states, isMarked = false }: FeedProps) {
  const now = useNow()
  const state = useAccountState()
  const me = state.kind === 'open' ? state.userId : ''
  const { names, emailOf } = useNames(events, me)
  const received = new Set(events.filter(isReceived).map(({ details }) => details['id']))
  const entries = events.flatMap((event): Entry[] => {
    // Nobody here uploaded it; that it came in is in the list already.
    if (event.event_type === 'file_records.insert' && received.has(event.details['id'])) return []
    const sentence = sentenceOf(event, { names, me })
    return sentence === null ? [] : [{ event, sentence }]
  })

  return groupByDay(entries, ({ event }) => event.created_at).map((day) => (
    <section key={day.key} className="flex flex-col gap-2">
      <Heading look="small">{dayTitle(day.date, now)}</Heading>
      <Timeline label={dayTitle(day.date, now)}>
        {foldEntries(day.rows).map((line) => (
          <Item
            key={line.entries[0].event.id}
            line={line}
            email={emailOf(line.entries[0].sentence.person)}
            mark={isMarked && <EventMark state={worstOf(line, states)} />}
          />
        ))}
      </Timeline>
    </section>
  ))
}

type ItemProps = { line: Line; email: string | undefined; mark: ReactNode }

function Item({ line: { text, entries }, email, mark }: ItemProps) {
  const [{ event }] = entries
  const at = new Date(event.created_at)
  return (
    <TimelineItem
      Icon={ICON[groupOf(event)]}
      time={at.toLocaleTimeString(dateLocale(), { hour: 'numeric', minute: '2-digit' })}
      timeTitle={formatDateTime(at)}
      note={
        <span className="flex flex-wrap items-center gap-x-2">
          {[email, placeOf(event)].filter(Boolean).join(' · ')}
          {mark}
        </span>
      }
      action={
        entries.length > 1 && (
          <More title={m.activity.which}>
            <ul>
              {entries.map(({ event: { id }, sentence }) => (
                <li key={id}>{sentence.text}</li>
              ))}
            </ul>
          </More>
        )
      }
    >
      {text}
    </TimelineItem>
  )
}

/** Of several events in one line, the one that is not as it should be. */
function worstOf({ entries }: Line, states: States): EventState | undefined {
  const all = entries.map(({ event }) => states?.get(event.id))
  return all.find((one) => one?.state !== 'verified') ?? all[0]
}

/** Sign-ins, changes of the account and reads by others keep where they came from; one's own work with files does not. */
function placeOf({ details }: AuditEvent): string | undefined {
  const { user_agent: userAgent, ip } = details
  if (typeof userAgent !== 'string') return undefined
  return m.activity.from(deviceName(userAgent), typeof ip === 'string' ? ip : null)
}

function dayTitle(date: Date, now: Date): string {
  const days = daysAgo(date, now)
  if (days === 0) return m.activity.today
  if (days === 1) return m.activity.yesterday
  return date.toLocaleDateString(dateLocale(), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

const isReceived = ({ event_type: type }: AuditEvent): boolean => type === 'request_deliveries.delete'
