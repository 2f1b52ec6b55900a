import { useState } from 'react'
import { EXERCISE_TEMPLATES, type ExerciseTemplate } from '#contract/training/exercises.ts'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'

const text = training.exercises

/** Which mail, and whether it is kept who followed it. */
export function StartExercise({ onDone }: { onDone: () => void }) {
  const { training: client } = useVault()
  const [template, setTemplate] = useState<ExerciseTemplate>('document')
  const [namesPeople, setNamesPeople] = useState(false)
  const { guarded } = useProtection()
  const start = useTrainingWrite(() => guarded(client.startExercise)(template, namesPeople), {
    done: text.started,
    isQuiet: true,
    onDone,
  })
  return (
    <Form onSubmit={() => start.mutate(undefined)}>
      {start.error && !isQuestionLeft(start.error) && <Notice tone="error">{sentenceFor(start.error)}</Notice>}
      <Notice tone="attention">{text.before}</Notice>
      <RadioChoices
        label={text.which}
        value={template}
        onChange={setTemplate}
        choices={EXERCISE_TEMPLATES.map((value) => ({
          value,
          label: text.template[value],
          hint: text.templateHint[value],
        }))}
      />
      <Checkbox
        label={text.namesPeople}
        hint={text.namesPeopleHint}
        checked={namesPeople}
        onCheckedChange={setNamesPeople}
      />
      <Button type="submit" isBusy={start.isPending} className="self-start">
        {text.send}
      </Button>
    </Form>
  )
}
