import { z } from 'zod'
import { CURRENCIES } from '#contract/sales/money.ts'
import { QUOTE_LANGUAGES, QUOTE_STATES } from '#contract/sales/quotes.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/sales/v1'
const JSON_TYPE = { 'content-type': 'application/json' }

const quote = z.object({
  id: z.string(),
  deal_id: z.string(),
  status: z.enum(QUOTE_STATES),
  year: z.number().nullable(),
  number: z.number().nullable(),
  revision: z.number(),
  language: z.enum(QUOTE_LANGUAGES),
  currency: z.enum(CURRENCIES),
  recipient: z.string(),
  terms: z.string(),
  valid_on: z.string(),
  lines: z.array(
    z.object({ text: z.string(), quantityMilli: z.number(), unitMinor: z.number(), taxBasisPoints: z.number() }),
  ),
  version: z.number(),
})
/** What is offered to somebody for a deal. It has a number once it was sent. */
export type Quote = z.output<typeof quote>
export type QuoteFields = Pick<Quote, 'language' | 'recipient' | 'terms' | 'valid_on' | 'lines'>

/** @throws {VaultError} `entry_gone` */
export async function readQuote(api: VaultApi, id: string): Promise<Quote> {
  return quote.parse(await (await api.fetch(`${PATH}/quotes/${id}`, { method: 'GET' })).json())
}

export async function addQuote(api: VaultApi, dealId: string, fields: QuoteFields): Promise<void> {
  await api.post(`${PATH}/deals/${dealId}/quotes`, fields)
}

/** Other content of a draft. @throws {VaultError} `changed_meanwhile`, `quote_closed` */
export async function changeQuote(api: VaultApi, id: string, fields: QuoteFields, version: number): Promise<void> {
  const body = JSON.stringify({ ...fields, version })
  await api.fetch(`${PATH}/quotes/${id}`, { method: 'PUT', headers: JSON_TYPE, body })
}

/** Notes that it was sent, which gives it its number. Nothing is mailed. @throws {VaultError} `quote_closed` */
export async function sendQuote(api: VaultApi, id: string, version: number): Promise<void> {
  await api.post(`${PATH}/quotes/${id}/sendings`, { version })
}

/** @throws {VaultError} `quote_closed` */
export async function answerQuote(
  api: VaultApi,
  id: string,
  answer: 'accepted' | 'declined',
  version: number,
): Promise<void> {
  await api.post(`${PATH}/quotes/${id}/answers`, { answer, version })
}

/** A draft that takes the place of a sent quote once it is sent. @throws {VaultError} `quote_closed` */
export async function reviseQuote(api: VaultApi, id: string): Promise<void> {
  await api.post(`${PATH}/quotes/${id}/revisions`, {})
}

/** Of a draft. @throws {VaultError} `quote_closed` */
export async function removeQuote(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/quotes/${id}`, { method: 'DELETE' })
}

export async function downloadQuote(api: VaultApi, id: string): Promise<Blob> {
  return (await api.fetch(`${PATH}/quotes/${id}/pdf`, { method: 'GET' })).blob()
}
