import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { PERMISSIONS, TEAM_ROLES } from '#contract/permissions.ts'
import {
  MAX_REVIEW_DAYS,
  MAX_REVIEW_NAME_CHARACTERS,
  REVIEW_SCOPES,
  type ReviewScope,
} from '#contract/reviews/reviews.ts'
import { useNow } from '#web/lib/clock.ts'
import type { NewReview } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { reviews as text } from '#web/messages/reviews/reviews.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { PlanNote } from '#web/parts/people/plan-note.tsx'
import { hasRolesBeyond, roleOptions } from '#web/parts/people/role-options.ts'
import { labelOf } from '#web/parts/people/team-view.ts'
import { holdersQuery } from '#web/parts/people/team.queries.ts'
import { teamsQuery } from '#web/parts/people/teams.queries.ts'
import { usePlan } from '#web/parts/people/use-plan.ts'
import { dayIn } from '#web/parts/training/day.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { REVIEWS_KEY } from './reviews.queries.ts'

const words = text.form
const FORTNIGHT_DAYS = 14

type Draft = {
  scope: ReviewScope
  team: string
  role: string
  coversRoles: boolean
  coversSpaces: boolean
  reviewers: readonly string[]
}
const START: Draft = { scope: 'people', team: '', role: 'admin', coversRoles: true, coversSpaces: true, reviewers: [] }
type Part = { draft: Draft; setDraft: Dispatch<SetStateAction<Draft>> }

/** What a new review covers, until when, and who decides. */
export function ReviewForm({ onMade }: { onMade: (id: string) => void }) {
  const { reviews } = useVault()
  const [draft, setDraft] = useState(START)
  const [isSubmitted, setSubmitted] = useState(false)
  const make = useAction((given: NewReview) => reviews.make(given), {
    done: words.made,
    failed: text.failedAct,
    keys: [REVIEWS_KEY],
    onDone: onMade,
    isQuiet: true,
  })
  const problem = problemOf(draft)
  const submit = ({ name = '', due = '' }: Record<string, string>) => {
    setSubmitted(true)
    if (problem === null) make.mutate(given(draft, name, due))
  }
  return (
    <Form onSubmit={submit}>
      {make.error && <Notice tone="error">{sentenceFor(make.error)}</Notice>}
      <TextField
        name="name"
        label={words.name}
        maxLength={MAX_REVIEW_NAME_CHARACTERS}
        validate={(name) => (name.trim() === '' ? words.nameMissing : null)}
      />
      <DueField />
      <Scope draft={draft} setDraft={setDraft} />
      <Reviewers draft={draft} setDraft={setDraft} />
      {isSubmitted && problem !== null && <Notice tone="attention">{problem}</Notice>}
      <Button type="submit" isBusy={make.isPending} className="self-start">
        {words.submit}
      </Button>
    </Form>
  )
}

function problemOf({ coversRoles, coversSpaces, reviewers, scope, team }: Draft): string | null {
  if (!coversRoles && !coversSpaces) return words.nothing
  if (scope === 'team' && team === '') return words.team
  return reviewers.length === 0 ? words.nobody : null
}

function given(
  { scope, team, role, coversRoles, coversSpaces, reviewers }: Draft,
  name: string,
  due: string,
): NewReview {
  const common = { name, due_on: due, covers_roles: coversRoles, covers_spaces: coversSpaces, reviewers }
  if (scope === 'team') return { ...common, scope, team }
  return scope === 'role' ? { ...common, scope, role } : { ...common, scope }
}

function DueField() {
  const now = useNow()
  return (
    <TextField
      name="due"
      type="date"
      label={words.due}
      min={dayIn(0, now)}
      max={dayIn(MAX_REVIEW_DAYS, now)}
      defaultValue={dayIn(FORTNIGHT_DAYS, now)}
    />
  )
}

function Scope({ draft, setDraft }: Part) {
  const plan = usePlan()
  const teams = useQuery({ ...teamsQuery(useVault().teams), enabled: draft.scope === 'team' })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <>
      <RadioChoices
        label={words.scope}
        value={draft.scope}
        onChange={(scope) => change({ scope })}
        choices={REVIEW_SCOPES.map((value) => ({ value, label: text.scopes[value], hint: words.scopeHints[value] }))}
      />
      {draft.scope === 'team' && (
        <SelectField
          isInForm
          label={words.team}
          value={draft.team}
          onChange={(team) => change({ team })}
          options={[['', '…'], ...(teams.data ?? []).map(({ id, name }) => [id, name] as const)]}
        />
      )}
      {draft.scope === 'role' && (
        <SelectField
          isInForm
          label={words.role}
          value={draft.role}
          onChange={(role) => change({ role })}
          options={roleOptions(TEAM_ROLES, { plan, value: draft.role })}
        />
      )}
      {draft.scope === 'role' && plan !== null && hasRolesBeyond(TEAM_ROLES, plan) && <PlanNote plan={plan} />}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-semibold">{words.covers}</legend>
        <Checkbox
          label={words.roles}
          checked={draft.coversRoles}
          onCheckedChange={(is) => change({ coversRoles: is })}
        />
        <Checkbox
          label={words.spaces}
          checked={draft.coversSpaces}
          onCheckedChange={(is) => change({ coversSpaces: is })}
        />
      </fieldset>
    </>
  )
}

function Reviewers({ draft, setDraft }: Part) {
  const { data: able = [] } = useQuery(holdersQuery(useVault().people, PERMISSIONS.manage_users))
  const toggle = (id: string, is: boolean) =>
    setDraft((before) => ({
      ...before,
      reviewers: is ? [...before.reviewers, id] : before.reviewers.filter((one) => one !== id),
    }))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-semibold">{words.who}</legend>
      {able.map((member) => (
        <Checkbox
          key={member.id}
          label={labelOf(member)}
          checked={draft.reviewers.includes(member.id)}
          onCheckedChange={(is) => toggle(member.id, is)}
        />
      ))}
      <Text tone="hint" size="xs">
        {words.whoHint}
      </Text>
    </fieldset>
  )
}
