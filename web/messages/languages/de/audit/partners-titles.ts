import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of partners in words. */
export const partnersTitles: Record<Extract<DatabaseEventType, `partners_${string}`>, string> = {
  'partners_programmes.insert': 'Partnerprogramm angelegt',
  'partners_programmes.update': 'Partnerprogramm geändert',
  'partners_partners.insert': 'Partner hinzugefügt',
  'partners_partners.update': 'Partner oder dessen Konto geändert',
  'partners_partners.export': 'Partner exportiert',
  'partners_links.insert': 'Link eines Partners hinzugefügt',
  'partners_links.update': 'Link eines Partners geändert',
  'partners_registrations.insert': 'Kunde von einem Partner angemeldet',
  'partners_registrations.update': 'Über die Anmeldung eines Kunden entschieden',
  'partners_commissions.insert': 'Provision verdient',
  'partners_commissions.update': 'Provision bezahlt oder abgerechnet',
  'partners_statements.insert': 'Provisionsabrechnung ausgestellt',
}
