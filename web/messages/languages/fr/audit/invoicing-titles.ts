import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of the billing of organisations in words, in French. */
export const invoicingTitles: Record<Extract<DatabaseEventType, `invoicing_${string}`>, string> = {
  'invoicing_contracts.insert': 'Contrat noté',
  'invoicing_contracts.update': 'Contrat modifié',
  'invoicing_buyers.insert': 'Coordonnées de facturation ajoutées',
  'invoicing_buyers.update': 'Coordonnées de facturation modifiées',
  'invoicing_seller.update': 'Coordonnées du vendeur modifiées',
  'invoicing_requests.insert': 'Modification du contrat demandée',
  'invoicing_requests.update': 'Demande de modification traitée ou retirée',
  'invoicing_invoices.insert': 'Facture ajoutée',
  'invoicing_invoices.update': 'Facture modifiée',
  'invoicing_invoices.delete': 'Brouillon de facture supprimé',
  'invoicing_invoices.export': 'Factures exportées',
  'invoicing_payments.refused': 'Paiement sans facture ouverte correspondante',
}
