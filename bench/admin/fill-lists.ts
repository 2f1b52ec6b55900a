import type { ClientBase } from 'pg'
import { type Filled, given } from './fill-people.ts'

/** People and their numbers, for statements that draw somebody. */
const PEOPLE = `people as materialized (
  select p.user_id, u.email, (row_number() over (order by p.user_id))::int - 1 as row, count(*) over ()::int as count
  from public.profiles p join auth.users u on u.id = p.user_id where p.tenant_id = $1)`
const DETECTORS = `(select name, risk, enforcement, (row_number() over (order by name))::int - 1 as row, count(*) over ()::int as count from threats.detectors)`

const SECURITY = [
  `with ${PEOPLE}
   insert into public.threat_incidents (tenant_id, detector, risk, user_id, subject, state, assigned_to, opened_at, last_at, resolved_at)
   select $1::uuid, d.name, d.risk, p.user_id, 'account ' || p.user_id || ' ' || n, s.state, case when s.state <> 'open' then $2::uuid end,
     s.opened_at, s.opened_at + interval '1 hour', case when s.state = 'resolved' then s.opened_at + interval '1 day' end
   from generate_series(1, 5000) n
   join people p on p.row = n * 7919 % p.count join ${DETECTORS} d on d.row = n % d.count
   cross join lateral (select now() - make_interval(mins => n * 20) as opened_at,
     case when n % 10 = 0 then 'open' when n % 10 = 1 then 'investigating' else 'resolved' end as state) s`,
  `insert into public.threat_detections (tenant_id, detector, risk, user_id, subject, reasons, enforcement, incident_id, created_at, last_at)
   select i.tenant_id, i.detector, i.risk, i.user_id, i.subject, '[{"code": "failed_tries", "tries": 12}]', 'challenge', i.id,
     i.opened_at + make_interval(mins => n), i.opened_at + make_interval(mins => n)
   from public.threat_incidents i cross join generate_series(1, 10) n where i.tenant_id = $1`,
  `insert into public.threat_enforcements (tenant_id, detection_id, action, subject, user_id, created_at, until, lifted_at, lifted_how)
   select d.tenant_id, d.id, 'challenge', d.subject, d.user_id, d.created_at, d.created_at + interval '1 hour', d.created_at + interval '5 minutes', 'password'
   from public.threat_detections d where d.tenant_id = $1 and hashtext(d.id::text) % 5 = 0`,
  `insert into public.threat_notes (incident_id, user_id, body, created_at)
   select i.id, $2::uuid, 'Looked at the sign-ins of that day', i.opened_at + interval '30 minutes' from public.threat_incidents i where i.tenant_id = $1`,
  `with ${PEOPLE}, made as (
     insert into public.device_inboxes (id, user_id, suite, epoch, public_key, owner_record, space_id, space_epoch)
     select gen_random_uuid(), p.user_id, 'std', 1, repeat('k', 43), repeat('r', 400), s.id, 1
     from people p join public.spaces s on s.owner_id = p.user_id where p.row % 20 = 0 returning id, user_id, space_id)
   insert into public.devices (id, user_id, name, suite, interval_seconds, inbox_id, inbox_statement, inbox_mac, owner_record, space_id, space_epoch,
     enrolled_at, last_seen_at, battery, firmware)
   select gen_random_uuid(), m.user_id, 'Sensor ' || left(m.user_id::text, 4) || ' ' || n, 'std', 3600, m.id, repeat('s', 400), repeat('m', 43),
     repeat('r', 400), m.space_id, 1, now() - interval '90 days', now() - make_interval(mins => (random() * 300)::int), 80, '1.4.2'
   from made m cross join generate_series(1, 4) n`,
]

const REVIEWS = [
  `insert into reviews.reviews (tenant_id, name, due_on, scope, scope_name, covers_roles, covers_spaces, state, made_by, created_at, opened_at, closed_at)
   select $1::uuid, 'Access in quarter ' || n, current_date - n * 7, 'people', '', true, false, case when n < 3 then 'open' else 'closed' end, $2::uuid,
     now() - make_interval(days => n * 7), now() - make_interval(days => n * 7), case when n >= 3 then now() - make_interval(days => n * 7 - 3) end
   from generate_series(1, 150) n`,
  `insert into reviews.reviewers (review_id, tenant_id, user_id) select r.id, r.tenant_id, $2::uuid from reviews.reviews r where r.tenant_id = $1`,
  // Everybody in the newest two, a hundred people in each of the others.
  `with ${PEOPLE}
   insert into reviews.items (tenant_id, review_id, person_id, person_name, person_email, kind, held_role, granted_at, state, decided_by, decider, decided_at)
   select r.tenant_id, r.id, p.user_id, 'Somebody', p.email, 'role', 'member', now() - interval '200 days', s.state,
     case when s.state <> 'pending' then $2::uuid end, case when s.state <> 'pending' then 'a reviewer' else '' end,
     case when s.state <> 'pending' then now() end
   from reviews.reviews r join people p on r.state = 'open' or p.row % 100 = 0
   cross join lateral (select case when p.row % 3 = 0 and r.state = 'open' then 'pending' when p.row % 50 = 1 then 'remove' else 'keep' end as state) s
   where r.tenant_id = $1`,
  `with ${PEOPLE}
   insert into reviews.offboardings (tenant_id, person_id, person_name, person_email, ending, facts, started_by, starter, started_at, finished_at)
   select $1::uuid, p.user_id, 'Somebody', p.email, 'suspend',
     '{"sessions":1,"devices":0,"links":0,"requests":0,"roles":["member"],"shares":0,"files":0,"can_be_recovered":false,"is_me":false,"is_last_owner":false,"spaces":[]}',
     $2::uuid, 'an administrator', now() - make_interval(days => p.row % 700), now() - make_interval(days => p.row % 700)
   from people p where p.row % 5 = 0`,
  `insert into reviews.steps (offboarding_id, tenant_id, place, step, state, ended, doer, done_at)
   select o.id, o.tenant_id, n, (array['access', 'devices', 'links', 'requests', 'roles'])[n], 'done', 1, 'an administrator', o.started_at
   from reviews.offboardings o cross join generate_series(1, 5) n where o.tenant_id = $1`,
]

