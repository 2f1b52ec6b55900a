import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of partners in words. */
export const partnersTitles: Record<Extract<DatabaseEventType, `partners_${string}`>, string> = {
  'partners_programmes.insert': 'Programme de partenaires créé',
  'partners_programmes.update': 'Programme de partenaires modifié',
  'partners_partners.insert': 'Partenaire ajouté',
  'partners_partners.update': 'Partenaire ou son compte modifié',
  'partners_partners.export': 'Partenaires exportés',
  'partners_links.insert': 'Lien d’un partenaire ajouté',
  'partners_links.update': 'Lien d’un partenaire modifié',
  'partners_registrations.insert': 'Client déclaré par un partenaire',
  'partners_registrations.update': 'Décision sur la déclaration d’un client',
  'partners_commissions.insert': 'Commission acquise',
  'partners_commissions.update': 'Commission payée ou relevée',
  'partners_statements.insert': 'Relevé de commissions établi',
}
