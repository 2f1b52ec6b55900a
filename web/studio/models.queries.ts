import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Lists that another model, or other settings of it, make out of date: answers of the copilot say which one would write. */
export const AFTER_MODELS = ['studio-models', 'studio-drafts', 'studio-calendars', 'copilot'] as const

/** Connections, settings and prices, for the tabs Models and Analytics. */
export const modelsQuery = (models: VaultClient['models']) =>
  queryOptions({ queryKey: ['studio-models', 'list'], queryFn: () => models.list() })

/** Files of uploaded models, and how much room there is for them. */
export const ownModelsQuery = (models: VaultClient['models']) =>
  queryOptions({ queryKey: ['studio-models', 'own'], queryFn: () => models.listOwn() })

export const requestsQuery = (models: VaultClient['models']) =>
  queryOptions({ queryKey: ['studio-models', 'requests'], queryFn: () => models.requests() })

export const usageQuery = (models: VaultClient['models'], days: number) =>
  queryOptions({ queryKey: ['studio-models', 'usage', days], queryFn: () => models.usage(days) })
