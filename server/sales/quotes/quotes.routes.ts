import type { FastifyInstance } from 'fastify'
import { sumQuote } from '#contract/sales/quotes.ts'
import type { Caller } from '../../db/database.ts'
import { ask } from '../../db/ask.ts'
import { salesError, BODY, idOf, parse, personOf, type RequestServices } from '../sales-requests.ts'
import { nameOfQuote, quotePdf } from './quote-pdf.ts'
import { answeredQuote, changedQuote, newQuote, type NewQuote, sentQuote } from './quotes.schemas.ts'
import { type QuoteRow, readQuote } from './quotes.sql.ts'
import { salesLimits } from '../sales-limits.ts'

/** Quotes for deals: drafts are changed, what was sent is revised, and nothing is mailed. */
export function quoteRoutes(app: FastifyInstance, services: RequestServices): void {
  app.get('/quotes/:id', async (request) => {
    const caller = await personOf(services, request, salesLimits.salesByUser)
    return found(services, caller, idOf(request))
  })
  app.get('/quotes/:id/pdf', async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const quote = await found(services, caller, idOf(request))
    const name = nameOfQuote(quote) ?? 'draft'
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}.pdf"`)
      .send(await quotePdf(quote, new Date()))
  })
  app.post('/deals/:id/quotes', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const fields = stored(parse(newQuote, request.body))
    const [added] = await ask(services, caller, 'select sales.add_quote($1, $2) as id', [idOf(request), fields])
    return reply.code(201).send(added)
  })
  app.put('/quotes/:id', BODY, async (request) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const { version, ...fields } = parse(changedQuote, request.body)
    const values = [idOf(request), stored(fields), version]
    const [changed] = await ask(services, caller, 'select sales.change_quote($1, $2, $3) as version', values)
    return changed
  })
  app.delete('/quotes/:id', async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    await ask(services, caller, 'select sales.remove_quote($1)', [idOf(request)])
    return reply.code(204).send()
  })
  steerRoutes(app, services)
}

function steerRoutes(app: FastifyInstance, services: RequestServices): void {
  app.post('/quotes/:id/sendings', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const { version } = parse(sentQuote, request.body)
    await ask(services, caller, 'select sales.send_quote($1, $2)', [idOf(request), version])
    return reply.code(204).send()
  })
  app.post('/quotes/:id/answers', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const { answer, version } = parse(answeredQuote, request.body)
    await ask(services, caller, 'select sales.decide_quote($1, $2, $3)', [idOf(request), answer, version])
    return reply.code(204).send()
  })
  app.post('/quotes/:id/revisions', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    const [added] = await ask(services, caller, 'select sales.revise_quote($1) as id', [idOf(request)])
    return reply.code(201).send(added)
  })
}

/** @throws {Refusal} */
async function found({ database }: RequestServices, caller: Caller, id: string): Promise<QuoteRow> {
  const quote = await readQuote({ database, caller }, id)
  if (!quote) throw salesError('sales_not_found')
  return quote
}

/** With its sums, as the table has them. */
function stored(fields: NewQuote): string {
  const sums = sumQuote(fields.lines)
  if (!sums) throw salesError('bad_request')
  const { netMinor, taxMinor, totalMinor } = sums
  return JSON.stringify({ ...fields, net_minor: netMinor, tax_minor: taxMinor, total_minor: totalMinor })
}
