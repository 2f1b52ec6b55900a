import { GitMerge, NotebookText, Pencil, PenLine } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import type { KeywordProject, ProjectKeyword } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { MergeDialog, RenameDialog } from './cluster-dialogs.tsx'
import { startOf } from './start-of.ts'
import type { FilledCluster } from './sort-clusters.ts'
import { useAddress } from './use-address.ts'
import { useStartDraft } from '../content/start-draft.ts'
import { useStudioAction } from '../use-studio-action.ts'

const words = text.detail
const MAX_SHOWN_KEYWORDS = 40

type Props = { project: KeywordProject; cluster: FilledCluster; others: readonly FilledCluster[] }

/** One page to write: what people want from it, what they type, and what it could say. */
export function ClusterDetail({ project, cluster, others }: Props) {
  const { keywords } = useVault()
  const { show } = useAddress()
  const write = useStartDraft()
  const [open, setOpen] = useState<'rename' | 'merge'>()
  const close = () => setOpen(undefined)
  const brief = useStudioAction(() => keywords.brief(project.id, cluster.id), {
    done: () => undefined,
    failed: text.briefs.failed,
    keys: ['keywords'],
    onDone: () => show({ tab: 'briefs', cluster: cluster.id }),
  })
  return (
    <CardSection aria-label={words.label} className="flex min-w-0 flex-col gap-3 p-4">
      <Heading className="wrap-anywhere" aria-live="polite">
        {cluster.name}
      </Heading>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={brief.isPending} onClick={() => brief.mutate(undefined)}>
          <NotebookText size={16} aria-hidden="true" />
          {words.brief}
        </Button>
        <Button variant="outline" onClick={() => write(startOf(cluster))}>
          <PenLine size={16} aria-hidden="true" />
          {words.write}
        </Button>
        <Button variant="outline" onClick={() => setOpen('rename')}>
          <Pencil size={16} aria-hidden="true" />
          {words.rename}
        </Button>
        {others.length > 1 && (
          <Button variant="outline" onClick={() => setOpen('merge')}>
            <GitMerge size={16} aria-hidden="true" />
            {words.merge}
          </Button>
        )}
      </div>
      <FactList
        isNarrow
        facts={[
          [words.intent, text.intent(cluster.intent)],
          [words.page, text.page(cluster.page)],
          [words.difficulty, text.estimate(cluster.difficulty, cluster.reason)],
          [words.volume, cluster.volume === null ? words.volumeUnknown : words.searches(cluster.volume)],
        ]}
      />
      <Keywords keywords={cluster.keywords} />
      <Heading as="h3" look="small">
        {words.angles}
      </Heading>
      <ul className="flex list-disc flex-col gap-1 pl-4 text-sm">
        {cluster.angles.map((angle) => (
          <li key={angle}>{angle}</li>
        ))}
      </ul>
      <RenameDialog isOpen={open === 'rename'} onClose={close} project={project} cluster={cluster} />
      <MergeDialog isOpen={open === 'merge'} onClose={close} project={project} cluster={cluster} others={others} />
    </CardSection>
  )
}

function Keywords({ keywords }: { keywords: readonly ProjectKeyword[] }) {
  const further = keywords.length - MAX_SHOWN_KEYWORDS
  return (
    <div>
      <Heading as="h3" look="small" className="pb-2">
        {words.keywords}
      </Heading>
      <PlainRows label={words.keywords}>
        {keywords.slice(0, MAX_SHOWN_KEYWORDS).map(({ keyword, source, volume }) => (
          <PlainRow
            key={keyword}
            action={
              <Span tone="hint" size="xs">
                {[text.source(source), ...(volume === null ? [] : [formatCount(volume)])].join(', ')}
              </Span>
            }
          >
            <span dir="auto">{keyword}</span>
          </PlainRow>
        ))}
      </PlainRows>
      {further > 0 && (
        <Text tone="hint" size="xs" className="pt-2">
          {words.furtherKeywords(further)}
        </Text>
      )}
    </div>
  )
}
