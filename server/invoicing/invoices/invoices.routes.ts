import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { INVOICE_FILTERS } from '#contract/invoicing/invoices.ts'
import type { BillingProvider } from '../../billing/provider.ts'
import { ask, idOf, invoicingError, parse, personOf, type RequestServices } from '../invoicing-requests.ts'
import { csvColumns, csvInvoice } from './invoice-csv.ts'
import { invoicePdf, nameOfInvoice } from './invoice-pdf.ts'
import { INVOICE, type InvoiceRow, type ListedInvoice, OWN_INVOICES } from './invoices.sql.ts'
import { payInvoice } from './payments.service.ts'
import { invoicingLimits } from '../invoicing-limits.ts'

const filter = z.object({
  state: z.enum(INVOICE_FILTERS).optional(),
  year: z.coerce.number().int().min(2000).max(2199).optional(),
})

/** Invoices as the organisation that pays has them. A PDF is also for who runs the installation, of drafts too. */
export function invoiceRoutes(
  app: FastifyInstance,
  services: RequestServices & { provider: BillingProvider | undefined },
): void {
  app.get('/invoices', async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingByUser)
    const { state = null, year = null } = parse(filter, got.query)
    const invoices = await ask<ListedInvoice>(services, caller, OWN_INVOICES, [state, year])
    const years = await ask<{ year: number }>(
      services,
      caller,
      `select distinct i.year from invoicing.invoices i where i.tenant_id = (select invoicing.managed()) and i.year is not null order by 1 desc`,
    )
    return { invoices, years: years.map((one) => one.year), is_payable: services.provider !== undefined }
  })
  app.get('/invoices/export', async (got, reply) => {
    const caller = await personOf(services, got, 'importByUser')
    const { state = null, year = null } = parse(filter, got.query)
    const invoices = await ask<ListedInvoice>(services, caller, OWN_INVOICES, [state, year])
    await ask(services, caller, 'select invoicing.record_export($1)', [invoices.length])
    const today = new Date().toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="invoices.csv"')
      .send(csvColumns() + invoices.map((invoice) => csvInvoice(invoice, today)).join(''))
  })
  app.get('/invoices/:id/pdf', async (got, reply) => {
    const caller = await personOf(services, got, invoicingLimits.billingChangeByUser)
    const text = `select ${INVOICE} from invoicing.readable_invoice($1) i`
    const [invoice] = await ask<InvoiceRow>(services, caller, text, [idOf(got)])
    if (!invoice) throw invoicingError('invoicing_not_found')
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${nameOfInvoice(invoice) ?? 'draft'}.pdf"`)
      .send(await invoicePdf(invoice, new Date()))
  })
  app.post('/invoices/:id/checkout', async (got) => {
    const caller = await personOf(services, got, invoicingLimits.billingChangeByUser)
    return { url: await payInvoice(services, caller, idOf(got)) }
  })
}
