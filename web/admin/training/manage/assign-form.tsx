import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_DAYS } from '#contract/training/courses.ts'
import { useNow } from '#web/lib/clock.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { dayIn } from '#web/parts/training/day.ts'
import { trainingQuery } from '#web/parts/training/training.queries.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'
import { ChoosePeople, type ChosenPeople, NOBODY } from './choose-people.tsx'

const text = training.manage.form
const ROW_PX = 40
const FORTNIGHT_DAYS = 14

/** Which course, who and until when. */
export function AssignForm({ onDone }: { onDone: () => void }) {
  const query = useQuery(trainingQuery(useVault().training))
  return (
    <QueryView
      query={query}
      text={training}
      skeleton={<SkeletonRows label={training.loading} rows={4} rowHeight={ROW_PX} />}
    >
      {({ courses }) => <Fields courses={courses} onDone={onDone} />}
    </QueryView>
  )
}

type Props = { courses: readonly { id: string; title: string }[]; onDone: () => void }

function Fields({ courses, onDone }: Props) {
  const { training: client } = useVault()
  const [course, setCourse] = useState(courses[0]?.id ?? '')
  const [who, setWho] = useState<'some' | 'everybody'>('some')
  const [chosen, setChosen] = useState<ChosenPeople>(NOBODY)
  const [isSubmitted, setSubmitted] = useState(false)
  const isNobody = who === 'some' && chosen.people.length + chosen.teams.length === 0
  const assign = useTrainingWrite(
    (dueOn: string) => {
      const { people, teams } = chosen
      return client.assign({ course, isForEverybody: who === 'everybody', people, teams, dueOn })
    },
    { done: text.done, isQuiet: true, onDone },
  )
  const submit = ({ due = '' }: Record<string, string>) => {
    setSubmitted(true)
    if (!isNobody) assign.mutate(due)
  }
  return (
    <Form onSubmit={submit}>
      {assign.error && <Notice tone="error">{sentenceFor(assign.error)}</Notice>}
      <SelectField
        isInForm
        label={text.course}
        value={course}
        onChange={setCourse}
        options={courses.map(({ id, title }) => [id, title] as const)}
      />
      <RadioChoices
        label={text.who}
        value={who}
        onChange={setWho}
        choices={[
          { value: 'some', label: text.some, hint: text.someHint },
          { value: 'everybody', label: text.everybody, hint: text.everybodyHint },
        ]}
      />
      {who === 'some' && <ChoosePeople chosen={chosen} onChange={setChosen} />}
      {isSubmitted && isNobody && <Notice tone="attention">{text.nobody}</Notice>}
      <DueField />
      <Text tone="hint" size="xs">
        {text.reminders}
      </Text>
      <Button type="submit" isBusy={assign.isPending} className="self-start">
        {text.submit}
      </Button>
    </Form>
  )
}

/** The day that a course is due, `due` of a form. */
export function DueField({ value }: { value?: string }) {
  const now = useNow()
  const [first, last] = [dayIn(0, now), dayIn(MOST_DAYS, now)]
  return (
    <TextField
      name="due"
      type="date"
      label={text.due}
      min={first}
      max={last}
      defaultValue={value ?? dayIn(FORTNIGHT_DAYS, now)}
      validate={(day) => (day >= first && day <= last ? null : text.dueMissing)}
    />
  )
}
