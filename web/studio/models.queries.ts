import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** Lists that another model, or other settings of it, make out of date: answers of the copilot say which one would write. */
export const AFTER_MODELS = ['studio-models', 'studio-drafts', 'studio-calendars', 'copilot'] as const

/** Connections, settings and prices, for the tabs Models and Analytics. */
export const modelsQuery = (models: VaultClient['models']) =>
  queryOptions({ queryKey: ['studio-models', 'list'], queryFn: () => models.list() })

/** The same for a page that lists connections: each is asked what it offers as the page opens, and the list read again. */
export function useLiveModels() {
  const { models } = useVault()
  const queries = useQueryClient()
  const list = useQuery(modelsQuery(models))
  const looks = useQuery({
    queryKey: ['studio-looks'],
    queryFn: async () => {
      try {
        await models.lookAtAll()
      } finally {
        // Some may have answered where another failed.
        await queries.invalidateQueries({ queryKey: modelsQuery(models).queryKey })
      }
      return true
    },
    // Notes of before are shown with their time.
    retry: false,
    enabled: list.data !== undefined && list.data.connections.length > 0,
  })
  return { list, isLooking: looks.isFetching }
}

/** Files of uploaded models, and how much room there is for them. */
export const ownModelsQuery = (models: VaultClient['models']) =>
  queryOptions({ queryKey: ['studio-models', 'own'], queryFn: () => models.listOwn() })

export const requestsQuery = (models: VaultClient['models']) =>
  queryOptions({ queryKey: ['studio-models', 'requests'], queryFn: () => models.requests() })

export const usageQuery = (models: VaultClient['models'], days: number) =>
  queryOptions({ queryKey: ['studio-models', 'usage', days], queryFn: () => models.usage(days) })
