import { countForPolicies } from '#vault/organisation/policies.ts'
import { listIncidentDetections, listIncidents } from '#vault/threats/incidents.ts'
import { countDetectionsByDay } from '#vault/threats/detectors.ts'
import { type Asked, type Asking, fetchJson, firstBytes, MAX_LIST_MS, rowsIn } from './asked.ts'

const INCIDENTS =
  'select id, detector, risk, user_id, subject, state, assigned_to, opened_at, last_at from public.threat_incidents where tenant_id = $1'
const FLEET = `
  select d.id, d.user_id, u.email, d.name, d.suite, d.last_seen_at, d.refusals from public.devices d
  join public.profiles p on p.user_id = d.user_id join auth.users u on u.id = d.user_id where p.tenant_id = $1 order by d.id limit 500`
const REVIEWS = `
  select r.*, c.*,
    (select jsonb_agg(jsonb_build_object('id', v.user_id, 'email', u.email) order by u.email)
     from reviews.reviewers v join auth.users u on u.id = v.user_id where v.review_id = r.id) as reviewers
  from reviews.reviews r
  cross join lateral (
    select count(*) as items, count(*) filter (where i.state = 'pending') as pending, count(*) filter (where i.state = 'remove') as waiting,
      count(*) filter (where i.state = 'failed') as failed
    from reviews.items i where i.tenant_id = r.tenant_id and i.review_id = r.id) c
  where r.tenant_id = $1`
const ITEMS = `select * from reviews.items i where i.tenant_id = $1 and i.review_id = $2`
const OFFBOARDINGS = `
  select o.*, (select jsonb_agg(to_jsonb(s) order by s.place) from reviews.steps s where s.offboarding_id = o.id) as steps
  from reviews.offboardings o where o.tenant_id = $1 order by o.started_at desc, o.id desc limit 100`

/** Incidents, devices, access reviews and people who left. */
export async function securityRequests(asking: Asking): Promise<Asked[]> {
  const { api, stage } = asking
  const { tenant } = stage
  const last = (await listIncidents(api, true)).at(-1)
  if (!last) throw new Error('there are no incidents')
  const one = (list: string, what: string, ask: Asked['ask'], text?: string, values: unknown[] = []): Asked => ({
    list,
    what,
    ask,
    ...(text ? { bare: { text, values: [tenant, ...values] } } : {}),
    limitMs: MAX_LIST_MS,
  })
  return [
    one(
      'incidents',
      'open',
      async () => (await listIncidents(api, false)).length,
      `${INCIDENTS} and state <> 'resolved' order by state desc, opened_at desc, id desc limit 50`,
    ),
    one(
      'incidents',
      'resolved',
      async () => (await listIncidents(api, true)).length,
      `${INCIDENTS} and state = 'resolved' order by opened_at desc, id desc limit 50`,
    ),
    one(
      'incidents',
      'resolved, next page',
      async () => (await listIncidents(api, true, last)).length,
      `${INCIDENTS} and state = 'resolved' and (opened_at, id) < ($2::timestamptz, $3::uuid) order by opened_at desc, id desc limit 50`,
      [last.openedAt, last.id],
    ),
    one(
      'incidents',
      'what belongs to one',
      async () => (await listIncidentDetections(api, last.id)).length,
      `select d.*, (select jsonb_agg(to_jsonb(e)) from public.threat_enforcements e where e.detection_id = d.id) from public.threat_detections d
       where d.tenant_id = $1 and d.incident_id = $2 order by d.created_at desc, d.id desc limit 50`,
      [last.id],
    ),
    one(
      'incidents',
      'detections of 30 days',
      async () => (await countDetectionsByDay(api, 30)).length,
      `select created_at::date, detector, count(*) from public.threat_detections
       where tenant_id = $1 and created_at > now() - interval '30 days' group by 1, 2 order by 1, 2`,
    ),
    one(
      'devices',
      'first 500',
      async () => rowsIn(await api.rest('rpc/device_fleet?order=id&limit=500&offset=0', { method: 'POST', body: {} })),
      FLEET,
    ),
    one('rules', 'how many people and links are not as a rule wants', async () => (await countForPolicies(api), 1)),
    ...(await reviewRequests(asking, one)),
  ]
}

type One = (list: string, what: string, ask: Asked['ask'], text?: string, values?: unknown[]) => Asked

async function reviewRequests({ api, stage: { owner, tenant, sizes } }: Asking, one: One): Promise<Asked[]> {
  const read = (path: string) => async () => rowsIn(await fetchJson(api, `/reviews/v1${path}`))
  const page = (await fetchJson(api, '/reviews/v1/reviews')) as { reviews: { id: string; created_at: string }[] }
  const [largest, oldest] = [page.reviews[0], page.reviews.at(-1)]
  const { rows } = await owner.query<{ id: string; email: string }>(
    'select id, person_email as email from reviews.items where tenant_id = $1 and review_id = $2 order by person_email, id limit 1 offset $3',
    [tenant, largest?.id, sizes.people >> 1],
  )
  const [middle] = rows
  const id = largest?.id ?? ''
  return [
    one('access reviews', 'first page', read('/reviews'), `${REVIEWS} order by r.created_at desc, r.id desc limit 100`),
    one(
      'access reviews',
      'next page',
      read(`/reviews?after=${oldest?.id}`),
      `${REVIEWS} and (r.created_at, r.id) < ($2::timestamptz, $3::uuid) order by r.created_at desc, r.id desc limit 100`,
      [oldest?.created_at, oldest?.id],
    ),
    one(
      'items of a review',
      'first page',
      read(`/reviews/${id}/items`),
      `${ITEMS} order by i.person_email, i.id limit 100`,
      [id],
    ),
    one(
      'items of a review',
      'page in the middle',
      read(`/reviews/${id}/items?after=${middle?.id}`),
      `${ITEMS} and (i.person_email, i.id) > ($3, $4::uuid) order by i.person_email, i.id limit 100`,
      [id, middle?.email, middle?.id],
    ),
    ...['pending', 'keep', 'remove'].map((state) =>
      one(
        'items of a review',
        `state: ${state}`,
        read(`/reviews/${id}/items?state=${state}`),
        `${ITEMS} and i.state = $3 order by i.person_email, i.id limit 100`,
        [id, state],
      ),
    ),
    one('items of a review', 'first bytes of the file', () => firstBytes(api, `/reviews/v1/reviews/${id}/export`)),
    one('people who left', 'first page', read('/offboardings'), OFFBOARDINGS),
  ]
}
