import type { KeywordEventType } from '#contract/audit/audit-events.ts'

/** Events of keyword projects in words. */
export const keywordTitles: Record<KeywordEventType, string> = {
  'keywords.project_added': 'Keyword analysis started',
  'keywords.project_deleted': 'Keyword project deleted',
  'keywords.exported': 'Keywords exported',
}
