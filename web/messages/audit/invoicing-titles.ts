import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of the billing of organisations in words. */
export const invoicingTitles: Record<Extract<DatabaseEventType, `invoicing_${string}`>, string> = {
  'invoicing_contracts.insert': 'Contract noted',
  'invoicing_contracts.update': 'Contract changed',
  'invoicing_buyers.insert': 'Billing details added',
  'invoicing_buyers.update': 'Billing details changed',
  'invoicing_seller.update': 'Details of the seller changed',
  'invoicing_requests.insert': 'Change of the contract requested',
  'invoicing_requests.update': 'Request for a change answered or withdrawn',
  'invoicing_invoices.insert': 'Invoice added',
  'invoicing_invoices.update': 'Invoice changed',
  'invoicing_invoices.delete': 'Draft of an invoice deleted',
  'invoicing_invoices.export': 'Invoices exported',
  'invoicing_payments.refused': 'Payment fits no open invoice',
}
