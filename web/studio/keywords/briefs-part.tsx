import { useQuery } from '@tanstack/react-query'
import { Copy, Download, PenLine } from 'lucide-react'
import { useMemo } from 'react'
import { saveText } from '#web/lib/files/save-text.ts'
import type { ContentBrief, WholeKeywordProject } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card, CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { briefQuery } from './keywords.queries.ts'
import { type FilledCluster, fillClusters } from './sort-clusters.ts'
import { startOf } from './start-of.ts'
import { useAddress } from './use-address.ts'
import { useStartDraft } from '../content/start-draft.ts'

const words = text.briefs
const ROW_PX = 40

/** Briefs that people asked for, and the chosen one. */
export function BriefsPart({ whole }: { whole: WholeKeywordProject }) {
  const { read, show } = useAddress()
  const briefed = useMemo(() => fillClusters(whole).filter(({ briefed_at: at }) => at !== null), [whole])
  const chosen = briefed.find(({ id }) => id === read('cluster')) ?? briefed[0]
  if (!chosen) return <EmptyState title={words.none} seed="briefs" />
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[16rem_minmax(0,1fr)]">
      <Card>
        <PlainRows label={words.list}>
          {briefed.map(({ id, name }) => (
            <PlainRow key={id}>
              <TextButton aria-current={id === chosen.id} onClick={() => show({ cluster: id })} className="text-left">
                {name}
              </TextButton>
            </PlainRow>
          ))}
        </PlainRows>
      </Card>
      <Brief key={chosen.id} project={whole.project.id} cluster={chosen} />
    </div>
  )
}

function Brief({ project, cluster }: { project: string; cluster: FilledCluster }) {
  const query = useQuery(briefQuery(useVault().keywords, project, cluster.id))
  return (
    <QueryView
      query={query}
      text={{ failed: words.failed, retry: text.retry }}
      skeleton={<SkeletonRows label={words.loading} rows={8} rowHeight={ROW_PX} />}
    >
      {(brief) => <BriefCard brief={brief} cluster={cluster} />}
    </QueryView>
  )
}

function BriefCard({ brief, cluster }: { brief: ContentBrief; cluster: FilledCluster }) {
  const write = useStartDraft()
  const copy = () =>
    navigator.clipboard.writeText(brief.markdown).then(
      () => toastDone(words.copied),
      () => toastError(words.copyFailed),
    )
  return (
    <CardSection aria-label={brief.title} className="flex min-w-0 flex-col gap-4 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <Heading className="wrap-anywhere">{brief.title}</Heading>
          <Text tone="soft">
            {[words.words(brief.words), text.intent(cluster.intent), text.page(cluster.page)].join(', ')}
          </Text>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => write(startOf(cluster, brief))}>
            <PenLine size={16} aria-hidden="true" />
            {text.detail.write}
          </Button>
          <Button variant="outline" onClick={() => void copy()}>
            <Copy size={16} aria-hidden="true" />
            {words.copy}
          </Button>
          <Button variant="outline" onClick={() => saveText(text.fileName(brief.title, 'md'), brief.markdown)}>
            <Download size={16} aria-hidden="true" />
            {words.download}
          </Button>
        </div>
      </div>
      <Text tone="hint" size="xs">
        {words.note}
      </Text>
      <Heading as="h3" look="small">
        {words.outline}
      </Heading>
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm">
        {brief.outline.map(({ heading, words: length }) => (
          <li key={heading}>
            {heading} <Span tone="hint">{words.section(length)}</Span>
          </li>
        ))}
      </ol>
      {brief.questions.length > 0 && <BriefList title={words.questions} lines={brief.questions} />}
      <BriefList
        title={words.keywords}
        lines={cluster.keywords.map(({ keyword, source }) => `${keyword} (${text.source(source)})`)}
      />
      <BriefList title={words.angles} lines={cluster.angles} />
    </CardSection>
  )
}

function BriefList({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <Heading as="h3" look="small">
        {title}
      </Heading>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}
