import { queryOptions } from '@tanstack/react-query'
import { formatOf, SOURCE_LIMITS } from '#contract/sources/sources.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

export const sourcesQuery = (sources: VaultClient['sources']) =>
  queryOptions({ queryKey: ['studio-sources', 'list'], queryFn: () => sources.list() })

type Asked = Parameters<VaultClient['sources']['facts']>[0]

/** Facts for the sections of a text; those before stay while others are looked for. */
export const factsQuery = (sources: VaultClient['sources'], asked: Asked) =>
  queryOptions({
    queryKey: ['studio-sources', 'facts', asked],
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
