import { queryOptions } from '@tanstack/react-query'
import type { DealRules, VaultClient } from '#web/lib/remote/vault-client.ts'

/** Whatever shows something of this room is read again by this key. */
export const SALES_KEY = 'sales'
const REFRESH_MS = 30_000

type Sales = VaultClient['sales']

export const pipelineQuery = (sales: Sales) =>
  queryOptions({ queryKey: [SALES_KEY, 'pipeline'], queryFn: () => sales.pipeline(), refetchInterval: REFRESH_MS })

export const boardKey = (rules: DealRules) => [SALES_KEY, 'board', rules] as const

/** Asked again while the page is open, so that what others move is seen. */
export const boardQuery = (sales: Sales, rules: DealRules) =>
  queryOptions({ queryKey: boardKey(rules), queryFn: () => sales.board(rules), refetchInterval: REFRESH_MS })

export const dealQuery = (sales: Sales, id: string) =>
  queryOptions({ queryKey: [SALES_KEY, 'deal', id], queryFn: () => sales.read(id), refetchInterval: REFRESH_MS })

export const tasksQuery = (sales: Sales) =>
  queryOptions({ queryKey: [SALES_KEY, 'tasks'], queryFn: () => sales.tasks() })

/** Read each time that it is edited: its version is what a change is about. */
export const quoteQuery = (sales: Sales, id: string) =>
  queryOptions({ queryKey: [SALES_KEY, 'quote', id], queryFn: () => sales.quote(id), gcTime: 0 })

export const forecastQuery = (sales: Sales) =>
  queryOptions({ queryKey: [SALES_KEY, 'forecast'], queryFn: () => sales.forecast() })
