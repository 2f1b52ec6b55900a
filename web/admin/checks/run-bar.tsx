import { Download, X } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useNow } from '#web/lib/clock.ts'
import { formatRelativeTime, formatShortDateTime, midSentence } from '#web/lib/format.ts'
import type { TestRun } from '#web/lib/remote/vault-client.ts'
import { checks as text } from '#web/messages/checks/checks.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { comparableWith, comparedWith } from './runs.ts'
import { useRunActs } from './use-run-acts.ts'

type Props = { runs: readonly TestRun[]; shown: TestRun | undefined; isNightly: boolean }

/** Which run is shown, by whom it was made, and what can be done with it. */
export function RunBar({ runs, shown, isNightly }: Props) {
  const { cancel, exportRun, setNightly } = useRunActs()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      {shown && <RunFacts run={shown} />}
      <div className="flex min-w-0 flex-wrap items-end gap-3">
        <div className="py-2">
          <Checkbox
            label={text.history.nightly}
            checked={isNightly}
            disabled={setNightly.isPending}
            onCheckedChange={(checked) => setNightly.mutate(checked)}
          />
        </div>
        <RunChoices runs={runs} shown={shown} />
        {shown?.status === 'running' ? (
          <Button variant="outline" isBusy={cancel.isPending} onClick={() => cancel.mutate(shown.id)}>
            <X size={16} aria-hidden="true" />
            {text.cancel}
          </Button>
        ) : (
          shown && (
            <Button variant="outline" isBusy={exportRun.isPending} onClick={() => exportRun.mutate(shown.id)}>
              <Download size={16} aria-hidden="true" />
              {text.export}
            </Button>
          )
        )}
      </div>
    </div>
  )
}

/** The run that is shown and the one that it is compared with, both in the address. */
function RunChoices({ runs, shown }: Pick<Props, 'runs' | 'shown'>) {
  const [parameters, setParameters] = useSearchParams()
  const show = (id: string) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (id === runs[0]?.id) next.delete('run')
      else next.set('run', id)
      next.delete('with')
      return next
    })
  const compare = (id: string) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      next.set('with', id)
      return next
    })
  const others = shown ? comparableWith(runs, shown) : []
  const other = shown && comparedWith(runs, shown, parameters.get('with'))
  return (
    <>
      {runs.length > 0 && (
        <SelectField
          label={text.history.choose}
          value={shown?.id ?? ''}
          onChange={show}
          options={[
            ...(shown ? [] : [['', text.gone, true] as const]),
            ...runs.map((run) => [run.id, labelOf(run)] as const),
          ]}
          className="w-full sm:w-80"
        />
      )}
      {shown && others.length > 0 && (
        <SelectField
          label={text.history.compare}
          value={other?.id ?? ''}
          onChange={compare}
          options={[
            ...(other ? [] : [['', text.history.nothing] as const]),
            ...others.map((run) => [run.id, labelOf(run)] as const),
          ]}
          className="w-full sm:w-80"
        />
      )}
    </>
  )
}

function labelOf({ startedAt, status, passedTests, failedTests, skippedTests, categories }: TestRun): string {
  const found = status === 'running' ? text.status('running') : text.summary.bar(passedTests, failedTests, skippedTests)
  const part = categories ? `${categories.map(text.categories.name).join(', ')}: ` : ''
  const ended = status === 'cancelled' ? text.history.cancelled(found) : found
  return `${formatShortDateTime(new Date(startedAt))}: ${part}${ended}`
}

function RunFacts({ run }: { run: TestRun }) {
  const now = useNow()
  const started = new Date(run.startedAt)
  const took = run.completedAt === null ? undefined : new Date(run.completedAt).getTime() - started.getTime()
  const facts = [whoMade(run), midSentence(formatRelativeTime(started, now))]
  if (run.categories) facts.unshift(text.history.only(run.categories.map(text.categories.name).join(', ')))
  if (took !== undefined) facts.push(text.took(Math.max(1, Math.round(took / 1000))))
  return (
    <div>
      <Text tone="soft">{facts.join(', ')}</Text>
      <Text tone="hint" size="xs">
        {text.version(run.version, run.build)}
      </Text>
    </div>
  )
}

function whoMade({ cause, startedBy }: TestRun): string {
  if (cause !== 'person') return text.by[cause]
  return startedBy === null ? text.by.someone : text.by.person(startedBy)
}
