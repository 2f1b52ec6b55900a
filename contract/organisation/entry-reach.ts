// List of what is answered within an entry into another organisation: the server refuses by it, and screens offer nothing else.

/** Beginnings of routes of the panel that an entry reaches; their functions ask `authz.tenant()`. */
const ROOMS = [
  '/growth/v1/audiences',
  '/growth/v1/contacts',
  '/growth/v1/forms',
  '/growth/v1/newsletters',
  '/invoicing/v1/account',
  '/invoicing/v1/buyer',
  '/invoicing/v1/invoices',
  '/invoicing/v1/requests',
  '/organisation/v1/people',
  '/partners/v1/',
  '/reviews/v1/',
  '/sales/v1/',
  '/streams/v1',
  '/threats/v1/figures',
  '/threats/v1/sessions',
  '/training/v1/assignments',
  '/training/v1/exercises',
  '/training/v1/own-courses',
]
/** Routes that are within them and stay the person's own or the operator's, asks for a proof, or mails and pays in the name of the organisation. */
const NOT_THESE = [
  '/growth/v1/newsletters/:id/act',
  '/growth/v1/newsletters/:id/schedule',
  '/growth/v1/newsletters/:id/test',
  '/growth/v1/newsletters/report-token',
  '/invoicing/v1/requests/open',
  '/partners/v1/own',
  '/sales/v1/quotes/:id/sendings',
  '/streams/v1/keys',
  '/threats/v1/sessions/end',
]

/** Rooms whose changes mail people, ask for another contract, send outside or ask for a proof, now or later. */
const ONLY_READ = ['/invoicing/v1/', '/reviews/v1/', '/streams/v1', '/training/v1/']

const READ_TABLES: ReadonlySet<string> = new Set([
  'audit_retention',
  'contacts',
  'enterprise_user_roles',
  'event_streams',
  'former_members',
  'invitations',
  'legal_holds',
  'organisation_domains',
  'organisation_policies',
  'profiles',
  'suspended_members',
  'system_audit_log',
  'team_members',
  'teams',
  'tenants',
  'threat_detections',
  'threat_enforcements',
  'threat_incidents',
  'threat_settings',
])
const FUNCTIONS: ReadonlySet<string> = new Set([
  'audit_event_types',
  'audit_log_about',
  'audit_people',
  'detections_by_day',
  'device_fleet',
  'get_user_roles',
  'list_scim_tokens',
  'list_teams',
  'member_standings',
  'organisation_guests',
  'organisation_name',
  'organisation_overview',
  'organisation_sessions',
  'organisation_waits',
  'policy_counts',
  'team_members',
])

type Line = { method: string; url: string; name: string | undefined }

/** Whether an entry reaches a route: no other is answered to a request that names one. @param line `url` as the server declares it */
export function isReachedByEntry({ method, url, name = '' }: Line): boolean {
  if (url === '/rest/v1/rpc/:name') return FUNCTIONS.has(name)
  if (url === '/rest/v1/:name') {
    return (
      ((method === 'GET' || method === 'HEAD') && READ_TABLES.has(name)) || (method === 'PATCH' && name === 'contacts')
    )
  }
  if (method !== 'GET' && method !== 'HEAD' && ONLY_READ.some((room) => url.startsWith(room))) return false
  return ROOMS.some((room) => url.startsWith(room)) && !NOT_THESE.some((one) => url.startsWith(one)) && !isFile(url)
}

/** Lists that leave as files belong to people of the organisation. */
const isFile = (url: string): boolean => url.endsWith('/export')
