import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { KeywordProject, WholeKeywordProject } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { ExportButton } from '#web/parts/list/export-button.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { BriefsPart } from './briefs-part.tsx'
import { ClustersPart } from './clusters-part.tsx'
import { isUnderWay, projectQuery } from './keywords.queries.ts'
import { ProjectMenu } from './project-menu.tsx'
import { useAddress } from './use-address.ts'
import { useStudioAction } from '../use-studio-action.ts'

const ROW_PX = 48

/** One project: how far it is, or what came of it. */
export function ProjectView({ project }: { project: KeywordProject }) {
  const { keywords } = useVault()
  return (
    <CardSection aria-label={project.name} className="flex min-w-0 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Heading className="min-w-0 wrap-anywhere">{project.name}</Heading>
        <Badge>{text.projects.facts(project.total, project.clusters)}</Badge>
        {project.method && <Badge>{text.method(project.method)}</Badge>}
        <div className="ml-auto flex gap-2">
          <ExportButton
            label={text.export}
            read={() => keywords.export(project.id)}
            fileName={text.fileName(project.name, 'csv')}
            failed={text.exportFailed}
          />
          <ProjectMenu project={project} />
        </div>
      </div>
      {project.method === 'words' && <Text tone="hint">{text.methodWords}</Text>}
      {isUnderWay(project) && <UnderWay project={project} />}
      {project.state === 'cancelled' && <Notice tone="attention">{text.cancelledText}</Notice>}
      {project.state === 'failed' && <Notice tone="error">{text.failedText}</Notice>}
      {project.clusters > 0 && <Results project={project} />}
    </CardSection>
  )
}

function UnderWay({ project }: { project: KeywordProject }) {
  const { keywords } = useVault()
  const cancel = useStudioAction(() => keywords.cancel(project.id), {
    done: text.cancelled,
    failed: text.failedChange,
    keys: ['keywords'],
  })
  const [done, total] =
    project.stage === 'reading' ? [project.done, project.total] : [project.stage_done, project.stage_total]
  const said = text.progress(project.stage, done, total)
  return (
    <div className="flex flex-col gap-2">
      <Progress label={said} value={total === 0 ? 0 : done / total} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text tone="soft" aria-live="polite">
          {project.is_silent ? text.silent : said}
        </Text>
        <Button variant="outline" isBusy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          <X size={16} aria-hidden="true" />
          {text.cancel}
        </Button>
      </div>
    </div>
  )
}

function Results({ project }: { project: KeywordProject }) {
  const query = useQuery(projectQuery(useVault().keywords, project.id, project.state))
  return (
    <QueryView
      query={query}
      text={{ failed: text.failedOne, retry: text.retry }}
      skeleton={<SkeletonRows label={text.loading} rows={6} rowHeight={ROW_PX} />}
    >
      {(whole) => <ResultTabs whole={whole} />}
    </QueryView>
  )
}

function ResultTabs({ whole }: { whole: WholeKeywordProject }) {
  const { read, show } = useAddress()
  return (
    <Tabs
      label={text.tabs.label}
      value={read('tab') === 'briefs' ? 'briefs' : 'clusters'}
      onChange={(id) => show({ tab: id === 'briefs' ? id : undefined })}
      tabs={[
        { id: 'clusters', label: text.tabs.clusters, panel: <ClustersPart whole={whole} /> },
        { id: 'briefs', label: text.tabs.briefs, panel: <BriefsPart whole={whole} /> },
      ]}
    />
  )
}
