import type { DocumentationEventType } from '#contract/audit/audit-events.ts'

/** Titles of events about own guides. */
export const documentationTitles: Record<DocumentationEventType, string> = {
  'documentation.guide_created': 'Guide créé',
  'documentation.draft_saved': 'Brouillon d’un guide enregistré',
  'documentation.draft_restored': 'Version d’un guide restaurée comme brouillon',
  'documentation.guide_published': 'Guide publié',
  'documentation.guide_unpublished': 'Publication d’un guide retirée',
  'documentation.guide_deleted': 'Guide supprimé',
}
