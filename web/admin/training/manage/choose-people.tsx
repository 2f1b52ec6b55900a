import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useChosenPeople, useOfferedPeople } from '#web/parts/people/use-picked.ts'
import { teamsQuery } from '#web/parts/people/teams.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const text = training.manage.form
/** The rest is found by searching. */
const SHOWN = 8

/** User ids and ids of teams. */
export type ChosenPeople = { people: readonly string[]; teams: readonly string[] }
export const NOBODY: ChosenPeople = { people: [], teams: [] }

type Choice = { kind: keyof ChosenPeople; id: string; label: string }
type Props = { chosen: ChosenPeople; onChange: (chosen: ChosenPeople) => void }

/** Members and teams of the organisation, to tick. */
export function ChoosePeople({ chosen, onChange }: Props) {
  const [query, setQuery] = useState('')
  const { inSight, offered, hasMore } = useChoices(query, chosen)
  const isChosen = ({ kind, id }: Choice): boolean => chosen[kind].includes(id)
  const isMore = hasMore || offered.length > SHOWN
  const toggle = ({ kind, id }: Choice, isOn: boolean) =>
    onChange({ ...chosen, [kind]: isOn ? [...chosen[kind], id] : chosen[kind].filter((one) => one !== id) })
  return (
    <div className="flex flex-col gap-2">
      {(isMore || query !== '') && (
        <SearchField label={text.find} clearLabel={text.clearFind} value={query} onChange={setQuery} />
      )}
      <fieldset className="m-0 flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
        <legend className="sr-only">{text.choices}</legend>
        {[...inSight, ...offered.slice(0, SHOWN)].map((choice) => (
          <Checkbox
            key={choice.id}
            label={choice.label}
            checked={isChosen(choice)}
            onCheckedChange={(isOn) => toggle(choice, isOn)}
          />
        ))}
        {isMore && (
          <Text tone="hint" size="xs">
            {text.moreFound}
          </Text>
        )}
      </fieldset>
      <Text tone="soft" size="xs" aria-live="polite">
        {text.chosen(chosen.people.length + chosen.teams.length)}
      </Text>
    </div>
  )
}

/** Those who are chosen, which stay in sight, and the others whom the search finds. */
function useChoices(typed: string, chosen: ChosenPeople) {
  const { data: list = [] } = useQuery(teamsQuery(useVault().teams))
  const people = useChosenPeople(chosen.people)
  const others = useOfferedPeople(typed, { without: chosen.people, most: SHOWN })
  const wanted = typed.trim().toLowerCase()
  const teams = list.map(({ id, name, people: count }) => {
    const isOffered = name.toLowerCase().includes(wanted) && !chosen.teams.includes(id)
    return { kind: 'teams' as const, id, label: text.team(name, count), isOffered }
  })
  return {
    inSight: [...teams.filter(({ id }) => chosen.teams.includes(id)), ...people.people.map(choiceOf)],
    offered: [...teams.filter(({ isOffered }) => isOffered), ...others.people.map(choiceOf)],
    hasMore: others.hasMore,
  }
}

const choiceOf = (member: Member): Choice => ({ kind: 'people', id: member.userId, label: labelOf(member) })
