import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExpandedTeam, type Member, type NamedTeam, expandTeam } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { teams as words } from '#web/messages/teams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useReadPeople } from '#web/parts/people/use-read-people.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { LeftOut } from './left-out.tsx'
import { peopleOfTeamQuery, teamsQuery } from '#web/parts/people/teams.queries.ts'

const text = words.choose

export type ChosenTeam = { id: string; name: string; expanded: ExpandedTeam<Member> }

type Props = {
  /** @returns how many of the team were not on the list yet. */
  onChoose: (team: ChosenTeam) => number
}

/** A team in whose place its people are put. Nothing where the organisation has none. */
export function ChooseTeam({ onChoose }: Props) {
  const { teams } = useVault()
  const { data: list = [] } = useQuery(teamsQuery(teams))
  const queries = useQueryClient()
  const readPeople = useReadPeople()
  const [wanted, setWanted] = useState('')
  const team = list.find(({ id }) => id === wanted) ?? list[0]
  const [count, setCount] = useState(0)
  const add = useMutation({
    mutationFn: async ({ id, name }: NamedTeam) => {
      const ids = await queries.fetchQuery({ ...peopleOfTeamQuery(teams, id), staleTime: 0 })
      return { id, name, expanded: expandTeam(ids, await readPeople(ids)) }
    },
    // Reads the list as it is by now: somebody may have been put on it or taken off while the team was read.
    onSuccess: (chosen) => setCount(onChoose(chosen)),
  })
  if (!team) return null
  return (
    <section aria-label={text.title} className="flex flex-col gap-2">
      <Heading look="small">{text.title}</Heading>
      <Text tone="soft" size="xs">
        {text.hint}
      </Text>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          isBare
          label={text.label}
          value={team.id}
          options={list.map(({ id, name, people }) => [id, text.option(name, people)])}
          onChange={setWanted}
          className="min-w-0 flex-1 basis-44"
        />
        <Button variant="outline" isBusy={add.isPending} onClick={() => add.mutate(team)}>
          {text.add}
        </Button>
      </div>
      {add.error && <Notice tone="error">{m.files.because(text.failed, sentenceFor(add.error))}</Notice>}
      {add.data && <Notice tone="done">{text.done(add.data.name, count)}</Notice>}
      {add.data && <LeftOut name={add.data.name} team={add.data.expanded} />}
    </section>
  )
}
