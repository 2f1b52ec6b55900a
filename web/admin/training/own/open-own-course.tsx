import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isWhole } from '#contract/training/own-courses.ts'
import type { OpenOwnCourse } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { BackButton, DetailPage } from '#web/parts/frame/detail-page.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useArchive } from '#web/parts/action/use-archive.ts'
import { ownCourseQuery, TRAINING_KEY } from '#web/parts/training/training.queries.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { CourseEditor } from './course-editor.tsx'
import { CourseMark } from './own-courses-part.tsx'

const text = training.own
type Open = (id: string | null) => void

export function NewOwnCourse({ onOpen }: { onOpen: Open }) {
  return (
    <>
      <BackButton label={text.back} onBack={() => onOpen(null)} />
      <Heading>{text.add}</Heading>
      <CourseEditor course={null} onSaved={onOpen} />
    </>
  )
}

const headOf = (course: OpenOwnCourse, onOpen: Open) => ({
  title: course.title,
  state: <CourseMark course={course} />,
  note: !isWhole(course) && text.notWhole,
  acts: <CourseActs course={course} onOpen={onOpen} />,
})

/** A course to write, and to publish. */
export function OpenOwnCourse({ id, onOpen }: { id: string; onOpen: Open }) {
  const query = useQuery(ownCourseQuery(useVault().training, id))
  return (
    <DetailPage
      back={{ label: text.back, onBack: () => onOpen(null) }}
      query={query}
      text={training}
      head={(course) => headOf(course, onOpen)}
    >
      {(course) => <CourseEditor course={course} onSaved={() => undefined} />}
    </DetailPage>
  )
}

function CourseActs({ course, onOpen }: { course: OpenOwnCourse; onOpen: Open }) {
  const { id, version, has_changes: hasChanges, is_retired: isRetired } = course
  const { training: client } = useVault()
  const [isAsked, setAsked] = useState(false)
  const publish = useTrainingWrite(() => client.publishCourse(id, course.revision), { done: text.publishedNow })
  const archiving = { archived: text.retiredNow, restored: text.offered, failed: training.failedChange }
  const archive = useArchive((change) => client.archiveCourse(change), archiving, TRAINING_KEY.queryKey)
  const remove = useTrainingWrite(
    async () => {
      await client.removeCourse(id)
      onOpen(null)
    },
    { done: text.removed },
  )
  return (
    <>
      <Reached line="PUT /training/v1/own-courses/:id">
        {version === null ? (
          <Button variant="outline" isBusy={remove.isPending} onClick={() => setAsked(true)}>
            {text.remove}
          </Button>
        ) : (
          <Button
            variant="outline"
            isBusy={archive.isPending}
            onClick={() => archive.set({ id, version: course.revision, isArchived: !isRetired, name: course.title })}
          >
            {isRetired ? text.offer : text.retire}
          </Button>
        )}
        {hasChanges && isWhole(course) && (
          <Button isBusy={publish.isPending} onClick={() => publish.mutate(undefined)}>
            {version === null ? text.publish : text.publishVersion(version + 1)}
          </Button>
        )}
      </Reached>
      <AlertDialog
        isOpen={isAsked}
        title={text.ask}
        text={text.askText}
        confirmLabel={text.remove}
        cancelLabel={training.manage.keep}
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
