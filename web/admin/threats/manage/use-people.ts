import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { peopleQuery } from './manage.queries.ts'

/** How somebody is called; of an account that is gone nothing is known. */
export type NameOf = (userId: string | null) => string

/** The people with these ids by their names, and who looks as "you". */
export function usePeopleNames(ids: readonly (string | null)[]): NameOf {
  const { data, isPlaceholderData } = useQuery({
    ...peopleQuery(useVault().audit, ids),
    placeholderData: keepPreviousData,
  })
  const me = useMyId()
  const names = new Map(
    data?.map(({ userId, name, email }) => [userId, labelOf({ name: name ?? '', email: email ?? '' })]),
  )
  return (userId) => {
    const name = userId === null ? undefined : names.get(userId)
    // While names are read nobody is called gone, whatever names came before.
    if (name === undefined) return data === undefined || isPlaceholderData ? '…' : threatsPage.unnamed
    return userId === me ? threatsPage.you(name) : name
  }
}

export function useMyId(): string {
  const state = useAccountState()
  return state.kind === 'open' ? state.userId : ''
}