/** As many rows as an organisation may have: 100,000 contacts, 10,000 deals, 2,000 partners, 10,000 customers of partners. */
const SALES = [
  `insert into growth.contacts (tenant_id, email, name, company, phone, source, tags, consent, consent_at, consent_from, consent_text, created_at)
   select $1::uuid, 'contact' || n || '@example.test', 'Contact ' || md5(n::text), 'Company ' || n / 7, '+49 30 ' || n,
     (array['typed', 'import', 'contact_form', 'landing_form'])[1 + n % 4], case when n % 3 = 0 then array['fair', 'tag' || n % 50] else array['tag' || n % 50] end,
     case when n % 4 = 0 then 'confirmed' when n % 4 = 1 then 'withdrawn' else 'none' end, case when n % 4 < 2 then now() end,
     case when n % 4 < 2 then 'form' end, case when n % 4 = 0 then 'I want the newsletter' end, now() - make_interval(mins => n)
   from generate_series(1, 100000) n`,
  `insert into growth.contact_tags (tenant_id, tag, contact_count)
   select c.tenant_id, t.tag, count(*) from growth.contacts c, unnest(c.tags) as t (tag) where c.tenant_id = $1 group by c.tenant_id, t.tag`,
  `with stages as (select id, kind, (row_number() over (order by position))::int - 1 as row, count(*) over ()::int as count from sales.stages where tenant_id = $1),
        ${PEOPLE}
   insert into sales.deals (tenant_id, stage_id, title, contact_id, contact_name, contact_email, contact_company, amount_minor, closes_on, owner_id, lost_reason,
     stage_since, created_at)
   select $1::uuid, s.id, 'Deal ' || md5(c.row::text), c.id, c.name, c.email, c.company, c.row * 1000, current_date + c.row % 200 - 50,
     case when c.row % 10 > 0 then p.user_id end, case when s.kind = 'lost' then 'price' end, now() - make_interval(mins => c.row * 13), now() - make_interval(mins => c.row * 17)
   from (select *, (row_number() over (order by id))::int as row from growth.contacts where tenant_id = $1 limit 10000) c
   join stages s on s.row = c.row % s.count join people p on p.row = c.row % 20`,
  `insert into sales.tasks (tenant_id, deal_id, title, due_on) select d.tenant_id, d.id, 'Call again', current_date + n * 3 - 5
   from sales.deals d cross join generate_series(1, 2) n where d.tenant_id = $1`,
  `insert into sales.deal_events (tenant_id, deal_id, at, kind) select d.tenant_id, d.id, d.created_at + make_interval(hours => n), 'noted'
   from sales.deals d cross join generate_series(1, 5) n where d.tenant_id = $1`,
]

const PARTNERS = [
  `with tiers as (select id, (row_number() over (order by position))::int - 1 as row, count(*) over ()::int as count from partners.tiers where tenant_id = $1)
   insert into partners.partners (tenant_id, tier_id, company, contact_name, contact_email, state, notes, created_at)
   select $1::uuid, t.id, 'Partner ' || md5(n::text), 'Contact ' || n, 'partner' || n || '@example.test', case when n % 9 = 0 then 'paused' else 'active' end, 'Notes',
     now() - make_interval(hours => n)
   from generate_series(1, 2000) n join tiers t on t.row = n % t.count`,
  `insert into partners.links (tenant_id, partner_id, code, path) select p.tenant_id, p.id, left(p.id::text, 30) || 'a', '/pricing' from partners.partners p where p.tenant_id = $1`,
  `insert into partners.visits (tenant_id, link_id, day, visit_count) select l.tenant_id, l.id, current_date - n, n from partners.links l
   cross join generate_series(1, 60) n where l.tenant_id = $1`,
  `insert into partners.registrations (tenant_id, partner_id, company, domain, amount_minor, currency, expected_on, state, expires_on, basis_points, created_at)
   select p.tenant_id, p.id, 'Customer ' || p.company || n, 'customer' || left(md5(p.id::text || n), 12) || '.example', 100000, 'EUR', current_date + 30, s.state,
     current_date + n * 20 - 30, 1000, now() - make_interval(mins => (random() * 500000)::int)
   from partners.partners p cross join generate_series(1, 5) n
   cross join lateral (select (array['registered', 'approved', 'declined', 'won', 'lost'])[n] as state) s where p.tenant_id = $1`,
  `insert into partners.commissions (tenant_id, partner_id, registration_id, company, won_minor, basis_points, amount_minor, currency, earned_on, state, paid_on)
   select r.tenant_id, r.partner_id, r.id, r.company, 100000, 1000, 10000, 'EUR', current_date - (random() * 300)::int, s.state,
     case when s.state = 'paid' then current_date end
   from partners.registrations r cross join lateral (select case when hashtext(r.id::text) % 2 = 0 then 'paid' else 'open' end as state) s where r.tenant_id = $1`,
]

/** Writes incidents, devices, access reviews, people who left, contacts, deals and partners. The pipeline and the programme are there already. */
export async function fillLists(db: ClientBase, { tenant, userId }: Filled): Promise<void> {
  for (const text of [...SECURITY, ...REVIEWS, ...SALES, ...PARTNERS])
    await db.query(text, given(text, [tenant, userId]))
}
