import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BUYER_LIMITS } from '#contract/invoicing/contracts.ts'
import { COUNTRIES } from '#contract/invoicing/countries.ts'
import {
  INVOICE_LANGUAGES,
  INVOICE_LIMITS,
  invoiceNumber,
  isTaxRight,
  NOTED_WAYS,
  sumInvoice,
} from '#contract/invoicing/invoices.ts'
import { isPlausibleTaxNumber } from '#contract/invoicing/tax-number.ts'
import { CURRENCIES, formatMoney } from '#contract/sales/money.ts'
import { QUOTE_LIMITS } from '#contract/sales/quotes.ts'
import type { Caller, Transaction } from '../../db/database.ts'
import { issuedMail } from '../invoicing-mails.ts'
import { actingAs, ask, BODY, day, idOf, line, lines, parse, personOf, version } from '../invoicing-requests.ts'
import { type RequestServices, versionOrNone } from '../invoicing-requests.ts'
import { INVOICE, type InvoiceRow, LISTED } from './invoices.sql.ts'
import { invoicingLimits } from '../invoicing-limits.ts'

const { unitMinor } = QUOTE_LIMITS
const fields = {
  language: z.enum(INVOICE_LANGUAGES),
  currency: z.enum(CURRENCIES),
  lines: z
    .array(
      z.strictObject({
        text: line(INVOICE_LIMITS.lineCharacters).min(1),
        quantityMilli: z.int().min(1).max(QUOTE_LIMITS.quantityMilli),
        unitMinor: z.int().min(-unitMinor).max(unitMinor),
        taxBasisPoints: z.int().min(0).max(QUOTE_LIMITS.taxBasisPoints),
      }),
    )
    .min(1)
    .max(INVOICE_LIMITS.lines)
    .refine((all) => sumInvoice(all) !== null),
  is_reverse_charge: z.boolean(),
  note: lines(INVOICE_LIMITS.noteCharacters),
  period_from: day,
  period_to: day,
  due_on: day,
}
type Fields = z.output<z.ZodObject<typeof fields>>
const isRight = ({ lines: all, is_reverse_charge: isReverse, period_from: from, period_to: to }: Fields): boolean =>
  isTaxRight(all, isReverse) && from <= to
const draft = z.strictObject(fields).refine(isRight)
const changedDraft = z.strictObject({ ...fields, version }).refine(isRight)
const seller = z
  .strictObject({
    legal_name: line(BUYER_LIMITS.nameCharacters).min(1),
    address: lines(BUYER_LIMITS.addressCharacters).min(1),
    country: z.string().refine((code) => COUNTRIES.includes(code)),
    tax_number: line(BUYER_LIMITS.taxNumberCharacters),
    bank: lines(INVOICE_LIMITS.bankCharacters),
    version: versionOrNone,
  })
  .refine(({ tax_number: number, country }) => number === '' || isPlausibleTaxNumber(number, country))
const seen = z.strictObject({ version })
const cancellation = z.strictObject({ version, reason: lines(INVOICE_LIMITS.reasonCharacters).min(1) })
const payment = z.strictObject({ version, paid_on: day, paid_by: z.enum(NOTED_WAYS) })

