import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { list as text } from '#web/messages/list.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { ListBar } from '#web/ui/list/list-bar.tsx'
import type { Chosen } from './use-chosen.ts'
import type { Failures } from './use-each.ts'

const words = text.chosen
/** Enough to see what went wrong. */
const MAX_NAMED = 8

type Props<Row> = {
  chosen: Chosen<Row>
  /** How many rows there are, where nothing is chosen. */
  count?: string | undefined
  each?: { progress: { done: number; all: number } | null; failures: Failures | null }
  /** What can be done with the chosen rows: `ChosenAct`, the most dangerous last. */
  children: ReactNode
}

/** Above a list: how many rows there are, or what can be done with the chosen ones. */
export function ChosenBar<Row>({ chosen, count, each, children }: Props<Row>) {
  const { rows, choosable, setAll } = chosen
  const are = rows.length > 0
  const hasAll = are && rows.length === choosable.length
  return (
    <>
      <ListBar isActive={are}>
        <Checkbox
          label={<span className={are ? 'max-sm:sr-only' : undefined}>{words.all}</span>}
          checked={hasAll}
          indeterminate={are && !hasAll}
          disabled={choosable.length === 0}
          onCheckedChange={setAll}
        />
        <span aria-live="polite" className="ml-auto whitespace-nowrap tabular-nums">
          {each?.progress
            ? words.working(each.progress.done, each.progress.all)
            : are
              ? words.count(rows.length)
              : (count ?? '')}
        </span>
        {are && children}
        {are && (
          <Button size="sm" variant="ghost" aria-keyshortcuts="Escape" onClick={() => setAll(false)}>
            {words.clear}
          </Button>
        )}
      </ListBar>
      {each?.failures && <NotChanged failures={each.failures} />}
    </>
  )
}

function NotChanged({ failures: { all, rows } }: { failures: Failures }) {
  const further = rows.length - MAX_NAMED
  return (
    <div className="p-4">
      <Notice
        tone="error"
        action={
          <ul className="list-disc pl-4 font-normal">
            {rows.slice(0, MAX_NAMED).map(({ id, name, reason }) => (
              <li key={id} className="wrap-anywhere">
                {words.reason(name, reason)}
              </li>
            ))}
            {further > 0 && <li>{words.further(further)}</li>}
          </ul>
        }
      >
        {words.failed(rows.length, all)}
      </Notice>
    </div>
  )
}

type ActProps = { Icon: LucideIcon; label: string; isDanger?: boolean; isBusy?: boolean; onClick: () => void }

/** One act of the bar; where there is no room for its word, the icon has it as its name. */
export function ChosenAct({ Icon, label, isDanger = false, isBusy = false, onClick }: ActProps) {
  return (
    <Button size="sm" variant="ghost" aria-label={label} isBusy={isBusy} onClick={onClick}>
      {!isBusy && <Icon size={15} aria-hidden="true" className={clsx(isDanger && 'text-danger')} />}
      <span className="@max-3xl:sr-only">{label}</span>
    </Button>
  )
}
