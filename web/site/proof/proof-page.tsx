import { SiteButton } from '#web/ui/site/button-link.tsx'
import { useCallback, useEffect, useState } from 'react'
import { proof } from '#web/messages/site/proof.ts'
import { CheckMark } from '#web/ui/site/certificate-card.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/site/hairline-grid.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { Heading, Mono, Span, Text } from '#web/ui/layout/text.tsx'
import { CheckCommand } from './check-command.tsx'
import { ProofCard } from './proof-card.tsx'
import type { VectorResult, VectorSet } from './run-vectors.ts'
import { inProofWorker } from './start-proof-worker.ts'

const text = proof.page
const SETS = Object.keys(text.sets) as VectorSet[]
type Row = { set: VectorSet; result: VectorResult | undefined }

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'algorithm', header: text.columns[0], cell: ({ set }) => text.sets[set][0] },
  {
    id: 'source',
    header: text.columns[1],
    from: 'sm',
    cell: ({ set }) => <Span tone="hint">{text.sets[set][1]}</Span>,
  },
  {
    id: 'right',
    header: text.columns[2],
    cell: ({ result }) => (
      <Mono className="whitespace-nowrap">{result ? text.result(result.right, result.count) : '…'}</Mono>
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

export function Component() {
  return (
    <>
      <SiteSection inner="grid items-start gap-10 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <Heading as="h1" look="sitePage">
            {text.title}
          </Heading>
          <Text tone="soft" size="lead" className="mt-4 max-w-[34rem]">
            {text.lead}
          </Text>
          <noscript>
            <p className="mt-4 text-base">{proof.noScript}</p>
          </noscript>
        </div>
        <ProofCard />
      </SiteSection>
      <SiteSection tone="surface">
        <Vectors />
      </SiteSection>
      <SiteSection>
        <Heading look="siteSection">{text.outsideTitle}</Heading>
        <Text tone="soft" size="base" className="mt-3 max-w-[68ch]">
          {text.outsideLead}
        </Text>
        <HairlineGrid className="mt-8 md:grid-cols-2">
          {(['connection', 'code', 'vectors', 'files'] as const).map((kind) => (
            <HairlineCell key={kind} className="flex flex-col gap-3">
              <Heading as="h3" look="siteCell">
                {text.commands[kind][0]}
              </Heading>
              <Text tone="soft" size="base" className="grow">
                {text.commands[kind][1]}
              </Text>
              <CheckCommand kind={kind} />
            </HairlineCell>
          ))}
        </HairlineGrid>
      </SiteSection>
    </>
  )
}

function Vectors() {
  const [results, setResults] = useState<VectorResult[] | null>(null)
  const [isBroken, setBroken] = useState(false)
  const run = useCallback(() => {
    setResults(null)
    setBroken(false)
    inProofWorker((worker) => worker.runVectors()).then(setResults, (error: unknown) => {
      console.warn(error)
      setBroken(true)
    })
  }, [])
  useEffect(() => {
    const timer = setTimeout(run, 600)
    return () => clearTimeout(timer)
  }, [run])
  const isRight = results?.every(({ right, count }) => right === count) ?? false
  const state = isBroken ? 'failed' : results === null ? 'running' : isRight ? 'passed' : 'failed'
  const summary = isBroken
    ? proof.brokenNote
    : results === null
      ? text.running
      : isRight
        ? text.allRight
        : text.someWrong
  const rows = SETS.map((set): Row => ({ set, result: results?.find((one) => one.set === set) }))
  return (
    <>
      <Heading look="siteSection">{text.vectorsTitle}</Heading>
      <Text tone="soft" size="base" className="mt-3 max-w-[68ch]">
        {text.vectorsLead}
      </Text>
      <div className="mt-8 overflow-x-auto">
        <Table label={text.vectorsTitle} columns={COLUMNS} rows={rows} rowId={({ set }) => set} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <CheckMark state={state}>{summary}</CheckMark>
        <SiteButton variant="outline" size="md" onClick={run} disabled={state === 'running'}>
          {text.run}
        </SiteButton>
      </div>
    </>
  )
}