/** Invoices to an organisation, for who runs the installation. */
export function draftRoutes(app: FastifyInstance, services: RequestServices): void {
  const change = (got: Parameters<typeof personOf>[1]) => personOf(services, got, invoicingLimits.billingChangeByUser)
  app.get('/tenants/:id', async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingByUser)
    const id = idOf(got)
    const [found] = await ask(services, caller, 'select invoicing.account_of_tenant($1) as account', [id])
    const text = `select ${LISTED} from invoicing.invoices_of_tenant($1) i order by i.created_at desc, i.id desc`
    return { account: found?.['account'], invoices: await ask(services, caller, text, [id]) }
  })
  app.post('/tenants/:id/invoices', BODY, async (got, reply) => {
    const caller = await change(got)
    const values = [idOf(got), stored(parse(draft, got.body))]
    const [added] = await ask(services, caller, 'select invoicing.add_invoice($1, $2) as id', values)
    return reply.code(201).send(added)
  })
  app.get('/invoices/:id', async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingByUser)
    const [found] = await ask(services, caller, `select ${INVOICE} from invoicing.readable_invoice($1) i`, [idOf(got)])
    return found
  })
  app.put('/invoices/:id', BODY, async (got) => {
    const caller = await change(got)
    const { version: known, ...given } = parse(changedDraft, got.body)
    const values = [idOf(got), stored(given), known]
    const [changed] = await ask(services, caller, 'select invoicing.change_invoice($1, $2, $3) as version', values)
    return changed
  })
  app.delete('/invoices/:id', async (got, reply) => {
    await ask(services, await change(got), 'select invoicing.remove_invoice($1)', [idOf(got)])
    return reply.code(204).send()
  })
  app.post('/invoices/:id/payments', BODY, async (got, reply) => {
    const caller = await change(got)
    const given = parse(payment, got.body)
    const values = [idOf(got), given.paid_on, given.paid_by, given.version]
    await ask(services, caller, 'select invoicing.note_payment($1, $2, $3, $4)', values)
    return reply.code(204).send()
  })
  app.get('/seller', async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingByUser)
    const [found] = await ask(services, caller, 'select invoicing.read_seller() as seller')
    return { seller: found?.['seller'] ?? null }
  })
  app.put('/seller', BODY, async (got) => {
    const caller = await change(got)
    const { version: known, ...given } = parse(seller, got.body)
    const [saved] = await ask(services, caller, 'select invoicing.save_seller($1, $2) as version', [given, known])
    return saved
  })
  issuing(app, services)
}

/** What gives a number, and mails who pays in the same transaction. */
function issuing(app: FastifyInstance, services: RequestServices): void {
  app.post('/invoices/:id/issue', BODY, async (got, reply) => {
    const caller = await personOf(services, got, invoicingLimits.billingChangeByUser)
    const values = [idOf(got), parse(seen, got.body).version]
    await mailed(services, caller, async (db) => {
      await db.query({ text: 'select invoicing.issue_invoice($1, $2)', values })
      return values[0] as string
    })
    return reply.code(204).send()
  })
  app.post('/invoices/:id/cancellation', BODY, async (got, reply) => {
    const caller = await personOf(services, got, invoicingLimits.billingChangeByUser)
    const { reason, version: known } = parse(cancellation, got.body)
    const values = [idOf(got), reason, known]
    const id = await mailed(services, caller, async (db) => {
      const text = 'select invoicing.cancel_invoice($1, $2, $3) as id'
      const { rows } = await db.query<{ id: string }>({ text, values })
      return rows[0]?.id ?? ''
    })
    return reply.code(201).send({ id })
  })
}

/** @param work returns which invoice was issued */
function mailed(
  services: RequestServices,
  caller: Caller,
  work: (db: Transaction) => Promise<string>,
): Promise<string> {
  const { mail, config } = services
  return actingAs(services, caller, async (db) => {
    const id = await work(db)
    const text = `select ${INVOICE} from invoicing.invoices i where i.id = $1`
    const { rows } = await db.query<InvoiceRow>({ text, values: [id] })
    const [issued] = rows
    if (!issued?.buyer || issued.year === null || issued.number === null)
      throw new Error('what was issued is not there')
    const { year, number, kind, total_minor: total, currency, due_on: due } = issued
    const said = {
      name: invoiceNumber({ year, number }),
      total: formatMoney(Math.abs(total), currency, 'en'),
      due,
      isCancellation: kind === 'cancellation',
    }
    await mail.send(db, issued.buyer.email, issuedMail(said, config.publicUrl))
    return id
  })
}

/** The list is JSON to the database, not an array of it. */
const stored = (given: Fields) => ({ ...given })
