import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { dropTarget, useDropTargets } from '#web/ui/form/drag-and-drop.ts'
import { addDays, weeksOf } from './month-days.ts'

const TYPE = 'application/x-quantumshield-month-entry'
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
/** A Monday, for the names of the days. */
const MONDAY = '2024-01-01'

export type MonthEntry = {
  id: string
  /** Such as "2028-02-29". */
  date: string
  /** Such as "09:00". */
  time: string
  title: string
  text: string
  isDone: boolean
  /** Of its button; begins with what is seen. */
  label: string
}

type Props = {
  label: string
  /** Such as "2028-02". */
  month: string
  locale: string
  entries: readonly MonthEntry[]
  onOpen: (id: string) => void
  onMove: (id: string, date: string) => void
}

/** A month with entries on its days. They are opened by a press, and moved by dragging or by Alt and an arrow. */
export function MonthGrid({ label, month, locale, entries, onOpen, onMove }: Props) {
  const weeks = weeksOf(month)
  const days = new Set(weeks.flat())
  const dragged = useRef('')
  const [table, follow] = useFocusAfterMove(entries)
  const dateOf = (id: string) => entries.find((entry) => entry.id === id)?.date
  useDropTargets({
    type: TYPE,
    canDrop: (day) => days.has(day) && dateOf(dragged.current) !== day,
    onDrop: (day) => onMove(dragged.current, day),
  })
  const moveByKey = (event: KeyboardEvent, { id, date }: MonthEntry) => {
    const step = STEPS[event.key]
    if (!event.altKey || step === undefined) return
    // Alt and an arrow would leave the page.
    event.preventDefault()
    const day = addDays(date, step)
    if (!days.has(day)) return
    follow(id, day)
    onMove(id, day)
  }
  return (
    <table ref={table} aria-label={label} className="w-full table-fixed border-collapse text-sm">
      <thead>
        <tr>
          {weekdays(locale).map((name) => (
            <th key={name} scope="col" className="text-left text-xs font-semibold text-ink-2">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell key={day} day={day} isOfMonth={day.startsWith(month)}>
                {entries
                  .filter(({ date }) => date === day)
                  .map((entry) => (
                    <EntryButton
                      key={entry.id}
                      entry={entry}
                      onOpen={() => onOpen(entry.id)}
                      onKeyDown={(event) => moveByKey(event, entry)}
                      onDrag={() => (dragged.current = entry.id)}
                    />
                  ))}
              </DayCell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({ day, isOfMonth, children }: { day: string; isOfMonth: boolean; children: ReactNode }) {
  return (
    <td
      {...dropTarget(day)}
      className={clsx(
        'h-24 border border-line p-1 align-top data-drop-over:outline-2 data-drop-over:outline-brand',
        isOfMonth ? 'bg-surface' : 'bg-sunken',
      )}
    >
      <time dateTime={day} className="px-1 text-xs text-ink-2 tabular-nums">
        {Number(day.slice(8))}
      </time>
      {children}
    </td>
  )
}

type EntryProps = {
  entry: MonthEntry
  onOpen: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onDrag: () => void
}

function EntryButton({ entry: { id, time, title, text, isDone, label }, onOpen, onKeyDown, onDrag }: EntryProps) {
  return (
    <button
      type="button"
      draggable
      data-entry={id}
      aria-label={label}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown"
      onClick={onOpen}
      onKeyDown={onKeyDown}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(TYPE, id)
        dataTransfer.effectAllowed = 'move'
        onDrag()
      }}
      className={clsx(
        'mt-1 block w-full cursor-pointer rounded-sm border px-1.5 py-1 text-left text-xs transition-colors duration-120',
        isDone
          ? 'border-brand/25 bg-brand-tint text-brand'
          : 'border-line bg-surface text-ink hover:border-control hover:bg-sunken',
      )}
    >
      <span className="block truncate font-semibold tabular-nums">{`${time} ${title}`}</span>
      <span className={clsx('line-clamp-2 wrap-anywhere', isDone ? '' : 'text-ink-2')}>{text}</span>
    </button>
  )
}

/** The button of a moved entry is another one in another cell: it has the focus again once it is there. */
function useFocusAfterMove(entries: readonly MonthEntry[]) {
  const ref = useRef<HTMLTableElement>(null)
  const moved = useRef<{ id: string; day: string } | null>(null)
  useEffect(() => {
    const followed = moved.current
    if (!followed || entries.find(({ id }) => id === followed.id)?.date !== followed.day) return
    moved.current = null
    const { activeElement } = document
    // Somewhere else meanwhile: a person's focus is not taken away.
    if (activeElement !== document.body && activeElement !== null) return
    ref.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(followed.id)}"]`)?.focus()
  }, [entries])
  return [ref, (id: string, day: string) => void (moved.current = { id, day })] as const
}

function weekdays(locale: string): string[] {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, at) => name.format(new Date(addDays(MONDAY, at))))
}
