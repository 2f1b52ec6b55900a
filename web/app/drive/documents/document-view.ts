import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import type { TagsByFile } from '../tags/use-tags.ts'

/** What the left column asks for; null asks for everything. */
export type Criteria = { query: string; folderId: string | null; tagId: string | null }

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
