import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { COMMISSION_STATES, PARTNER_LIMITS, statementNumber } from '#contract/partners/partners.ts'
import { QUOTE_LANGUAGES } from '#contract/sales/quotes.ts'
import {
  ask,
  BODY,
  day,
  idOf,
  line,
  pageOf,
  parse,
  partnersError,
  personOf,
  type RequestServices,
} from '../partners-requests.ts'
import { statementPdf } from './statement-pdf.ts'
import { listCommissions, readStatement } from './statements.sql.ts'
import { partnersLimits } from '../partners-limits.ts'

const commissionPage = z
  .strictObject({
    state: z.enum(COMMISSION_STATES),
    /** The last row of a page: the day on which it was earned, and its id. */
    after: z.string().regex(/^\d{4}-\d{2}-\d{2}~[0-9a-f-]{36}$/),
  })
  .partial()
const payment = z.strictObject({ paid_on: day, note: line(PARTNER_LIMITS.paidNoteCharacters) })
const issuedMonth = z.strictObject({ month: day.refine((date) => date.endsWith('-01')) })
const chosenLanguage = z.strictObject({ language: z.enum(QUOTE_LANGUAGES).default('en') })

/** What partners earned, and statements of it, for who manages partners. */
export function statementRoutes(app: FastifyInstance, services: RequestServices): void {
  const { database } = services
  app.get('/commissions', async (request) => {
    const caller = await personOf(services, request, partnersLimits.partnersByUser)
    const { after, ...rules } = parse(commissionPage, request.query)
    const most = PARTNER_LIMITS.page
    const found = await listCommissions({ database, caller }, rules, { after, most: most + 1 })
    const { rows, after: next } = pageOf(found, most)
    return { commissions: rows, after: next }
  })
  app.post('/commissions/:id/payment', BODY, async (request, reply) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { paid_on: paidOn, note } = parse(payment, request.body)
    await ask(services, caller, 'select partners.pay_commission($1, $2, $3)', [idOf(request), paidOn, note])
    return reply.code(204).send()
  })
  app.post('/partners/:id/statements', BODY, async (request, reply) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { month } = parse(issuedMonth, request.body)
    const [issued] = await ask(services, caller, 'select partners.issue_statement($1, $2) as id', [
      idOf(request),
      month,
    ])
    return reply.code(201).send(issued)
  })
  app.get('/statements/:id/pdf', async (request, reply) => sendStatement(services, request, reply, 'managed'))
}

/** A statement as PDF, in the language that the address names. @throws {Refusal} */
export async function sendStatement(
  services: RequestServices,
  request: FastifyRequest,
  reply: FastifyReply,
  whose: 'managed' | 'own',
): Promise<FastifyReply> {
  const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
  const { language } = parse(chosenLanguage, request.query)
  const statement = await readStatement({ database: services.database, caller }, idOf(request), whose)
  if (!statement) throw partnersError('partners_not_found')
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${statementNumber(statement)}.pdf"`)
    .send(await statementPdf(statement, language, new Date()))
}
