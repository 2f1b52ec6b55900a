import { useCallback, useEffect, useState } from 'react'
import { proof } from '#web/messages/site/proof.ts'
import { Heading, Mono, Span, Text } from '#web/ui/layout/text.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { SiteButton } from '#web/ui/site/button-link.tsx'
import { CheckMark } from '#web/ui/site/certificate-card.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import type { ChangedBit, VectorResult, VectorSet } from './run-vectors.ts'
import { inProofWorker } from './start-proof-worker.ts'

const text = proof.page
const SETS = Object.keys(text.sets) as VectorSet[]
type Row = { set: VectorSet; result: VectorResult | undefined }
type Outcome = { results: VectorResult[]; changed?: ChangedBit } | 'running' | 'broken'

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'algorithm', header: text.columns[0], cell: ({ set }) => text.sets[set][0] },
  {
    id: 'source',
    header: text.columns[1],
    from: 'sm',
    cell: ({ set }) => (
      <SiteLink href={text.sets[set][2]} rel="noopener noreferrer">
        {text.sets[set][1]}
      </SiteLink>
    ),
  },
  {
    id: 'right',
    header: text.columns[2],
    cell: ({ result }) => (
      <Span tone={result && result.right < result.count ? 'danger' : 'plain'}>
        <Mono className="whitespace-nowrap">{result ? text.result(result.right, result.count) : '…'}</Mono>
      </Span>
    ),
  },
  {
    id: 'time',
    header: text.columns[3],
    from: 'sm',
    cell: ({ result }) => (
      <Mono className="whitespace-nowrap">{result ? `${result.milliseconds.toFixed(1)} ms` : '…'}</Mono>
    ),
  },
]

/** Official vectors in this browser, and a way to see them fail. */
export function VectorTable() {
  const { outcome, run } = useVectors()
  const results = typeof outcome === 'object' ? outcome.results : []
  const rows = SETS.map((set): Row => ({ set, result: results.find((one) => one.set === set) }))
  const isRunning = outcome === 'running'
  return (
    <>
      <Heading look="siteSection">{text.vectorsTitle}</Heading>
      <Text tone="soft" size="base" className="mt-3 max-w-[68ch]">
        {text.vectorsLead}
      </Text>
      <noscript>
        <p className="mt-4 text-base">{text.noScript}</p>
      </noscript>
      <div className="mt-8 overflow-x-auto noscript:hidden">
        <Table label={text.vectorsTitle} columns={COLUMNS} rows={rows} rowId={({ set }) => set} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 noscript:hidden">
        <div className="max-w-[68ch]" aria-live="polite">
          <Verdict outcome={outcome} />
        </div>
        <div className="flex flex-wrap gap-3">
          <SiteButton variant="outline" size="md" onClick={() => run(true)} disabled={isRunning}>
            {text.change}
          </SiteButton>
          <SiteButton variant="outline" size="md" onClick={() => run(false)} disabled={isRunning}>
            {text.run}
          </SiteButton>
        </div>
      </div>
    </>
  )
}

function Verdict({ outcome }: { outcome: Outcome }) {
  if (outcome === 'running') return <CheckMark state="running">{text.running}</CheckMark>
  if (outcome === 'broken') return <CheckMark state="failed">{proof.brokenNote}</CheckMark>
  const { results, changed } = outcome
  const wrong = results.filter(({ right, count }) => right < count)
  if (!changed) {
    return wrong.length === 0 ? (
      <CheckMark state="passed">{text.allRight}</CheckMark>
    ) : (
      <CheckMark state="failed">{text.someWrong}</CheckMark>
    )
  }
  const [name] = text.sets[changed.set]
  const isNoticed = wrong.length === 1 && wrong[0]?.set === changed.set
  return (
    <CheckMark state="failed">
      {isNoticed
        ? text.noticed(changed.bit.toLocaleString('en'), changed.bits.toLocaleString('en'), name)
        : text.unnoticed(name)}
    </CheckMark>
  )
}

function useVectors(): { outcome: Outcome; run: (isChanged: boolean) => void } {
  const [outcome, setOutcome] = useState<Outcome>('running')
  const run = useCallback((isChanged: boolean) => {
    setOutcome('running')
    inProofWorker(async (worker): Promise<Outcome> => {
      if (!isChanged) return { results: await worker.runVectors() }
      const set = SETS[Math.floor(Math.random() * SETS.length)] ?? 'xWing'
      const changed = await worker.chooseBit(set, Math.random())
      return { results: await worker.runVectors(changed), changed }
    }).then(setOutcome, (error: unknown) => {
      console.warn(error)
      setOutcome('broken')
    })
  }, [])
  useEffect(() => {
    // The certificate comes first.
    const timer = setTimeout(() => run(false), 600)
    return () => clearTimeout(timer)
  }, [run])
  return { outcome, run }
}
