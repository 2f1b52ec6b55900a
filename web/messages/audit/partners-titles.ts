import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of partners in words. */
export const partnersTitles: Record<Extract<DatabaseEventType, `partners_${string}`>, string> = {
  'partners_programmes.insert': 'Partner programme made',
  'partners_programmes.update': 'Partner programme changed',
  'partners_partners.insert': 'Partner added',
  'partners_partners.update': 'Partner or its account changed',
  'partners_partners.export': 'Partners exported',
  'partners_links.insert': 'Link of a partner added',
  'partners_links.update': 'Link of a partner changed',
  'partners_registrations.insert': 'Customer registered by a partner',
  'partners_registrations.update': 'Registration of a customer decided',
  'partners_commissions.insert': 'Commission earned',
  'partners_commissions.update': 'Commission paid or stated',
  'partners_statements.insert': 'Commission statement issued',
}
