import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of the studio in words. */
export const studioTitles: Record<Extract<DatabaseEventType, `studio_${string}`>, string> = {
  'studio_connections.insert': 'Language model connected',
  'studio_connections.delete': 'Language model disconnected',
  'studio_settings.update': 'Settings of the studio changed',
}
