import { queryOptions } from '@tanstack/react-query'
import type { InvoiceRules, VaultClient } from '#web/lib/remote/vault-client.ts'

/** Whatever shows something of this room is read again by this key. */
export const INVOICING_KEY = 'invoicing'
const REFRESH_MS = 30_000

type Invoicing = VaultClient['invoicing']

/** Asked again while the page is open, so that what others store is seen. */
export const accountQuery = (invoicing: Invoicing) =>
  queryOptions({
    queryKey: [INVOICING_KEY, 'account'],
    queryFn: () => invoicing.account(),
    refetchInterval: REFRESH_MS,
  })

export const contractRequestsQuery = (invoicing: Invoicing) =>
  queryOptions({
    queryKey: [INVOICING_KEY, 'requests'],
    queryFn: () => invoicing.requests(),
    refetchInterval: REFRESH_MS,
  })

export const invoicesQuery = (invoicing: Invoicing, rules: InvoiceRules) =>
  queryOptions({ queryKey: [INVOICING_KEY, 'invoices', rules], queryFn: () => invoicing.invoices(rules) })

export const openRequestsQuery = (invoicing: Invoicing) =>
  queryOptions({
    queryKey: [INVOICING_KEY, 'open'],
    queryFn: () => invoicing.openRequests(),
    refetchInterval: REFRESH_MS,
  })

export const tenantBillingQuery = (invoicing: Invoicing, id: string) =>
  queryOptions({ queryKey: [INVOICING_KEY, 'tenant', id], queryFn: () => invoicing.tenant(id) })

/** Read each time that it is edited: its version is what a change is about. */
export const invoiceQuery = (invoicing: Invoicing, id: string) =>
  queryOptions({ queryKey: [INVOICING_KEY, 'invoice', id], queryFn: () => invoicing.read(id), gcTime: 0 })

export const sellerQuery = (invoicing: Invoicing) =>
  queryOptions({ queryKey: [INVOICING_KEY, 'seller'], queryFn: () => invoicing.seller() })
