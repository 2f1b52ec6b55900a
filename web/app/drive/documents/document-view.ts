import type { FileTag, VaultFile } from '#web/lib/remote/vault-client.ts'

/** What the left column asks for; null asks for everything. */
export type Criteria = { query: string; folderId: string | null; tagId: string | null }

/** Tags of each file, by their ids. */
export type TagsByFile = ReadonlyMap<string, ReadonlySet<string>>

export function tagsByFile(pairs: readonly FileTag[]): TagsByFile {
  const found = new Map<string, Set<string>>()
  for (const { fileId, tagId } of pairs) {
    const tags = found.get(fileId)
    if (tags) tags.add(tagId)
    else found.set(fileId, new Set([tagId]))
  }
  return found
}

/** Files that meet all criteria, in their old order: name contains the text, directly in the folder, with the tag. */
export function matching(files: readonly VaultFile[], tags: TagsByFile, criteria: Criteria): VaultFile[] {
  const wanted = criteria.query.trim().toLowerCase()
  const { folderId, tagId } = criteria
  return files.filter(
    (file) =>
      file.name.toLowerCase().includes(wanted) &&
      (folderId === null || file.folderId === folderId) &&
      (tagId === null || tags.get(file.id)?.has(tagId) === true),
  )
}
