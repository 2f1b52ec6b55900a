import { useState } from 'react'
import { COURSE_LIMITS } from '#contract/training/own-courses.ts'
import type { OpenOwnCourse } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useLeaveGuard } from '#web/parts/form/use-leave-guard.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'
import { ReachedFields } from '#web/parts/rights/reached.tsx'
import { type KeyedDraft, keyedDraftOf, plainDraftOf } from './course-draft.ts'
import { LessonFields } from './lesson-fields.tsx'
import { QuestionFields } from './question-fields.tsx'

const text = training.own.editor
const USUAL_MINUTES = 15

type Props = { course: OpenOwnCourse | null; onSaved: (id: string) => void }

/** Title, lessons and questions of a course. What is saved is a draft until it is published. */
export function CourseEditor({ course, onSaved }: Props) {
  const { training: client } = useVault()
  const [draft, setDraft] = useState<KeyedDraft>(() => keyedDraftOf(course ?? { lessons: [], questions: [] }))
  const [isChanged, setChanged] = useState(false)
  // Others may save meanwhile: what counts is what this editor began with, and saved since.
  const [seen, setSeen] = useState(course?.revision ?? 0)
  useLeaveGuard(isChanged)
  const save = useTrainingWrite(
    ({ title = '', summary = '', minutes = '' }: Record<string, string>) =>
      client.saveCourse(course?.id ?? null, {
        title: title.trim(),
        summary: summary.trim(),
        minutes: Number(minutes),
        ...plainDraftOf(draft),
        seen,
      }),
    {
      done: text.saved,
      isQuiet: true,
      onDone: (id) => {
        setChanged(false)
        setSeen((before) => before + 1)
        onSaved(id)
      },
    },
  )
  const change = (part: Partial<KeyedDraft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setChanged(true)
  }
  return (
    <Card className="p-4">
      {/* A change in any of its fields comes by here. */}
      <ReachedFields line="PUT /training/v1/own-courses/:id">
        <div onInput={() => setChanged(true)}>
          <Form onSubmit={(fields) => save.mutate(fields)}>
            {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
            <HeadFields course={course} />
            <LessonFields lessons={draft.lessons} onChange={(lessons) => change({ lessons })} />
            <QuestionFields questions={draft.questions} onChange={(questions) => change({ questions })} />
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" isBusy={save.isPending}>
                {text.save}
              </Button>
              {isChanged && <Text tone="soft">{text.changed}</Text>}
            </div>
          </Form>
        </div>
      </ReachedFields>
    </Card>
  )
}

function HeadFields({ course }: { course: OpenOwnCourse | null }) {
  return (
    <>
      <TextField
        name="title"
        label={text.title}
        maxLength={COURSE_LIMITS.titleCharacters}
        autoComplete="off"
        defaultValue={course?.title ?? ''}
      />
      <TextArea
        name="summary"
        label={text.summary}
        isOptional
        rows={2}
        maxLength={COURSE_LIMITS.summaryCharacters}
        defaultValue={course?.summary ?? ''}
      />
      <TextField
        name="minutes"
        label={text.minutes}
        inputMode="numeric"
        autoComplete="off"
        validate={(value) => {
          const minutes = Number(value)
          return Number.isInteger(minutes) && minutes >= 1 && minutes <= COURSE_LIMITS.minutes
            ? null
            : text.minutesWrong(COURSE_LIMITS.minutes)
        }}
        defaultValue={String(course?.minutes ?? USUAL_MINUTES)}
      />
    </>
  )
}
