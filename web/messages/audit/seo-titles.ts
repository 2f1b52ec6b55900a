import type { SeoEventType } from '#contract/audit/audit-events.ts'

/** Events of the public site in words. */
export const seoTitles: Record<SeoEventType, string> = {
  'seo.crawl_started': 'Crawl of the public site started',
  'seo.crawl_cancelled': 'Crawl of the public site cancelled',
  'seo.schedule_changed': 'Weekly crawl of the public site switched',
  'seo.redirect_saved': 'Redirect saved',
  'seo.redirect_removed': 'Redirect deleted',
}
