import { FileText, KeyRound, LogIn } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { deviceName } from '#contract/devices/device-name.ts'
import { dateLocale, formatDateTime } from '#web/lib/format.ts'
import type { AuditEvent, LedgerReport } from '#web/lib/remote/vault-client.ts'
import { activity } from '#web/messages/activity.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { More } from '#web/ui/list/more.tsx'
import { Timeline, TimelineItem } from '#web/ui/list/timeline.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { useAccountState } from '#web/parts/vault/vault-context.ts'
import { EventMark } from '../ledger/event-mark.tsx'
import { EventProof } from '../ledger/event-proof.tsx'
import { type ShownState, type StateOf, statesIn } from '../ledger/event-state.ts'
import { groupOf, sentenceOf } from './activity-words.ts'
import { type Entry, foldEntries, type Line } from './fold-entries.ts'
import { daysAgo, groupByDay } from './group-by-day.ts'
import { coveredElsewhere } from './covered-elsewhere.ts'
import { useNames } from './use-names.ts'

const ICON = { files: FileText, signIns: LogIn, keys: KeyRound }

/** `ledger`: where each is shown with what this browser found out about it, and its proof. */
type FeedProps = { events: readonly AuditEvent[]; ledger?: { data: LedgerReport | undefined } }

/** Events in sentences, under the day they happened on. */
export function ActivityFeed({ events, ledger }: FeedProps) {
  const [opened, setOpened] = useState<Entry | null>(null)
  const marks = ledger && { stateOf: statesIn(ledger.data), onOpen: setOpened }
  const now = useNow()
  const state = useAccountState()
  const me = state.kind === 'open' ? state.userId : ''
  const { names, emailOf } = useNames(events, me)
  const isCovered = coveredElsewhere(events)
  const entries = events.flatMap((event): Entry[] => {
    if (isCovered(event)) return []
    const sentence = sentenceOf(event, { names, me })
    return sentence === null ? [] : [{ event, sentence }]
  })

  return (
    <>
      {groupByDay(entries, ({ event }) => event.created_at).map((day) => (
        <section key={day.key} className="flex flex-col gap-2">
          <Heading look="small">{dayTitle(day.date, now)}</Heading>
          <Timeline label={dayTitle(day.date, now)}>
            {foldEntries(day.rows).map((line) => (
              <Item
                key={line.entries[0].event.id}
                line={line}
                email={emailOf(line.entries[0].sentence.person)}
                marks={marks}
              />
            ))}
          </Timeline>
        </section>
      ))}
      <Sheet isOpen={opened !== null} onClose={() => setOpened(null)} title={opened?.sentence.text ?? ''}>
        {opened && <EventProof event={opened.event} report={ledger?.data} />}
      </Sheet>
    </>
  )
}

type Marks = { stateOf: StateOf; onOpen: (entry: Entry) => void }
type ItemProps = { line: Line; email: string | undefined; marks: Marks | undefined }

function Item({ line, email, marks }: ItemProps) {
  const { text, entries } = line
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
          {marks &&
            (entries.length > 1 ? (
              <EventMark state={worstOf(line, marks.stateOf)} />
            ) : (
              <ProofButton entry={entries[0]} marks={marks} />
            ))}
        </span>
      }
      action={
        entries.length > 1 && (
          <More title={activity.which}>
            <ul>
              {entries.map((entry) => (
                <li key={entry.event.id} className="flex min-h-7 flex-wrap items-center gap-x-4">
                  {entry.sentence.text}
                  {marks && <ProofButton entry={entry} marks={marks} />}
                </li>
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

/** The mark of one event, which opens its proof. */
function ProofButton({ entry, marks: { stateOf, onOpen } }: { entry: Entry; marks: Marks }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-2.5 pointer-fine:-my-1.5"
      aria-haspopup="dialog"
      onClick={() => onOpen(entry)}
    >
      <EventMark state={stateOf(entry.event.id)} />
    </Button>
  )
}

/** Of several events in one line, the one that is not as it should be. */
function worstOf({ entries }: Line, stateOf: StateOf): ShownState {
  const all = entries.map(({ event }) => stateOf(event.id))
  return all.find((one) => one?.state !== 'verified') ?? all[0]
}

/** Sign-ins, changes of the account and reads by others keep where they came from; one's own work with files does not. */
function placeOf({ details }: AuditEvent): string | undefined {
  const { user_agent: userAgent, ip } = details
  if (typeof userAgent !== 'string') return undefined
  return activity.from(deviceName(userAgent), typeof ip === 'string' ? ip : null)
}

function dayTitle(date: Date, now: Date): string {
  const days = daysAgo(date, now)
  if (days === 0) return activity.today
  if (days === 1) return activity.yesterday
  return date.toLocaleDateString(dateLocale(), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}
