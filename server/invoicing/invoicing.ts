import type { FastifyInstance } from 'fastify'
import type { BillingProvider } from '../billing/provider.ts'
import { contractRoutes } from './contracts.routes.ts'
import { draftRoutes } from './invoices/drafts.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { sendInvoicingError } from './invoicing-requests.ts'
import type { RequestServices } from './invoicing-requests.ts'

/** Billing of organisations, with their requests and invoices: invoicing/v1. @param provider undefined: invoices are not paid here */
export function invoicingRoutes(
  app: FastifyInstance,
  { provider, ...services }: RequestServices & { provider: BillingProvider | undefined },
): void {
  app.setErrorHandler(sendInvoicingError)
  contractRoutes(app, services)
  draftRoutes(app, services)
  invoiceRoutes(app, { ...services, provider })
}
