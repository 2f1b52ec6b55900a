import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FileTag, VaultTag } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { fileTagsQuery, tagsQuery } from './tags.queries.ts'

/** Tags of each file, by their ids. */
export type TagsByFile = ReadonlyMap<string, ReadonlySet<string>>

const NONE: readonly never[] = []
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The tags by their names, and those of each file of this space. */
export function useTags() {
  const { tags: client, files } = useVault()
  const tagList = useQuery(tagsQuery(client))
  // A file whose tags cannot be read is shown without any.
  const { data: pairs = NONE } = useQuery(fileTagsQuery({ tags: client, files }))
  const tags = useMemo(
    () => (tagList.data ?? NONE).toSorted((a, b) => collator.compare(a.name, b.name)),
    [tagList.data],
  )
  const tagged = useMemo(() => tagsByFile(pairs), [pairs])
  const tagsOf = useMemo(() => createTagsOf(tags, tagged), [tags, tagged])
  return { tags, tagged, tagsOf, error: tagList.error }
}

/** The tags of an item in the order of their names; most have none. */
export type TagsOf = (item: { id: string }) => readonly VaultTag[]

function createTagsOf(tags: readonly VaultTag[], tagged: TagsByFile): TagsOf {
  return ({ id }) => {
    const own = tagged.get(id)
    return own ? tags.filter((tag) => own.has(tag.id)) : NONE
  }
}

export function tagsByFile(pairs: readonly FileTag[]): TagsByFile {
  const found = new Map<string, Set<string>>()
  for (const { fileId, tagId } of pairs) {
    const tags = found.get(fileId)
    if (tags) tags.add(tagId)
    else found.set(fileId, new Set([tagId]))
  }
  return found
}
