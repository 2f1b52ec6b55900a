import { useQuery } from '@tanstack/react-query'
import { BookOpen, Plus } from 'lucide-react'
import type { OwnCourse } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ownCoursesQuery } from '#web/parts/training/training.queries.ts'
import { Reached } from '#web/parts/rights/reached.tsx'

const text = training.own
const ROW_PX = 64

/** Courses that the organisation writes itself. */
export function OwnCoursesPart({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useQuery({ ...ownCoursesQuery(useVault().training), refetchOnMount: 'always' })
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Text tone="soft" className="max-w-prose">
          {text.lead}
        </Text>
        <Reached line="POST /training/v1/own-courses">
          <Button onClick={() => onOpen('new')}>
            <Plus size={16} aria-hidden="true" />
            {text.add}
          </Button>
        </Reached>
      </div>
      <Card>
        <QueryView
          query={query}
          text={training}
          skeleton={<SkeletonRows label={training.loading} rows={3} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {(courses) =>
            courses.length === 0 ? (
              <EmptyState title={text.empty} text={text.emptyText} seed="own-courses" />
            ) : (
              <RowList label={text.title}>
                {courses.map((course) => (
                  <CourseRow key={course.id} course={course} onOpen={onOpen} />
                ))}
              </RowList>
            )
          }
        </QueryView>
      </Card>
    </section>
  )
}

function CourseRow({ course, onOpen }: { course: OwnCourse; onOpen: (id: string) => void }) {
  const { id, title, summary } = course
  return (
    <Row
      icon={<BookOpen size={18} aria-hidden="true" />}
      title={title}
      badge={<CourseMark course={course} />}
      detail={summary}
      actions={
        <Button variant="outline" size="sm" aria-label={text.editOne(title)} onClick={() => onOpen(id)}>
          {text.edit}
        </Button>
      }
    />
  )
}

/** Draft, retired, or the version that people learn. */
export function CourseMark({ course }: { course: OwnCourse }) {
  const { version, has_changes: hasChanges, is_retired: isRetired } = course
  if (isRetired) return <Badge tone="warn">{text.retired}</Badge>
  if (version === null) return <Badge>{text.draft}</Badge>
  return <Badge tone="brand">{hasChanges ? text.publishedWithChanges(version) : text.published(version)}</Badge>
}
