import { queryOptions } from '@tanstack/react-query'
import { formatOf, SOURCE_LIMITS } from '#contract/sources/sources.ts'
import type { VaultClient, VaultFolder } from '#web/lib/remote/vault-client.ts'

/** While the meaning of a source is read, it is asked for again. */
const READING_MS = 3000

export const sourcesQuery = (sources: VaultClient['sources']) =>
  queryOptions({
    queryKey: ['studio-sources', 'list'],
    queryFn: () => sources.list(),
    refetchInterval: ({ state: { data } }) =>
      data?.embeddings === 'ready' && data.sources.some((one) => !one.is_read) ? READING_MS : false,
  })

type Asked = Parameters<VaultClient['sources']['facts']>[0]

/** Facts for the sections of a text; those before stay while others are looked for. @param read sources whose meaning was read: then others fit */
export const factsQuery = (sources: VaultClient['sources'], asked: Asked, read: number) =>
  queryOptions({
    queryKey: ['studio-sources', 'facts', read, asked],
    queryFn: () => sources.facts(asked),
    placeholderData: (before) => before,
  })

/** Team spaces whose files can be chosen; one that cannot be trusted is none. */
export const sourceSpacesQuery = (spaces: VaultClient['spaces']) =>
  queryOptions({
    queryKey: ['studio-sources', 'spaces'],
    queryFn: async () =>
      (await spaces.list())
        .flatMap(({ id, name, problem }) => (name === null || problem !== null ? [] : [{ id, name }]))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
  })

type Folder = Pick<VaultFolder, 'id' | 'parentId' | 'trashedAt'>

/** Files that may be read as text. Their names stay in this page. @param space null: the person's own vault */
export const textFilesQuery = (
  { files, folders, spaces }: Pick<VaultClient, 'files' | 'folders' | 'spaces'>,
  space: string | null,
) =>
  queryOptions({
    queryKey: ['studio-sources', 'files', space],
    queryFn: async () => {
      const [all, inFolders] = await Promise.all(
        space === null ? [files.list(), folders.list()] : [spaces.files(space), spaces.folders(space)],
      )
      const inTrash = trashedFolders(inFolders)
      return all
        .filter(({ trashedAt, folderId }) => trashedAt === null && (folderId === null || !inTrash.has(folderId)))
        .filter(({ name, sizeBytes }) => sizeBytes <= SOURCE_LIMITS.bytes && formatOf(name))
        .toSorted((a, b) => a.name.localeCompare(b.name))
    },
  })

/** Folders in the trash, and all below them. */
function trashedFolders(folders: readonly Folder[]): ReadonlySet<string> {
  const trashed = new Set(folders.filter(({ trashedAt }) => trashedAt !== null).map(({ id }) => id))
  for (let before = -1; before !== trashed.size;) {
    before = trashed.size
    for (const { id, parentId } of folders) if (parentId !== null && trashed.has(parentId)) trashed.add(id)
  }
  return trashed
}
