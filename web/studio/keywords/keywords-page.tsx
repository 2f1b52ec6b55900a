import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { KeywordProject, KeywordProjects } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { AnalysisForm } from './analysis-form.tsx'
import { isUnderWay, projectsQuery } from './keywords.queries.ts'
import { ProjectList } from './project-list.tsx'
import { ProjectView } from './project-view.tsx'
import { useAddress } from './use-address.ts'

const ROW_PX = 56

/** From seeds to pages: the form at the left, what came of it at the right. */
export function KeywordsPage() {
  const query = useQuery(projectsQuery(useVault().keywords))
  return (
    <div className="flex flex-col gap-4 md:gap-5">
      <PageHead title={text.title} lead={text.lead} />
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <AnalysisForm />
        <QueryView
          query={query}
          text={text}
          skeleton={
            <Card>
              <SkeletonRows label={text.loading} rows={6} rowHeight={ROW_PX} />
            </Card>
          }
        >
          {(data) => <Projects {...data} />}
        </QueryView>
      </div>
    </div>
  )
}

function Projects({ projects, embeddings }: KeywordProjects) {
  const shownId = useAddress().read('project')
  const shown = projects.find(({ id }) => id === shownId) ?? projects[0]
  useSayEnd(projects)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {embeddings !== 'ready' && (
        <Notice tone="info">{embeddings === 'damaged' ? text.damaged : text.notInstalled}</Notice>
      )}
      {shown && <ProjectView key={shown.id} project={shown} />}
      <ProjectList projects={projects} shown={shown?.id} />
    </div>
  )
}

/** Says when an analysis ends that this page has seen under way. */
function useSayEnd(projects: readonly KeywordProject[]): void {
  const underWay = useRef(new Set<string>())
  useEffect(() => {
    for (const project of projects) {
      if (isUnderWay(project)) underWay.current.add(project.id)
      else if (underWay.current.delete(project.id)) {
        if (project.state === 'done') toastDone(text.complete, text.generated(project.clusters))
        if (project.state === 'failed') toastError(text.error, text.failedAnalysis)
      }
    }
  }, [projects])
}
