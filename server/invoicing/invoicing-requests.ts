import { z } from 'zod'
import { ProviderError } from '../billing/provider.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { Refusal } from '../http/refusal.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { Mail } from '../mail/mail.ts'

export type RequestServices = {
  callers: Callers
  limits: RateLimits
  database: Database
  mail: Mail
  config: { publicUrl: string; supportEmail: string | undefined }
}

export const BODY = { bodyLimit: 128 * 1024 }

export const {
  refuse: invoicingError,
  sendRefusal: sendInvoicingError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'invoicing',
  failed: 'a request about billing failed',
  refusals: {
    invoicing_not_found: [404, 'It is not there, or not any longer'],
    invoicing_limit: [413, 'There are as many of these as there may be. Nothing was stored.'],
    invoicing_changed: [409, 'Somebody else has changed this meanwhile. Nothing was stored.'],
    invoicing_closed: [409, 'It is in another state by now. Nothing was changed.'],
    request_waits: [409, 'A request of this kind waits for an answer already'],
    request_own: [403, 'Somebody else has to answer what you asked for'],
    request_needless: [409, 'It is so already'],
    sides_missing: [409, 'The details of the seller or of the payer are missing. Nothing was issued.'],
    payments_failed: [502, 'The provider of payments did not answer. Nothing was paid.'],
    no_payments: [404, 'Invoices are not paid here'],
    organisation_full: [409, 'More people are there than the plan has room for. Nothing was changed.'],
    role_beyond_plan: [409, 'Somebody holds a role that comes with the plan Enterprise. Nothing was changed.'],
    tenant_changed: [409, 'Somebody else has changed the plan meanwhile'],
    reauthentication_needed: [403, 'Send the current password, or sign in again'],
    forbidden: [403, 'This takes the permission to manage billing, or to run the installation'],
  },
  sqlStates: {
    '42501': 'forbidden',
    '23514': 'bad_request',
    '23502': 'bad_request',
    '22P02': 'bad_request',
    '22003': 'bad_request',
    '22007': 'bad_request',
    '22008': 'bad_request',
    QS402: 'organisation_full',
    QS403: 'reauthentication_needed',
    QS404: 'invoicing_not_found',
    QS405: 'role_beyond_plan',
    QS406: 'tenant_changed',
    QS460: 'invoicing_changed',
    QS461: 'request_waits',
    QS462: 'invoicing_closed',
    QS463: 'request_own',
    QS464: 'request_needless',
    QS465: 'sides_missing',
    PT413: 'invoicing_limit',
  },
  translate: (error): Refusal | undefined =>
    error instanceof ProviderError ? invoicingError('payments_failed', { cause: error }) : undefined,
})

/** One statement as the caller. */
export async function ask<Row extends Record<string, unknown>>(
  { database }: { database: Database },
  caller: Caller,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await database.oneAsCaller<Row>(caller, { text, values: [...values] })
  return rows
}

/** A transaction that may put mails into the queue, and in which functions in SQL ask what the caller may do. */
export function actingAs<Result>(
  { database }: { database: Database },
  caller: Caller,
  work: (db: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.asOwner(async (db) => {
    const values = [JSON.stringify(caller.claims)]
    await db.query({ text: `select set_config('request.jwt.claims', $1, true)`, values })
    return work(db)
  })
}

/** A text of one line. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)

/** A text of several. */
export const lines = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u)

export const day = z.iso.date().refine((date) => date >= '2000-01-01' && date <= '2199-12-31')
export const version = z.int().min(1).max(1_000_000_000)
/** Of what may not be there yet: 0. */
export const versionOrNone = z.int().min(0).max(1_000_000_000)
