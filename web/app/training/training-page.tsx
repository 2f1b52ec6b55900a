import '#web/messages/panel-errors.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { training as text } from '#web/messages/training/training.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Certificates } from './certificates.tsx'
import { CourseList } from './course-list.tsx'
import { CoursePart } from './course-part.tsx'
import { TodoList } from './todo-list.tsx'
import { trainingQuery } from '#web/parts/training/training.queries.ts'

const OPENED = 'course'
const ROW_PX = 64

/** What there is to learn. Which course is open, and which part of it, is in the address. */
export function TrainingPage() {
  const [parameters, setParameters] = useSearchParams()
  const opened = parameters.get(OPENED)
  const open = (id: string | null) => setParameters(id === null ? {} : { [OPENED]: id })
  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title} lead={text.lead} />
      {opened === null ? <Overview onOpen={open} /> : <CoursePart key={opened} id={opened} onBack={() => open(null)} />}
    </>
  )
}

function Overview({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useQuery({ ...trainingQuery(useVault().training), refetchOnMount: 'always' })
  return (
    <QueryView
      query={query}
      text={text}
      skeleton={
        <Card>
          <SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />
        </Card>
      }
    >
      {(overview) => (
        <>
          <TodoList overview={overview} onOpen={onOpen} />
          <CourseList overview={overview} onOpen={onOpen} />
          {overview.completions.length > 0 && <Certificates completions={overview.completions} />}
        </>
      )}
    </QueryView>
  )
}
