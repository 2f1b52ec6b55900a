import { ADD_ONS, type RequestKind, TERMS } from '#contract/invoicing/contracts.ts'
import { invoiceNumber, isOverdue } from '#contract/invoicing/invoices.ts'
import { TENANT_PLAN_IDS } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { type Currency, formatMoney } from '#contract/sales/money.ts'
import { dateLocale } from '#web/lib/format.ts'
import type { ListedInvoice } from '#web/lib/remote/vault-client.ts'
import { contracts } from '#web/messages/invoicing/contracts.ts'
import { invoices as text } from '#web/messages/invoicing/invoices.ts'

export const money = (minor: number, currency: Currency): string => formatMoney(minor, currency, dateLocale() ?? 'en')

/** `2026-11-21` as people write it; it is the same day everywhere. */
export const dayOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' })

/** Today in UTC, as the server counts days. */
export const today = (now: Date): string => now.toISOString().slice(0, 10)

/** What a request is about, in words. */
export function namesOf(kind: RequestKind, values: readonly string[]): string {
  const names = values.map((value) => {
    if (kind === 'plan') return TENANT_PLANS[TENANT_PLAN_IDS.find((one) => one === value) ?? 'starter'].name
    if (kind === 'term') return contracts.term(TERMS.find((one) => one === value) ?? 'monthly')
    return contracts.addOn(ADD_ONS.find((one) => one === value) ?? 'analytics')
  })
  return names.length > 0 ? names.join(', ') : contracts.none
}

export const countryName = (code: string): string =>
  new Intl.DisplayNames(dateLocale() ?? 'en', { type: 'region' }).of(code) ?? code

/** How an invoice is called: by its number once it has one. */
export const nameOf = ({ year, number }: Pick<ListedInvoice, 'year' | 'number'>): string =>
  year === null || number === null ? text.draft : invoiceNumber({ year, number })

export function stateOf(invoice: ListedInvoice, now: Date) {
  if (invoice.kind === 'cancellation') return 'cancellation' as const
  return isOverdue(invoice, today(now)) ? ('overdue' as const) : invoice.status
}
