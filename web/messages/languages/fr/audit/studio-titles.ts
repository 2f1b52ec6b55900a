import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of the studio in words. */
export const studioTitles: Record<Extract<DatabaseEventType, `studio_${string}`>, string> = {
  'studio_connections.insert': 'Modèle de langage connecté',
  'studio_connections.delete': 'Modèle de langage déconnecté',
  'studio_settings.update': 'Réglages du studio modifiés',
}
