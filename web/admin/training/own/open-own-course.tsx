import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { isWhole } from '#contract/training/own-courses.ts'
import type { OpenOwnCourse } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ownCourseQuery } from '#web/parts/training/training.queries.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'
import { CourseEditor } from './course-editor.tsx'
import { CourseMark } from './own-courses-part.tsx'

const text = training.own
const ROW_PX = 64
type Open = (id: string | null) => void

export function NewOwnCourse({ onOpen }: { onOpen: Open }) {
  return (
    <>
      <BackButton onOpen={onOpen} />
      <Heading>{text.add}</Heading>
      <CourseEditor course={null} onSaved={onOpen} />
    </>
  )
}

/** A course to write, and to publish. */
export function OpenOwnCourse({ id, onOpen }: { id: string; onOpen: Open }) {
  const query = useQuery(ownCourseQuery(useVault().training, id))
  return (
    <>
      <BackButton onOpen={onOpen} />
      <QueryView
        query={query}
        text={training}
        skeleton={<SkeletonRows label={training.loading} rows={4} rowHeight={ROW_PX} />}
      >
        {(course) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="flex min-w-0 flex-wrap items-center gap-2.5">
                <Heading className="wrap-anywhere">{course.title}</Heading>
                <CourseMark course={course} />
              </div>
              <CourseActs course={course} onOpen={onOpen} />
            </div>
            {!isWhole(course) && <Text tone="soft">{text.notWhole}</Text>}
            <CourseEditor course={course} onSaved={() => undefined} />
          </>
        )}
      </QueryView>
    </>
  )
}

function BackButton({ onOpen }: { onOpen: Open }) {
  return (
    <Button variant="ghost" size="sm" className="self-start" onClick={() => onOpen(null)}>
      <ArrowLeft size={15} aria-hidden="true" />
      {text.back}
    </Button>
  )
}

function CourseActs({ course, onOpen }: { course: OpenOwnCourse; onOpen: Open }) {
  const { id, version, has_changes: hasChanges, is_retired: isRetired } = course
  const { training: client } = useVault()
  const [isAsked, setAsked] = useState(false)
  const publish = useTrainingWrite(() => client.publishCourse(id, course.revision), { done: text.publishedNow })
  const retire = useTrainingWrite((isOver: boolean) => client.retireCourse(id, isOver), {
    done: isRetired ? text.offered : text.retiredNow,
  })
  const remove = useTrainingWrite(
    async () => {
      await client.removeCourse(id)
      onOpen(null)
    },
    { done: text.removed },
  )
  return (
    <div className="flex flex-wrap gap-2">
      {version === null ? (
        <Button variant="outline" isBusy={remove.isPending} onClick={() => setAsked(true)}>
          {text.remove}
        </Button>
      ) : (
        <Button variant="outline" isBusy={retire.isPending} onClick={() => retire.mutate(!isRetired)}>
          {isRetired ? text.offer : text.retire}
        </Button>
      )}
      {hasChanges && isWhole(course) && (
        <Button isBusy={publish.isPending} onClick={() => publish.mutate(undefined)}>
          {version === null ? text.publish : text.publishVersion(version + 1)}
        </Button>
      )}
      <AlertDialog
        isOpen={isAsked}
        title={text.ask}
        text={text.askText}
        confirmLabel={text.remove}
        cancelLabel={training.manage.keep}
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setAsked(false)}
      />
    </div>
  )
}
