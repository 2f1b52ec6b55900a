import { useQueries, useQuery } from '@tanstack/react-query'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { activity } from '#web/messages/activity.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { tagsQuery } from '../drive/tags/tags.queries.ts'
import { filesQuery, foldersQuery } from '../drive/files.queries.ts'
import { requestsQuery } from '../requests/requests.queries.ts'
import { sharedWithMeQuery } from '../sharing/sharing.queries.ts'
import { useVaultOf } from '../spaces/space-scope.tsx'
import { spacesQuery } from '../spaces/spaces.queries.ts'
import { invitedQuery } from '#web/parts/people/team.queries.ts'
import { usePeople } from '../organisation/use-people.ts'
import { personOf } from './activity-words.ts'

/** What this browser knows by id: files, folders, spaces, and what else the events are about. `emails` are those of people. */
export function useNames(events: readonly AuditEvent[], me: string) {
  const { files, folders, spaces, requests, sharing, tags, team } = useVault()
  const has = (...starts: string[]) =>
    events.some(({ event_type: type }) => starts.some((start) => type.startsWith(start)))
  const { data: spaceList = [] } = useQuery(spacesQuery(spaces))
  const { data: fileList = [] } = useQuery(filesQuery(files))
  const { data: folderList = [] } = useQuery(foldersQuery(folders))
  const { data: tagList = [] } = useQuery({ ...tagsQuery(tags), enabled: has('tags.', 'file_tags.') })
  const { data: requestList = [] } = useQuery({ ...requestsQuery(requests), enabled: has('file_requests.') })
  const readsOthers = events.some(
    ({ event_type: type, user_id: actor }) => type === 'file_records.read' && actor === me,
  )
  const { data: sharedList = [] } = useQuery({ ...sharedWithMeQuery(sharing), enabled: readsOthers })
  // What is in team spaces is in no list of one's own. An event says which file it is about, and not where that is.
  const own = new Set([...fileList, ...folderList].map(({ id }) => id))
  const isElsewhere = events.some((event) => aboutItem(event) && !own.has(itemOf(event)))
  const vaultOf = useVaultOf()
  const inSpaces = useQueries({
    queries: (isElsewhere ? spaceList : []).flatMap(({ id }) => [
      { ...filesQuery(vaultOf(id).files), refetchInterval: false as const, select: asFiles },
      { ...foldersQuery(vaultOf(id).folders), refetchInterval: false as const, select: asFolders },
    ]),
    combine: (lists) => lists.flatMap(({ data = [] }) => data),
  })
  const invitations = [...new Set(events.filter(aboutInvitation).map(itemOf))].toSorted()
  const { data: invited = [] } = useQuery({ ...invitedQuery(team, invitations), enabled: invitations.length > 0 })
  const people = usePeople(events.map((event) => personOf(event, me)).filter((id) => id !== undefined))

  const names = new Map([
    ...named(sharedList),
    ...inSpaces,
    ...asFiles(fileList),
    ...asFolders(folderList),
    ...named(spaceList).map(([id, name]) => [id, activity.space(name)] as const),
    ...tagList.map(({ id, name }) => [id, activity.tag(name)] as const),
    ...requestList.flatMap(({ id, title }) => (title === null ? [] : [[id, activity.request(title)] as const])),
    ...invited.map(({ id, email }) => [id, email] as const),
    ...[...people].map(([id, { label }]) => [id, label] as const),
  ])
  const emailOf = (id: string | undefined) => {
    const person = id === undefined ? undefined : people.get(id)
    return person?.label === person?.email ? undefined : person?.email
  }
  return { names, emailOf }
}

const named = (list: readonly { id: string; name: string | null }[]) =>
  list.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]))

type Item = { id: string; name: string }
type Named = readonly (readonly [id: string, words: string])[]
const asFiles = (list: readonly Item[]): Named => list.map(({ id, name }) => [id, name])
const asFolders = (list: readonly Item[]): Named => list.map(({ id, name }) => [id, activity.folder(name)])

const ITEMS = ['file_records.', 'folders.', 'file_access.', 'file_tags.', 'share_links.']
const aboutItem = ({ event_type: type }: AuditEvent): boolean => ITEMS.some((start) => type.startsWith(start))
const aboutInvitation = ({ event_type: type }: AuditEvent): boolean => type.startsWith('invitations.')
const itemOf = ({ details }: AuditEvent): string => String(details['file_id'] ?? details['id'])
