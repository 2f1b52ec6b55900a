import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of sales in words. */
export const salesTitles: Record<Extract<DatabaseEventType, `sales_${string}`>, string> = {
  'sales_settings.insert': 'Pipeline créé',
  'sales_settings.update': 'Pipeline modifié',
  'sales_deals.insert': 'Affaire ajoutée',
  'sales_deals.update': 'Affaire modifiée',
  'sales_deals.delete': 'Affaire supprimée',
  'sales_deals.export': 'Affaires exportées',
  'sales_notes.insert': 'Note sur une affaire ajoutée',
  'sales_notes.delete': 'Note sur une affaire supprimée',
  'sales_tasks.insert': 'Tâche d’une affaire ajoutée',
  'sales_tasks.update': 'Tâche d’une affaire modifiée',
  'sales_tasks.delete': 'Tâche d’une affaire supprimée',
  'sales_quotes.insert': 'Devis ajouté',
  'sales_quotes.update': 'Devis modifié',
  'sales_quotes.delete': 'Devis supprimé',
}
