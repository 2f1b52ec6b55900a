import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { training } from '#web/messages/training/training.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import { teamQuery } from '#web/parts/people/team.queries.ts'
import { teamsQuery } from '#web/parts/people/teams.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const text = training.manage.form
/** The rest is found by searching. */
const SHOWN = 8

/** User ids and ids of teams. */
export type ChosenPeople = { people: readonly string[]; teams: readonly string[] }
export const NOBODY: ChosenPeople = { people: [], teams: [] }

type Choice = { kind: keyof ChosenPeople; id: string; label: string; search: string }
type Props = { chosen: ChosenPeople; onChange: (chosen: ChosenPeople) => void }

/** Members and teams of the organisation, to tick. */
export function ChoosePeople({ chosen, onChange }: Props) {
  const [query, setQuery] = useState('')
  const choices = useChoices()
  const wanted = query.trim().toLowerCase()
  const isChosen = ({ kind, id }: Choice): boolean => chosen[kind].includes(id)
  // Those who are chosen stay in sight.
  const found = choices
    .filter((choice) => choice.search.includes(wanted) || isChosen(choice))
    .toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))
  const most = Math.max(SHOWN, chosen.people.length + chosen.teams.length)
  const toggle = ({ kind, id }: Choice, isOn: boolean) =>
    onChange({ ...chosen, [kind]: isOn ? [...chosen[kind], id] : chosen[kind].filter((one) => one !== id) })
  return (
    <div className="flex flex-col gap-2">
      {choices.length > SHOWN && (
        <SearchField label={text.find} clearLabel={text.clearFind} value={query} onChange={setQuery} />
      )}
      <fieldset className="m-0 flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
        <legend className="sr-only">{text.choices}</legend>
        {found.slice(0, most).map((choice) => (
          <Checkbox
            key={choice.id}
            label={choice.label}
            checked={isChosen(choice)}
            onCheckedChange={(isOn) => toggle(choice, isOn)}
          />
        ))}
        {found.length > most && (
          <Text tone="hint" size="xs">
            {text.moreFound(found.length - most)}
          </Text>
        )}
      </fieldset>
      <Text tone="soft" size="xs" aria-live="polite">
        {text.chosen(chosen.people.length + chosen.teams.length)}
      </Text>
    </div>
  )
}

function useChoices(): Choice[] {
  const vault = useVault()
  const { data: team } = useQuery(teamQuery(vault.team))
  const { data: teams = [] } = useQuery(teamsQuery(vault.teams))
  return [
    ...teams.map(({ id, name, people }) => ({
      kind: 'teams' as const,
      id,
      label: text.team(name, people),
      search: name.toLowerCase(),
    })),
    ...(team?.members ?? [])
      .filter(({ removedAt }) => removedAt === null)
      .map((member) => ({
        kind: 'people' as const,
        id: member.userId,
        label: labelOf(member),
        search: `${member.name} ${member.email}`.toLowerCase(),
      })),
  ]
}
