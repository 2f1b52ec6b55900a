import { z } from 'zod'
import {
  INVOICE_KINDS,
  INVOICE_LANGUAGES,
  INVOICE_STATES,
  type InvoiceFilter,
  NOTED_WAYS,
  PAYMENT_WAYS,
} from '#contract/invoicing/invoices.ts'
import { CURRENCIES } from '#contract/sales/money.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { type BillingAccount, billingAccount } from './contracts.ts'

const PATH = '/invoicing/v1'
const JSON_TYPE = { 'content-type': 'application/json' }

const listed = z.object({
  id: z.string(),
  kind: z.enum(INVOICE_KINDS),
  cancels_id: z.string().nullable(),
  cancels_number: z.string().nullable(),
  status: z.enum(INVOICE_STATES),
  year: z.number().nullable(),
  number: z.number().nullable(),
  currency: z.enum(CURRENCIES),
  period_from: z.string(),
  period_to: z.string(),
  due_on: z.string(),
  net_minor: z.number(),
  tax_minor: z.number(),
  total_minor: z.number(),
  version: z.number(),
  issued_at: z.string().nullable(),
  paid_on: z.string().nullable(),
  paid_by: z.enum(PAYMENT_WAYS).nullable(),
})
/** An invoice in a list. It has a number once it was issued. */
export type ListedInvoice = z.output<typeof listed>

const invoice = listed.extend({
  language: z.enum(INVOICE_LANGUAGES),
  lines: z.array(
    z.object({ text: z.string(), quantityMilli: z.number(), unitMinor: z.number(), taxBasisPoints: z.number() }),
  ),
  is_reverse_charge: z.boolean(),
  note: z.string(),
})
export type Invoice = z.output<typeof invoice>
export type InvoiceFields = Pick<
  Invoice,
  'language' | 'currency' | 'lines' | 'is_reverse_charge' | 'note' | 'period_from' | 'period_to' | 'due_on'
>

const seller = z.object({
  legal_name: z.string(),
  address: z.string(),
  country: z.string(),
  tax_number: z.string(),
  bank: z.string(),
  version: z.number(),
})
/** Who sells: the operator of the installation. */
export type Seller = z.output<typeof seller>
export type SellerFields = Omit<Seller, 'version'>

export type InvoiceRules = { state: InvoiceFilter | null; year: number | null }
export type InvoicePayment = { paid_on: string; paid_by: (typeof NOTED_WAYS)[number]; version: number }

const read = async (api: VaultApi, path: string): Promise<unknown> =>
  (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()

function query({ state, year }: InvoiceRules): string {
  const parameters = new URLSearchParams()
  if (state !== null) parameters.set('state', state)
  if (year !== null) parameters.set('year', String(year))
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** Issued invoices of the organisation, newest first. `is_payable`: there is a provider of payments. */
export async function listInvoices(
  api: VaultApi,
  rules: InvoiceRules,
): Promise<{ invoices: ListedInvoice[]; years: number[]; is_payable: boolean }> {
  const answer = z.object({ invoices: z.array(listed), years: z.array(z.number()), is_payable: z.boolean() })
  return answer.parse(await read(api, `/invoices${query(rules)}`))
}

export async function exportInvoices(api: VaultApi, rules: InvoiceRules): Promise<Blob> {
  return (await api.fetch(`${PATH}/invoices/export${query(rules)}`, { method: 'GET' })).blob()
}

export async function downloadInvoice(api: VaultApi, id: string): Promise<Blob> {
  return (await api.fetch(`${PATH}/invoices/${id}/pdf`, { method: 'GET' })).blob()
}

/** @returns the address of a page of the provider. @throws {VaultError} `billing_closed`, `payments_failed` */
export async function payInvoice(api: VaultApi, id: string): Promise<string> {
  return z.object({ url: z.url() }).parse(await api.post(`${PATH}/invoices/${id}/checkout`, {})).url
}

/** What is agreed with an organisation and all its invoices with drafts; for who runs the installation, as everything below. */
export async function readTenantBilling(
  api: VaultApi,
  id: string,
): Promise<{ account: BillingAccount; invoices: ListedInvoice[] }> {
  return z.object({ account: billingAccount, invoices: z.array(listed) }).parse(await read(api, `/tenants/${id}`))
}

export async function readInvoice(api: VaultApi, id: string): Promise<Invoice> {
  return invoice.parse(await read(api, `/invoices/${id}`))
}

export async function addInvoice(api: VaultApi, tenantId: string, fields: InvoiceFields): Promise<void> {
  await api.post(`${PATH}/tenants/${tenantId}/invoices`, fields)
}

/** Other content of a draft. @throws {VaultError} `changed_meanwhile`, `billing_closed` */
export async function changeInvoice(api: VaultApi, id: string, fields: InvoiceFields, version: number): Promise<void> {
  const body = JSON.stringify({ ...fields, version })
  await api.fetch(`${PATH}/invoices/${id}`, { method: 'PUT', headers: JSON_TYPE, body })
}

/** Of a draft. @throws {VaultError} `billing_closed` */
export async function removeInvoice(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/invoices/${id}`, { method: 'DELETE' })
}

/** Gives a draft its number and mails who pays. @throws {VaultError} `sides_missing`, `billing_closed`, `changed_meanwhile`, `proof_needed` */
export async function issueInvoice(api: VaultApi, id: string, version: number): Promise<void> {
  await api.post(`${PATH}/invoices/${id}/issue`, { version })
}

/** By an invoice of its own with the opposite sums. @throws {VaultError} `billing_closed`, `changed_meanwhile`, `proof_needed` */
export async function cancelInvoice(api: VaultApi, id: string, reason: string, version: number): Promise<void> {
  await api.post(`${PATH}/invoices/${id}/cancellation`, { reason, version })
}

/** Notes a payment that came another way than through the provider. @throws {VaultError} `billing_closed`, `changed_meanwhile` */
export async function noteInvoicePayment(api: VaultApi, id: string, payment: InvoicePayment): Promise<void> {
  await api.post(`${PATH}/invoices/${id}/payments`, payment)
}

/** Null where nobody has written it. */
export async function readSeller(api: VaultApi): Promise<Seller | null> {
  return z.object({ seller: seller.nullable() }).parse(await read(api, '/seller')).seller
}

/** @param version what was seen; 0 where there was nothing. @throws {VaultError} `changed_meanwhile`, `proof_needed` */
export async function saveSeller(api: VaultApi, fields: SellerFields, version: number): Promise<void> {
  await api.fetch(`${PATH}/seller`, { method: 'PUT', headers: JSON_TYPE, body: JSON.stringify({ ...fields, version }) })
}
