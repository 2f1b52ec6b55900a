import { ADVICE_OF } from '#contract/checks/check-advice.ts'
import type { CheckSeverity, CheckStatus } from '#contract/checks/checks.ts'
import { isCheckId, SKIP_REASONS, type SkipReason } from '#contract/checks/checks.ts'
import type { TestResult } from '#web/lib/remote/vault-client.ts'
import { checks } from '#web/messages/checks/checks.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { StateMark, type StateTone } from '#web/ui/feedback/state-mark.tsx'
import { Unfold } from '#web/ui/layout/disclosure.tsx'
import { Mono, Span, Text } from '#web/ui/layout/text.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { type Before, isChanged } from './results.ts'

const text = checks.results
const TONE: Record<CheckStatus, StateTone> = { running: 'planned', passed: 'good', failed: 'bad', skipped: 'none' }

/** What a check is called here; of a later version, what it calls itself. */
export const nameOf = ({ id, name }: TestResult): string => (isCheckId(id) ? checks.name(id) : name)

/** Each check with what it found; what it saw unfolds in its row. */
export function ResultList({ results, before }: { results: readonly TestResult[]; before: Before }) {
  if (results.length === 0)
    return (
      <Text tone="soft" className="p-4">
        {text.none}
      </Text>
    )
  return <Table label={text.title} columns={columnsFor(before)} rows={results} rowId={({ id }) => id} />
}

const columnsFor = (before: Before): readonly TableColumn<TestResult>[] => [
  { id: 'id', header: text.columns.id, from: 'sm', cell: ({ id }) => <Mono className="whitespace-nowrap">{id}</Mono> },
  { id: 'check', header: text.columns.check, cell: (result) => <CheckCell result={result} before={before} /> },
  {
    id: 'severity',
    header: text.columns.severity,
    from: 'sm',
    cell: ({ severity, status }) => <Severity severity={severity} isFound={status === 'failed'} />,
  },
  {
    id: 'state',
    header: text.columns.state,
    cell: ({ status }) => <StateMark tone={TONE[status]}>{checks.status(status)}</StateMark>,
  },
  {
    id: 'took',
    header: text.columns.took,
    from: 'lg',
    cell: ({ status, duration }) => (
      <Span tone="soft" className="whitespace-nowrap tabular-nums">
        {status === 'passed' || status === 'failed' ? text.ms(duration) : '–'}
      </Span>
    ),
  },
]

function CheckCell({ result, before }: { result: TestResult; before: Before }) {
  const { id, status, error, reason, evidence } = result
  const was = before.get(id)
  const seen = seenIn(evidence)
  return (
    <div className="flex min-w-0 flex-col gap-0.5 py-1 wrap-anywhere">
      <p>
        {nameOf(result)}{' '}
        <Span tone="hint" size="xs" className="font-mono sm:hidden">
          {id}
        </Span>
      </p>
      {error !== null && (
        // What a check says is in the language of the logs.
        <Text tone="danger" lang="en">
          {error}
        </Text>
      )}
      {status === 'failed' && isCheckId(id) && <Text>{checks.advice(ADVICE_OF[id])}</Text>}
      {reason !== null && <Text tone="soft">{isReason(reason) ? checks.reason(reason) : reason}</Text>}
      {was !== undefined && isChanged(result, before) && (
        <Text tone="hint" size="xs">
          {text.was(was)}
        </Text>
      )}
      {seen !== '' && (
        <Text tone="hint" size="xs" lang="en">
          {seen}
        </Text>
      )}
      <FoundList evidence={evidence} />
    </div>
  )
}

/** Everything that a check found, of which its error names the first. */
function FoundList({ evidence }: Pick<TestResult, 'evidence'>) {
  const lists = Object.entries(evidence).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [{ name: nameOfFact(name), items: value.map(asLine) }] : [],
  )
  return lists.map(({ name, items }) => (
    <Unfold key={name} title={text.found(name, items.length)}>
      <ul lang="en" className="flex list-disc flex-col gap-1 pl-6">
        {items.map((item) => (
          <li key={item}>
            <Mono className="wrap-anywhere">{item}</Mono>
          </li>
        ))}
      </ul>
    </Unfold>
  ))
}

const asLine = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item))
const nameOfFact = (name: string): string => name.replaceAll('_', ' ')

/** Single facts that a check saw, in a line. */
function seenIn(evidence: TestResult['evidence']): string {
  const facts = Object.entries(evidence).filter(([, value]) => value !== null && !Array.isArray(value))
  return facts.map(([name, value]) => `${nameOfFact(name)}: ${String(value)}`).join(' · ')
}

const isReason = (reason: string): reason is SkipReason => Object.hasOwn(SKIP_REASONS, reason)

/** Loud only where something was found. */
function Severity({ severity, isFound }: { severity: CheckSeverity; isFound: boolean }) {
  const word = checks.severity(severity)
  return isFound && severity === 'critical' ? <Badge tone="danger">{word}</Badge> : <Span tone="soft">{word}</Span>
}
