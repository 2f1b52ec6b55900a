import type { AdminPath } from '#contract/admin-pages.ts'

/** Rows of the matrix that answer the data of each page of the panel. A page that lacks one does not compile. */
export const DATA_OF_PAGES: Readonly<Record<AdminPath, readonly string[]>> = {
  '/admin/overview': ['rpc organisation_overview', 'rpc organisation_waits'],
  '/admin/users': ['GET /organisation/v1/people'],
  '/admin/reviews': ['GET /reviews/v1/reviews'],
  '/admin/security': ['table threat_incidents', 'GET /threats/v1/sessions'],
  '/admin/comprehensive-test': ['GET /checks/v1/runs'],
  '/admin/audit-logs': ['table system_audit_log'],
  '/admin/growth/marketing': ['GET /growth/v1/contacts', 'GET /growth/v1/audiences', 'GET /growth/v1/forms'],
  '/admin/growth/sales': ['GET /sales/v1/pipeline', 'GET /sales/v1/board', 'GET /sales/v1/tasks'],
  '/admin/growth/partners': ['GET /partners/v1/partners'],
  '/admin/growth/seo': ['GET /seo/v1/crawls', 'GET /seo/v1/redirects'],
  '/admin/growth/newsletters': ['GET /growth/v1/newsletters'],
  '/admin/docs': ['GET /documentation/v1/guides'],
  '/admin/training': ['GET /training/v1/assignments'],
  '/admin/compliance': ['table certifications POST'],
  '/admin/integrations': ['GET /streams/v1'],
  '/admin/billing': ['GET /invoicing/v1/account', 'GET /invoicing/v1/invoices'],
  '/admin/status': ['rpc open_status_incident', 'rpc schedule_status_maintenance'],
  '/admin/operations': ['GET /operations/v1'],
  '/admin/tenants': ['rpc list_tenants'],
}

/** The same of the tabs of the studio. Its overview has nothing of its own. */
export const DATA_OF_STUDIO: Readonly<Record<string, readonly string[]>> = {
  seo: ['GET /keywords/v1/projects'],
  content: ['GET /content/v1/drafts'],
  social: ['GET /social/v1/calendars'],
  analytics: ['GET /ai/v1/usage', 'GET /ai/v1/requests'],
  models: ['GET /ai/v1/connections', 'GET /ai/v1/own-models'],
}
