import type { BillingProvider } from '../../billing/provider.ts'
import type { Caller } from '../../db/database.ts'
import { ask, invoicingError, type RequestServices } from '../invoicing-requests.ts'
import { nameOfInvoice } from './invoice-pdf.ts'
import { INVOICE, type InvoiceRow } from './invoices.sql.ts'

type Services = RequestServices & { provider: BillingProvider | undefined }

/**
 * Makes a page of the provider where an open invoice of the caller's organisation is paid, for its exact amount. A page that was made before
 * ends, so that nobody pays twice.
 * @returns its address
 * @throws {Refusal} `invoicing_not_found`; `no_payments`; `invoicing_closed` where it is paid, cancelled, or paid at the provider and not noted yet
 */
export async function payInvoice(services: Services, caller: Caller, id: string): Promise<string> {
  const { database, provider } = services
  const invoice = await openInvoice(services, caller, id)
  if (!provider) throw invoicingError('no_payments')
  const { rows } = await database.owner<{ session_id: string }>(
    'select c.session_id from invoicing.checkouts c where c.invoice_id = $1 and c.provider = $2',
    [id, provider.name],
  )
  for (const { session_id: former } of rows) {
    if (!(await provider.endPayment(former))) throw invoicingError('invoicing_closed')
    await database.owner(
      'delete from invoicing.checkouts c where c.invoice_id = $1 and c.provider = $2 and c.session_id = $3 and c.settled_at is null',
      [id, provider.name, former],
    )
  }
  const page = await provider.createPayment({
    invoiceId: id,
    name: nameOfInvoice(invoice) ?? '',
    amountMinor: invoice.total_minor,
    currency: invoice.currency,
    email: invoice.buyer?.email,
  })
  await database.owner('insert into invoicing.checkouts (invoice_id, provider, session_id) values ($1, $2, $3)', [
    id,
    provider.name,
    page.id,
  ])
  return page.url
}

/** Of the own organisation only: who runs the installation reads those of others, and does not pay for them. */
async function openInvoice(services: Services, caller: Caller, id: string): Promise<InvoiceRow> {
  const [invoice] = await ask<InvoiceRow>(
    services,
    caller,
    `select ${INVOICE} from invoicing.invoices i
     where i.id = $1 and i.tenant_id = (select invoicing.managed()) and i.status <> 'draft'`,
    [id],
  )
  if (!invoice) throw invoicingError('invoicing_not_found')
  const isOpen = invoice.kind === 'invoice' && invoice.status === 'issued' && invoice.total_minor > 0
  if (!isOpen) throw invoicingError('invoicing_closed')
  return invoice
}
