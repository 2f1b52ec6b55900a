import {
  listAuditEvents,
  listAuditEventTypes,
  listAuditPeople,
  findAuditPeople,
  type AuditFilter,
  type AuditPlace,
} from '#vault/audit/audit-log.ts'
import { type Asked, type Asking, MAX_LIST_MS } from './asked.ts'

/** As the page asks: a page has twenty rows, and one more says whether there is another page. */
const PAGE_ROWS = 21
const EXPORT_ROWS = 1000
const COLUMNS = 'id, created_at, event_type, event_category, user_id, action, status, risk_level, details'

/** Makes requests for events that a filter lets through. @param where the same in SQL, from `$2` on */
const askingFor =
  ({ stage: { tenant }, api }: Asking) =>
  (what: string, filter: AuditFilter, where: string, values: unknown[] = [], limit = PAGE_ROWS): Asked => ({
    list: 'audit log',
    what,
    ask: async () => (await listAuditEvents(api, { filter, limit })).length,
    bare: {
      text: `select ${COLUMNS} from public.system_audit_log l where tenant_id = $1 ${where} order by created_at desc, id desc limit ${limit}`,
      values: [tenant, ...values],
    },
    limitMs: MAX_LIST_MS,
  })

/** The audit log as its page asks for it: pages, each filter, searches and the file. */
export async function auditRequests({ stage, api }: Asking): Promise<Asked[]> {
  const middle = await middleOf({ stage, api })
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString()
  const one = askingFor({ stage, api })
  const hidden = { consequences: 'hidden' } as const
  const usual = `and details ->> 'cause' is null`
  const types = ['login.failed']
  const found = { types, statuses: [], userIds: [] }
  return [
    one('first page', hidden, usual),
    {
      ...one('page in the middle', hidden, `${usual} and (created_at, id) < ($2::timestamptz, $3::uuid)`, [
        middle.createdAt,
        middle.id,
      ]),
      ask: async () => (await listAuditEvents(api, { filter: hidden, limit: PAGE_ROWS, older: middle })).length,
    },
    ...['auth', 'data_access', 'config_change', 'security_incident'].map((category) =>
      one(`category: ${category}`, { ...hidden, category }, `${usual} and event_category = $2`, [category]),
    ),
    ...['low', 'medium', 'high'].map((risk) =>
      one(`risk: ${risk}`, { ...hidden, risk }, `${usual} and risk_level = $2`, [risk]),
    ),
    one('actor', { ...hidden, userId: middle.userId }, `${usual} and user_id = $2`, [middle.userId]),
    one(
      'actor and risk',
      { ...hidden, userId: middle.userId, risk: 'high' },
      `${usual} and user_id = $2 and risk_level = 'high'`,
      [middle.userId],
    ),
    one(
      'one day, two months ago',
      { ...hidden, since: day(61), until: day(60) },
      `${usual} and created_at >= $2 and created_at < $3`,
      [day(61), day(60)],
    ),
    one('search: a kind of event', { words: [found] }, 'and event_type = any ($2)', [types]),
    one(
      'search: a kind and a status',
      { words: [found, { types: [], statuses: ['failure'], userIds: [] }] },
      `and event_type = any ($2) and status = 'failure'`,
      [types],
    ),
    one('search: a person', { words: [{ types: [], statuses: [], userIds: [middle.userId] }] }, 'and user_id = $2', [
      middle.userId,
    ]),
    one(
      'search: an id',
      { about: middle.object },
      `and (l.id = $2::uuid or l.user_id = $2::uuid or l.details ->> 'id' = $2::text or l.details ->> 'file_id' = $2::text)`,
      [middle.object],
    ),
    one('first thousand of the list', hidden, usual, [], EXPORT_ROWS),
    // The file has everything, also what one event stands for in the list.
    one('first thousand of the file', {}, '', [], EXPORT_ROWS),
    ...choiceRequests({ stage, api }),
  ]
}

/** An event of half the time, with who did it and what it is about. */
async function middleOf({ stage }: Asking): Promise<AuditPlace & { userId: string; object: string }> {
  const { rows } = await stage.owner.query<AuditPlace & { userId: string; object: string }>(
    `select l.id, to_json(l.created_at) #>> '{}' as "createdAt", l.user_id as "userId", l.details ->> 'id' as object from public.system_audit_log l
     where l.tenant_id = $1 and l.event_type = 'file_records.update' and l.created_at < now() - interval '45 days' order by l.created_at desc limit 1`,
    [stage.tenant],
  )
  const [middle] = rows
  if (!middle) throw new Error('the log has no events')
  return middle
}

/** Lists that filters and searches pick from. */
function choiceRequests({ stage: { tenant }, api }: Asking): Asked[] {
  return [
    {
      list: 'audit log',
      what: 'kinds of events',
      ask: async () => (await listAuditEventTypes(api)).length,
      limitMs: MAX_LIST_MS,
    },
    {
      list: 'audit log',
      what: 'people to choose from',
      ask: async () => (await listAuditPeople(api)).length,
      bare: {
        text: `select p.user_id, p.first_name || ' ' || p.last_name, u.email from public.profiles p join auth.users u on u.id = p.user_id
               where p.tenant_id = $1 order by 2 nulls last, 3 limit 1000`,
        values: [tenant],
      },
      limitMs: MAX_LIST_MS,
    },
    {
      list: 'audit log',
      what: 'search: people by a part of their name',
      ask: async () => (await findAuditPeople(api, 'greta')).length,
      bare: {
        text: `select p.user_id, p.first_name || ' ' || p.last_name, u.email from public.profiles p join auth.users u on u.id = p.user_id
               where p.tenant_id = $1 and (p.first_name || ' ' || p.last_name ilike '%greta%' or u.email ilike '%greta%') order by 2 nulls last, 3 limit 100`,
        values: [tenant],
      },
      limitMs: MAX_LIST_MS,
    },
  ]
}
