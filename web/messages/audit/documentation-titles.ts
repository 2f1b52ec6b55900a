import type { DocumentationEventType } from '#contract/audit/audit-events.ts'

/** Titles of events about own guides. */
export const documentationTitles: Record<DocumentationEventType, string> = {
  'documentation.guide_created': 'Guide begun',
  'documentation.draft_saved': 'Draft of a guide saved',
  'documentation.draft_restored': 'Version of a guide restored as its draft',
  'documentation.guide_published': 'Guide published',
  'documentation.guide_unpublished': 'Guide unpublished',
  'documentation.guide_deleted': 'Guide deleted',
}
