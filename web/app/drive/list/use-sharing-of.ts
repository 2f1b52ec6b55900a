import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '#web/lib/clock.ts'
import type { OwnGrant, OwnLink } from '#web/lib/remote/vault-client.ts'
import { isOver } from '../../sharing/share-fields.ts'
import { accessQuery } from '../../sharing/sharing.queries.ts'
import { useSpace } from '../../spaces/space-scope.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { type Item, isFolder } from '../item.ts'

/** Who and what can open a file, or was made of a folder, now, newest first. */
export type Sharing = { people: readonly OwnGrant[]; links: readonly OwnLink[] }
export type SharingOf = (item: Item) => Sharing | undefined

/** Of one's own files that others can open, and folders that links were made of; undefined for the others, and as long as nobody has asked. Asked for once, for all of them. */
export function useSharingOf(items: readonly Item[]): SharingOf {
  const { sharing } = useVault()
  const { id: spaceId } = useSpace()
  const now = useNow()
  const isWanted = useMemo(() => items.some((item) => isFolder(item) || item.isShared), [items])
  const { data } = useQuery({ ...accessQuery(sharing), enabled: spaceId === null && isWanted })
  return useMemo(() => {
    const people = Map.groupBy(data?.people.filter((grant) => !isOver(grant, now)) ?? [], ({ fileId }) => fileId)
    const links = new Map<string, OwnLink[]>()
    for (const link of data?.links.filter((one) => !isOver(one, now)) ?? []) {
      // A folder that a link was made of, as well as the files that the link opens.
      const folderId = link.several?.folderId ?? []
      for (const id of link.openIds.concat(folderId)) links.set(id, [...(links.get(id) ?? []), link])
    }
    return ({ id }) =>
      people.has(id) || links.has(id) ? { people: people.get(id) ?? [], links: links.get(id) ?? [] } : undefined
  }, [data, now])
}
