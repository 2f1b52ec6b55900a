import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of sales in words. */
export const salesTitles: Record<Extract<DatabaseEventType, `sales_${string}`>, string> = {
  'sales_settings.insert': 'Pipeline angelegt',
  'sales_settings.update': 'Pipeline geändert',
  'sales_deals.insert': 'Geschäft hinzugefügt',
  'sales_deals.update': 'Geschäft geändert',
  'sales_deals.delete': 'Geschäft gelöscht',
  'sales_deals.export': 'Geschäfte exportiert',
  'sales_notes.insert': 'Notiz zu einem Geschäft hinzugefügt',
  'sales_notes.delete': 'Notiz zu einem Geschäft gelöscht',
  'sales_tasks.insert': 'Aufgabe zu einem Geschäft hinzugefügt',
  'sales_tasks.update': 'Aufgabe zu einem Geschäft geändert',
  'sales_tasks.delete': 'Aufgabe zu einem Geschäft gelöscht',
  'sales_quotes.insert': 'Angebot hinzugefügt',
  'sales_quotes.update': 'Angebot geändert',
  'sales_quotes.delete': 'Angebot gelöscht',
}
