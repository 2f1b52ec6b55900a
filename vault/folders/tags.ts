import { z } from 'zod'
import { randomUuid, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { damagedName, openListed } from '../session/open-listed.ts'
import { unseenRows } from '../session/unseen-rows.ts'

/** A tag as screens see it; `color` is one of `TAG_COLORS`. */
export type VaultTag = { id: string; name: string; color: string }
/** Which tag is on which file. */
export type FileTag = { fileId: string; tagId: string }

const PAGE_ROWS = 1000
const tagRows = z.array(
  z.object({
    id: z.uuid(),
    name: z.string(),
    color: z.string(),
    space_id: z.uuid(),
    space_epoch: z.int(),
    version: z.int(),
  }),
)
const fileTagRows = z.array(z.object({ file_id: z.uuid(), tag_id: z.uuid() }))
type TagRow = z.infer<typeof tagRows>[number]

/** All tags of the account. A name that does not open is shown as damaged rather than hidden. */
export async function listTags(api: VaultApi, vault: OpenVault): Promise<VaultTag[]> {
  const tags: VaultTag[] = []
  const unseen = unseenRows(({ id }: TagRow) => id)
  for (let last = ''; ;) {
    const query = `tags?select=id,name,color,space_id,space_epoch,version&space_id=not.is.null&order=id&limit=${PAGE_ROWS}`
    const rows = unseen(tagRows.parse(await api.rest(query + (last && `&id=gt.${last}`))))
    if (rows.length === 0) return tags
    tags.push(
      ...(await Promise.all(
        rows.map(async (row) => ({ id: row.id, name: await openName(vault, row), color: row.color })),
      )),
    )
    last = rows.at(-1)?.id ?? ''
  }
}

async function openName(vault: OpenVault, row: TagRow): Promise<string> {
  const text = { ...row, kind: 'tag', field: 'name', value: row.name } as const
  return (await openListed(vault, text, vault.personalSpace.id)) ?? damagedName(row.id)
}

/** Every pair of a file and a tag, in one list for the whole vault. */
export async function listFileTags(api: VaultApi): Promise<FileTag[]> {
  const pairs: FileTag[] = []
  const unseen = unseenRows((row: z.infer<typeof fileTagRows>[number]) => `${row.file_id} ${row.tag_id}`)
  for (let last: FileTag | undefined; ;) {
    const behind = last ? `&or=(file_id.gt.${last.fileId},and(file_id.eq.${last.fileId},tag_id.gt.${last.tagId}))` : ''
    const query = `file_tags?select=file_id,tag_id&order=file_id,tag_id&limit=${PAGE_ROWS}${behind}`
    const rows = unseen(fileTagRows.parse(await api.rest(query)))
    if (rows.length === 0) return pairs
    pairs.push(...rows.map((row) => ({ fileId: row.file_id, tagId: row.tag_id })))
    last = pairs.at(-1)
  }
}

/** Makes a tag. Its id is drawn here, because the sealed name is bound to it. */
export async function createTag(
  api: VaultApi,
  vault: OpenVault,
  { name, color }: { name: string; color: string },
): Promise<VaultTag> {
  const id = randomUuid(systemRandom)
  const { personalSpace: space } = vault
  const version = 1
  const sealed = await space.records.seal(nameOf(id, version), utf8(name))
  const body = { id, name: toBase64Url(sealed), color, space_id: space.id, space_epoch: space.epoch, version }
  await api.rest('tags', { method: 'POST', body, prefer: 'return=minimal' })
  return { id, name, color }
}

/** Removes a tag, from every file that has it as well. */
export async function removeTag(api: VaultApi, id: string): Promise<void> {
  await api.rest(`tags?id=eq.${id}`, { method: 'DELETE' })
}

/** Puts a tag on a file; one that is there already stays. */
export async function tagFile(api: VaultApi, { fileId, tagId }: FileTag): Promise<void> {
  const prefer = 'return=minimal,resolution=ignore-duplicates'
  await api.rest('file_tags', { method: 'POST', body: { file_id: fileId, tag_id: tagId }, prefer })
}

export async function removeTagFromFile(api: VaultApi, { fileId, tagId }: FileTag): Promise<void> {
  await api.rest(`file_tags?file_id=eq.${fileId}&tag_id=eq.${tagId}`, { method: 'DELETE' })
}

const nameOf = (id: string, version: number) => ({ kind: 'tag', id, version, field: 'name' })
