import { useQuery } from '@tanstack/react-query'
import { FileText, KeyRound, LogIn } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { deviceName } from '#contract/device-name.ts'
import { dateLocale, formatDateTime } from '#web/lib/format.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Heading } from '#web/ui/layout/text.tsx'
import { Timeline, TimelineItem } from '#web/ui/list/timeline.tsx'
import { useVault } from '../vault-context.ts'
import { filesQuery, foldersQuery } from '../drive/files.queries.ts'
import { spacesQuery } from '../spaces/spaces.queries.ts'
import { teamQuery } from '../organisation/team.queries.ts'
import { labelOf } from '../organisation/team-view.ts'
import { groupOf, isAboutPerson, sentenceOf } from './activity-words.ts'
import { daysAgo, groupByDay } from './group-by-day.ts'

const ICON = { files: FileText, signIns: LogIn, keys: KeyRound }

/** Events in sentences, under the day they happened on. */
export function ActivityFeed({ events }: { events: readonly AuditEvent[] }) {
  const now = useNow()
  const names = useNames(events)
  const received = new Set(events.filter(isReceived).map(({ details }) => details['id']))
  const entries = events.flatMap((event) => {
    // Nobody here uploaded it; that it came in is in the list already.
    if (event.event_type === 'file_records.insert' && received.has(event.details['id'])) return []
    const sentence = sentenceOf(event, names)
    return sentence === null ? [] : [{ event, sentence }]
  })

  return groupByDay(entries, ({ event }) => event.created_at).map((day) => (
    <section key={day.key} className="flex flex-col gap-2">
      <Heading look="small">{dayTitle(day.date, now)}</Heading>
      <Timeline label={dayTitle(day.date, now)}>
        {day.rows.map(({ event, sentence }) => (
          <TimelineItem
            key={event.id}
            Icon={ICON[groupOf(event)]}
            time={new Date(event.created_at).toLocaleTimeString(dateLocale(), { hour: 'numeric', minute: '2-digit' })}
            timeTitle={formatDateTime(new Date(event.created_at))}
            note={placeOf(event)}
          >
            {sentence}
          </TimelineItem>
        ))}
      </Timeline>
    </section>
  ))
}

/** What this browser knows by id: files, folders, and people where an event is about one. */
function useNames(events: readonly AuditEvent[]): ReadonlyMap<string, string> {
  const { files, folders, team, spaces } = useVault()
  const { data: spaceList = [] } = useQuery(spacesQuery(spaces))
  const { data: fileList = [] } = useQuery(filesQuery(files))
  const { data: folderList = [] } = useQuery(foldersQuery(folders))
  const hasPeople = events.some(({ event_type: type }) => isAboutPerson(type))
  const { data } = useQuery({ ...teamQuery(team), enabled: hasPeople })
  return new Map([
    ...fileList.map(({ id, name }) => [id, name] as const),
    ...folderList.map(({ id, name }) => [id, m.activity.folder(name)] as const),
    ...spaceList.flatMap(({ id, name }) => (name === null ? [] : [[id, m.activity.space(name)] as const])),
    ...(data?.members ?? []).map((member) => [member.userId, labelOf(member)] as const),
  ])
}

/** Sign-ins and changes of the account keep where they came from; work with files does not. */
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
