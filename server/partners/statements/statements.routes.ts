import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { payCommission } from '#contract/partners/commissions-wire.ts'
import { statementNumber } from '#contract/partners/partners.ts'
import { QUOTE_LANGUAGES } from '#contract/sales/quotes.ts'
import { day } from '#contract/wire/wire-fields.ts'
import { listRoutes } from '../../lists/list-routes.ts'
import { ask } from '../../db/ask.ts'
import {
  answeringPartners,
  BODY,
  idOf,
  parse,
  partnersError,
  personOf,
  type RequestServices,
} from '../partners-requests.ts'
import { statementPdf } from './statement-pdf.ts'
import { COMMISSIONS } from './commissions.list.ts'
import { readStatement } from './statements.sql.ts'
import { partnersLimits } from '../partners-limits.ts'

const issuedMonth = z.strictObject({ month: day.refine((date) => date.endsWith('-01')) })
const chosenLanguage = z.strictObject({ language: z.enum(QUOTE_LANGUAGES).default('en') })

/** What partners earned, and statements of it, for who manages partners. */
export function statementRoutes(app: FastifyInstance, services: RequestServices): void {
  listRoutes(app, services, COMMISSIONS, { personOf, limit: partnersLimits.partnersByUser })
  answeringPartners(app, services)(payCommission, async (caller, { id, body: { paid_on: paidOn, note } }) => {
    await ask(services, caller, 'select partners.pay_commission($1, $2, $3)', [id, paidOn, note])
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
