import { useQuery } from '@tanstack/react-query'
import type { Notice } from '#web/lib/remote/vault-client.ts'
import { usePeople } from '../organisation/use-people.ts'
import { requestsQuery } from '../requests/requests.queries.ts'
import { sharedWithMeQuery } from '../sharing/sharing.queries.ts'
import { spacesQuery } from '../spaces/spaces.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { type Known, peopleIn } from './notice-text.ts'

/** The names that notices speak of; what is sealed is opened in this browser, and what is not there yet has no name. */
export function useKnown(notices: readonly Notice[]): Known {
  const { sharing, spaces, requests } = useVault()
  const has = (start: string) => notices.some(({ kind }) => kind.startsWith(start))
  const people = usePeople([...new Set(notices.flatMap(peopleIn))])
  const { data: sharedFiles = [] } = useQuery({ ...sharedWithMeQuery(sharing), enabled: has('file_shared') })
  const { data: spaceList = [] } = useQuery({ ...spacesQuery(spaces), enabled: has('team_space_') })
  const { data: requestList = [] } = useQuery({ ...requestsQuery(requests), enabled: has('files_received') })
  const names = new Map([
    ...spaceList.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])),
    ...requestList.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
  ])
  return { people, names, sharedFiles }
}
