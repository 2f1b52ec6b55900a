import { useQuery } from '@tanstack/react-query'
import type { ClipboardEvent, RefObject } from 'react'
import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { SuggestField } from '#web/ui/form/suggest-field.tsx'
import { teams as teamWords } from '#web/messages/teams.ts'
import { useRested } from '#web/parts/list/use-rested.ts'
import { colleaguesQuery } from '#web/parts/people/team.queries.ts'
import { teamsQuery } from '#web/parts/people/teams.queries.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { isAddress } from '../share-fields.ts'
import { lastEntry, suggestColleagues } from './suggest-colleagues.ts'
import { suggestTeams } from './teams-in.ts'
import type { useFoundPeople } from './use-found-people.ts'

type Props = { people: ReturnType<typeof useFoundPeople>; fieldRef: RefObject<HTMLInputElement | null> }

/** Names or addresses of colleagues, whom the server finds by how they begin. Without it, whole addresses are typed. */
export function PeopleField({ people: { typed, type, check, problem }, fieldRef }: Props) {
  const text = m.sharing.people
  const { people: listed, teams } = useVault()
  const state = useAccountState()
  const me = state.kind === 'open' ? state.userId : ''
  const { data: named = [] } = useQuery({ ...teamsQuery(teams), refetchInterval: false, staleTime: 60_000 })
  const { entry } = lastEntry(typed)
  const begins = useRested(entry).slice(0, PEOPLE_LIMITS.searchCharacters)
  const { data: colleagues = [] } = useQuery({
    ...colleaguesQuery(listed, begins),
    enabled: begins !== '' && !isAddress(begins),
  })
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text').trim()
    if (!pasted.includes('\n')) return
    // A field of one line would join what the lines keep apart.
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const list = pasted.split(/\s*\n\s*/).join(', ')
    type(typed.slice(0, selectionStart ?? 0) + list + typed.slice(selectionEnd ?? 0))
  }
  return (
    <SuggestField
      ref={fieldRef}
      name="email"
      inputMode="email"
      label={text.email}
      hint={named.length > 0 ? `${text.hint} ${teamWords.share.hint}` : text.hint}
      validate={check}
      problem={problem ? sentenceFor(problem) : null}
      value={typed}
      onValueChange={type}
      onPaste={paste}
      suggestions={[
        ...suggestTeams(typed, named, teamWords.share.suggestion),
        ...suggestColleagues(
          typed,
          colleagues.filter(({ id }) => id !== me),
        ),
      ]}
      listLabel={text.suggested}
      // A whole address is meant as it stands.
      isFirstChosen={!isAddress(entry)}
    />
  )
}
