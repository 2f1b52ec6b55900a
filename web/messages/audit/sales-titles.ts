import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of deals in words. */
export const salesTitles: Record<Extract<DatabaseEventType, `sales_${string}`>, string> = {
  'sales_settings.insert': 'Pipeline made',
  'sales_settings.update': 'Pipeline changed',
  'sales_deals.insert': 'Deal added',
  'sales_deals.update': 'Deal changed',
  'sales_deals.delete': 'Deal deleted',
  'sales_deals.export': 'Deals exported',
  'sales_notes.insert': 'Note on a deal added',
  'sales_notes.delete': 'Note on a deal deleted',
  'sales_tasks.insert': 'Task of a deal added',
  'sales_tasks.update': 'Task of a deal changed',
  'sales_tasks.delete': 'Task of a deal deleted',
  'sales_quotes.insert': 'Quote added',
  'sales_quotes.update': 'Quote changed',
  'sales_quotes.delete': 'Quote deleted',
}
