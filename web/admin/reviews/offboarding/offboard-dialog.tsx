import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OFFBOARDING_ENDINGS, type OffboardingEnding } from '#contract/reviews/reviews.ts'
import type { OffboardingFacts } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { offboarding as text } from '#web/messages/reviews/offboarding.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useChosenPeople } from '#web/parts/people/use-picked.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { offboardingFactsQuery, REVIEWS_KEY } from '../reviews.queries.ts'
import { ChooseWho } from './choose-who.tsx'
import { FactsOfPerson } from './facts-of-person.tsx'

const ROW_PX = 32

type Props = { person: string; onChoose: (id: string) => void; onClose: () => void }

/** Everything about one person who leaves, before anything ends. */
export function OffboardDialog({ person, onChoose, onClose }: Props) {
  const { reviews } = useVault()
  const [chosen] = useChosenPeople(person === '' ? [] : [person]).people
  const facts = useQuery({ ...offboardingFactsQuery(reviews, person), enabled: person !== '' })
  return (
    <Dialog isOpen onClose={onClose} title={chosen ? text.dialog(labelOf(chosen)) : text.add} isGrowing>
      <div className="flex flex-col gap-5">
        {person === '' ? (
          <ChooseWho onChoose={onChoose} />
        ) : (
          <Button variant="outline" size="sm" className="self-start" onClick={() => onChoose('')}>
            {text.other}
          </Button>
        )}
        {person !== '' && (
          <QueryView
            query={facts}
            text={{ failed: text.countFailed, retry: text.retry }}
            skeleton={<SkeletonRows label={text.counting} rows={6} rowHeight={ROW_PX} />}
          >
            {(counted) => <Decide key={person} person={person} facts={counted} onClose={onClose} />}
          </QueryView>
        )}
      </div>
    </Dialog>
  )
}

type DecideProps = { person: string; facts: OffboardingFacts; onClose: () => void }

function Decide({ person, facts, onClose }: DecideProps) {
  const { reviews } = useVault()
  const [ending, setEnding] = useState<OffboardingEnding>('suspend')
  const [successors, setSuccessors] = useState<Readonly<Record<string, string>>>({})
  const [leavesUnmanaged, setLeaves] = useState(false)
  const offboard = useAction(
    () => reviews.offboard({ person, ending, successors, leaves_unmanaged: leavesUnmanaged }),
    {
      done: ({ finished_at: finishedAt }) => (finishedAt === null ? text.stopped : text.done),
      failed: text.failedAct,
      keys: [REVIEWS_KEY, 'team'],
      onDone: onClose,
      isQuiet: true,
    },
  )
  const managed = facts.spaces.filter(({ role, managers }) => role === 'manager' && managers.length > 0)
  const alone = facts.spaces.filter(({ managers }) => managers.length === 0).length
  const isComplete = managed.every(({ id }) => successors[id]) && (alone === 0 || leavesUnmanaged)
  if (facts.is_me) return <Notice tone="attention">{text.isMe}</Notice>
  if (facts.is_last_owner) return <Notice tone="attention">{text.lastOwner}</Notice>
  return (
    <>
      <FactsOfPerson facts={facts} ending={ending} />
      <RadioChoices
        label={text.ending}
        value={ending}
        onChange={setEnding}
        choices={OFFBOARDING_ENDINGS.map((value) => ({
          value,
          label: text.endings[value],
          hint: text.endingHints[value],
        }))}
      />
      <Successors spaces={managed} chosen={successors} onChange={setSuccessors} />
      {facts.spaces.length > 0 && <Text tone="soft">{text.successorHint}</Text>}
      {alone > 0 && <Checkbox label={text.unmanaged(alone)} checked={leavesUnmanaged} onCheckedChange={setLeaves} />}
      {offboard.error && <Notice tone="error">{sentenceFor(offboard.error)}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
        <Button
          variant="danger"
          disabled={!isComplete}
          isBusy={offboard.isPending}
          onClick={() => offboard.mutate(undefined)}
        >
          {offboard.isPending ? text.working : text.confirm}
        </Button>
      </div>
    </>
  )
}

type SuccessorsProps = {
  spaces: OffboardingFacts['spaces']
  chosen: Readonly<Record<string, string>>
  onChange: (chosen: Readonly<Record<string, string>>) => void
}

function Successors({ spaces, chosen, onChange }: SuccessorsProps) {
  return spaces.map(({ id, managers }) => (
    <SelectField
      key={id}
      isInForm
      label={text.successor(id)}
      value={chosen[id] ?? ''}
      onChange={(manager) => onChange({ ...chosen, [id]: manager })}
      options={[['', text.chooseSuccessor], ...managers.map((one) => [one.id, one.email] as const)]}
    />
  ))
}
