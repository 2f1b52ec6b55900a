import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { PageTabs } from '#web/parts/frame/page-tabs.tsx'
import { Reached } from '#web/parts/rights/reached.tsx'
import { ExercisesPart } from '../exercises/exercises-part.tsx'
import { NewOwnCourse, OpenOwnCourse } from '../own/open-own-course.tsx'
import { OwnCoursesPart } from '../own/own-courses-part.tsx'
import { AssignForm } from './assign-form.tsx'
import { AssignmentList } from './assignment-list.tsx'
import { OpenAssignment } from './open-assignment.tsx'

const text = training.manage
const [ASSIGNMENT, COURSE, NEW] = ['assignment', 'course', 'new']

/** Who has to do which course, courses of one's own and phishing exercises, for people who manage users. What is open is in the address. */
export function ManageTrainingPage() {
  return (
    <PageFrame title={training.title} lead={text.lead}>
      <Parts />
    </PageFrame>
  )
}

function Parts() {
  const [parameters, setParameters] = useSearchParams()
  const [assignment, course] = [parameters.get(ASSIGNMENT), parameters.get(COURSE)]
  const openAssignment = (id: string | null) => setParameters(id === null ? {} : { [ASSIGNMENT]: id })
  const openCourse = (id: string | null) => setParameters(id === null ? { tab: 'courses' } : { [COURSE]: id })
  if (assignment !== null) {
    return <OpenAssignment key={assignment} id={assignment} onBack={() => openAssignment(null)} />
  }
  if (course === NEW) return <NewOwnCourse onOpen={openCourse} />
  if (course !== null) return <OpenOwnCourse key={course} id={course} onOpen={openCourse} />
  return (
    <PageTabs
      label={training.title}
      tabs={[
        { id: 'assignments', label: text.list, panel: <Assignments onOpen={openAssignment} /> },
        { id: 'courses', label: training.own.title, panel: <OwnCoursesPart onOpen={openCourse} /> },
        { id: 'exercises', label: training.exercises.title, panel: <ExercisesPart /> },
      ]}
    />
  )
}

function Assignments({ onOpen }: { onOpen: (id: string) => void }) {
  const [isAssigning, setAssigning] = useState(false)
  useChosenAction('assignCourse', () => setAssigning(true))
  return (
    <section aria-label={text.list} className="flex flex-col gap-3">
      <div className="flex justify-end">
        <Reached line="POST /training/v1/assignments">
          <Button onClick={() => setAssigning(true)}>
            <Plus size={16} aria-hidden="true" />
            {text.assign}
          </Button>
        </Reached>
      </div>
      <AssignmentList onOpen={onOpen} />
      <Dialog isOpen={isAssigning} onClose={() => setAssigning(false)} title={text.assign} isGrowing>
        <AssignForm onDone={() => setAssigning(false)} />
      </Dialog>
    </section>
  )
}
