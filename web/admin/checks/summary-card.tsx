import type { TestRun } from '#web/lib/remote/vault-client.ts'
import { formatCount } from '#web/lib/format.ts'
import { checks } from '#web/messages/checks/checks.ts'
import { PartsBar } from '#web/ui/feedback/parts-bar.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Span, Text } from '#web/ui/layout/text.tsx'

const text = checks.summary

/** How a run went so far, and the one before it. */
export function SummaryCard({ run, before }: { run: TestRun; before: TestRun | undefined }) {
  const { passedTests: passed, failedTests: failed, skippedTests: skipped, totalTests: all, status } = run
  return (
    <CardSection aria-label={text.title} className="grid gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
          <Count count={passed} word={text.passed} />
          <Count count={failed} word={text.failed} tone={failed > 0 ? 'danger' : 'plain'} />
          <Count count={skipped} word={text.skipped} tone="soft" />
        </dl>
        <Text tone="hint" size="xs" className="tabular-nums">
          {status === 'running'
            ? text.progress(run.progress)
            : before && text.before(before.passedTests, before.failedTests, before.skippedTests)}
        </Text>
      </div>
      <PartsBar
        label={text.bar(passed, failed, skipped)}
        all={all}
        size="md"
        parts={[
          { tone: 'good', count: passed },
          { tone: 'bad', count: failed },
          { tone: 'none', count: skipped },
        ]}
      />
      {status === 'cancelled' && <Text tone="soft">{text.cancelled}</Text>}
    </CardSection>
  )
}

function Count({ count, word, tone = 'plain' }: { count: number; word: string; tone?: 'plain' | 'danger' | 'soft' }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-2">
      <dt className="text-sm">{word}</dt>
      <dd>
        <Span tone={tone} className="text-2xl font-semibold tabular-nums">
          {formatCount(count)}
        </Span>
      </dd>
    </div>
  )
}
