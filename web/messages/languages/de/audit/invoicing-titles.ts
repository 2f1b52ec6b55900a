import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of the billing of organisations in words, in German. */
export const invoicingTitles: Record<Extract<DatabaseEventType, `invoicing_${string}`>, string> = {
  'invoicing_contracts.insert': 'Vertrag vermerkt',
  'invoicing_contracts.update': 'Vertrag geändert',
  'invoicing_buyers.insert': 'Rechnungsangaben hinzugefügt',
  'invoicing_buyers.update': 'Rechnungsangaben geändert',
  'invoicing_seller.update': 'Angaben des Verkäufers geändert',
  'invoicing_requests.insert': 'Änderung des Vertrags gewünscht',
  'invoicing_requests.update': 'Änderungswunsch beantwortet oder zurückgezogen',
  'invoicing_invoices.insert': 'Rechnung hinzugefügt',
  'invoicing_invoices.update': 'Rechnung geändert',
  'invoicing_invoices.delete': 'Rechnungsentwurf gelöscht',
  'invoicing_invoices.export': 'Rechnungen exportiert',
  'invoicing_payments.refused': 'Zahlung passt zu keiner offenen Rechnung',
}
