import { queryOptions } from '@tanstack/react-query'
import { formatOf, SOURCE_LIMITS } from '#contract/sources/sources.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

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

/** Files of the vault that may be read as text. Their names stay in this page. */
export const textFilesQuery = (files: VaultClient['files']) =>
  queryOptions({
    queryKey: ['studio-sources', 'files'],
    queryFn: async () =>
      (await files.list())
        .filter(
          ({ name, sizeBytes, trashedAt }) => trashedAt === null && sizeBytes <= SOURCE_LIMITS.bytes && formatOf(name),
        )
        .toSorted((a, b) => a.name.localeCompare(b.name)),
  })
