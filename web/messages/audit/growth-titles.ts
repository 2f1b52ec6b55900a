import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of contacts and newsletters in words. */
export const growthTitles: Record<Extract<DatabaseEventType, `growth_${string}`>, string> = {
  'growth_contacts.insert': 'Contacts added',
  'growth_contacts.update': 'Contacts changed',
  'growth_contacts.delete': 'Contacts deleted',
  'growth_contacts.export': 'Contacts exported',
  'growth_audiences.insert': 'Audience added',
  'growth_audiences.update': 'Audience changed',
  'growth_audiences.delete': 'Audience deleted',
  'growth_newsletters.insert': 'Newsletter added',
  'growth_newsletters.update': 'Newsletter changed',
  'growth_newsletters.delete': 'Newsletter deleted',
  'growth_mail_settings.insert': 'Settings of newsletters made',
  'growth_mail_settings.update': 'Settings of newsletters changed',
  'growth_forms.insert': 'Landing form added',
  'growth_forms.update': 'Landing form changed',
  'growth_forms.delete': 'Landing form deleted',
}
