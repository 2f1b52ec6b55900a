import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of the studio in words. */
export const studioTitles: Record<Extract<DatabaseEventType, `studio_${string}`>, string> = {
  'studio_connections.insert': 'Sprachmodell verbunden',
  'studio_connections.delete': 'Sprachmodell getrennt',
  'studio_settings.update': 'Einstellungen des Studios geändert',
}
