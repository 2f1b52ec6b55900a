import { Plus, Trash2 } from 'lucide-react'
import { COURSE_LIMITS } from '#contract/training/own-courses.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import {
  type KeyedChoice,
  type KeyedQuestion,
  newChoice,
  newQuestion,
  withChanged,
  withMoved,
  withoutChoice,
  withRight,
} from './course-draft.ts'
import { PartHead } from './part-head.tsx'

const text = training.own.editor
const LEAST_CHOICES = 2

type Props = { questions: readonly KeyedQuestion[]; onChange: (questions: readonly KeyedQuestion[]) => void }

/** The quiz: questions with their answers, of which one is right, and why each is right or not. */
export function QuestionFields({ questions, onChange }: Props) {
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
      <legend className="mb-1.5 text-sm font-semibold">{text.questions}</legend>
      <ol className="flex flex-col gap-3">
        {questions.map(({ key, text: asked, choices }, at) => (
          <li key={key} className="flex flex-col gap-3 rounded-md border border-line p-3">
            <PartHead
              name={text.question(at + 1)}
              onUp={at > 0 ? () => onChange(withMoved(questions, key, -1)) : undefined}
              onDown={at < questions.length - 1 ? () => onChange(withMoved(questions, key, 1)) : undefined}
              onRemove={() => onChange(questions.filter((question) => question.key !== key))}
            />
            <TextField
              name={`${key}-text`}
              label={text.asked}
              maxLength={COURSE_LIMITS.questionCharacters}
              autoComplete="off"
              defaultValue={asked}
              onValueChange={(value) => onChange(withChanged(questions, key, { text: value }))}
            />
            <ChoiceFields
              name={key}
              choices={choices}
              onChange={(next) => onChange(withChanged(questions, key, { choices: next }))}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        disabled={questions.length >= COURSE_LIMITS.questions}
        onClick={() => onChange([...questions, newQuestion()])}
      >
        <Plus size={14} aria-hidden="true" />
        {text.addQuestion}
      </Button>
    </fieldset>
  )
}

type ChoiceProps = {
  name: string
  choices: readonly KeyedChoice[]
  onChange: (choices: readonly KeyedChoice[]) => void
}

function ChoiceFields({ name, choices, onChange }: ChoiceProps) {
  return (
    <>
      {choices.map((choice, at) => (
        <Choice
          key={choice.key}
          name={name}
          number={at + 1}
          choice={choice}
          onChange={(change) => onChange(withChanged(choices, choice.key, change))}
          onRight={() => onChange(withRight(choices, choice.key))}
          onRemove={choices.length > LEAST_CHOICES ? () => onChange(withoutChoice(choices, choice.key)) : undefined}
        />
      ))}
      <Button
        variant="ghost"
        size="sm"
        className="self-start"
        disabled={choices.length >= COURSE_LIMITS.choices}
        onClick={() => onChange([...choices, newChoice()])}
      >
        <Plus size={14} aria-hidden="true" />
        {text.addChoice}
      </Button>
    </>
  )
}

type OneProps = {
  name: string
  number: number
  choice: KeyedChoice
  onChange: (change: Partial<KeyedChoice>) => void
  onRight: () => void
  onRemove: (() => void) | undefined
}

function Choice({ name, number, choice: { key, text: said, isRight, why }, onChange, onRight, onRemove }: OneProps) {
  return (
    <div className="flex flex-col gap-2 border-l-2 border-line pl-3">
      <div className="flex items-center gap-3">
        <label className="flex cursor-pointer items-center gap-2 text-sm pointer-coarse:py-2">
          <input
            type="radio"
            name={`${name}-right`}
            checked={isRight}
            onChange={onRight}
            className="size-4 accent-brand"
          />
          {text.isRight(number)}
        </label>
        {onRemove && (
          <IconButton size="sm" tone="danger" label={text.removePart(text.choice(number))} onClick={onRemove}>
            <Trash2 size={15} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <TextField
        name={`${key}-text`}
        label={text.choice(number)}
        maxLength={COURSE_LIMITS.choiceCharacters}
        autoComplete="off"
        defaultValue={said}
        onValueChange={(value) => onChange({ text: value })}
      />
      <TextField
        name={`${key}-why`}
        label={text.why(number)}
        maxLength={COURSE_LIMITS.whyCharacters}
        autoComplete="off"
        defaultValue={why}
        onValueChange={(value) => onChange({ why: value })}
      />
    </div>
  )
}
