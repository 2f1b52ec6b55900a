import type { DocumentationEventType } from '#contract/audit/audit-events.ts'

/** Titles of events about own guides. */
export const documentationTitles: Record<DocumentationEventType, string> = {
  'documentation.guide_created': 'Anleitung angelegt',
  'documentation.draft_saved': 'Entwurf einer Anleitung gespeichert',
  'documentation.draft_restored': 'Version einer Anleitung als Entwurf wiederhergestellt',
  'documentation.guide_published': 'Anleitung veröffentlicht',
  'documentation.guide_unpublished': 'Veröffentlichung einer Anleitung zurückgenommen',
  'documentation.guide_deleted': 'Anleitung gelöscht',
}
