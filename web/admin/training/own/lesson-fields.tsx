import { Plus } from 'lucide-react'
import { COURSE_LIMITS } from '#contract/training/own-courses.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Unfold } from '#web/ui/layout/disclosure.tsx'
import { LessonText } from '#web/parts/training/lesson-text.tsx'
import { type KeyedLesson, newLesson, withChanged, withMoved } from './course-draft.ts'
import { PartHead } from './part-head.tsx'

const text = training.own.editor

type Props = { lessons: readonly KeyedLesson[]; onChange: (lessons: readonly KeyedLesson[]) => void }

/** The lessons, in their order, each with how it will look. */
export function LessonFields({ lessons, onChange }: Props) {
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
      <legend className="mb-1.5 text-sm font-semibold">{text.lessons}</legend>
      <ol className="flex flex-col gap-3">
        {lessons.map(({ key, title, body }, at) => (
          <li key={key} className="flex flex-col gap-3 rounded-md border border-line p-3">
            <PartHead
              name={text.lesson(at + 1)}
              onUp={at > 0 ? () => onChange(withMoved(lessons, key, -1)) : undefined}
              onDown={at < lessons.length - 1 ? () => onChange(withMoved(lessons, key, 1)) : undefined}
              onRemove={() => onChange(lessons.filter((lesson) => lesson.key !== key))}
            />
            <TextField
              name={`${key}-title`}
              label={text.lessonTitle}
              maxLength={COURSE_LIMITS.titleCharacters}
              autoComplete="off"
              defaultValue={title}
              onValueChange={(value) => onChange(withChanged(lessons, key, { title: value }))}
            />
            <TextArea
              name={`${key}-body`}
              label={text.body}
              hint={text.bodyHint}
              rows={8}
              maxLength={COURSE_LIMITS.bodyCharacters}
              defaultValue={body}
              onValueChange={(value) => onChange(withChanged(lessons, key, { body: value }))}
            />
            <Unfold title={text.preview}>
              <LessonText text={body} />
            </Unfold>
          </li>
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        disabled={lessons.length >= COURSE_LIMITS.lessons}
        onClick={() => onChange([...lessons, newLesson()])}
      >
        <Plus size={14} aria-hidden="true" />
        {text.addLesson}
      </Button>
    </fieldset>
  )
}
