import type { Block, NewsletterState } from '#contract/growth/newsletters.ts'
import type { Caller, Database, Transaction } from '../../db/database.ts'
import { conditionsOf } from '../../lists/conditions.ts'
import { CONTACT_CONDITIONS } from '../contacts/contacts.list.ts'
import type { AudienceRules, NewsletterPage } from './newsletters.schemas.ts'

type As = { database: Database; caller: Caller }

export const PAGE = 50

const COUNTS = `(select json_build_object(
    'recipients', count(*), 'waiting', count(*) filter (where d.status in ('waiting', 'sending')), 'sent', count(d.sent_at),
    'bounced', count(*) filter (where d.status = 'bounced'), 'failed', count(*) filter (where d.status = 'failed'),
    'left_out', count(*) filter (where d.status = 'left_out'), 'clicked', count(d.clicked_at),
    'unsubscribed', count(d.unsubscribed_at), 'complained', count(d.complained_at))
  from growth.deliveries d where d.newsletter_id = n.id) as counts`
const COLUMNS = `n.id, n.subject, n.status, n.scheduled_at, n.started_at, n.finished_at, n.created_at, n.audience_id,
  (select a.name from growth.audiences a where a.id = n.audience_id) as audience`

/** Newest first, behind the one with the id `after`. */
export async function listNewsletters({ database, caller }: As, { status, after }: NewsletterPage) {
  const { rows } = await database.oneAsCaller<{ id: string; status: NewsletterState }>(caller, {
    text: `select ${COLUMNS}, ${COUNTS} from growth.newsletters n
           where growth.managed() is not null and ($1::text is null or n.status = $1)
             and ($2::uuid is null or (n.created_at, n.id) < (select o.created_at, o.id from growth.newsletters o where o.id = $2))
           order by n.created_at desc, n.id desc limit $3`,
    values: [status ?? null, after ?? null, PAGE + 1],
  })
  return rows
}

export type NewsletterRow = {
  id: string
  subject: string
  blocks: Block[]
  footer: string
  reply_to: string | null
  status: NewsletterState
  links: string[]
}

export async function readNewsletter({ database, caller }: As, id: string) {
  const { rows } = await database.oneAsCaller<NewsletterRow & { clicks: { link: number; clicks: number }[] }>(caller, {
    text: `select ${COLUMNS}, ${COUNTS}, n.blocks, n.footer, n.reply_to, n.per_hour, n.links,
                  (select coalesce(json_agg(json_build_object('link', k.link, 'clicks', k.clicks) order by k.link), '[]')
                   from growth.link_clicks k where k.newsletter_id = n.id) as clicks
           from growth.newsletters n where growth.managed() is not null and n.id = $1`,
    values: [id],
  })
  return rows[0]
}

/** For who holds leave to look at it. */
export async function readForPreview(database: Database, id: string) {
  const { rows } = await database.owner<{ subject: string; blocks: Block[]; footer: string; organisation: string }>(
    `select n.subject, n.blocks, n.footer, t.name as organisation
     from growth.newsletters n join public.tenants t on t.id = n.tenant_id where n.id = $1`,
    [id],
  )
  return rows[0]
}

/** Of the organisation: its name, its pace, and when the token of its mail server was made. */
export async function readMailSettings({ database, caller }: As) {
  const { rows } = await database.oneAsCaller<{ organisation: string; per_hour: number; token_made_at: Date | null }>(
    caller,
    {
      text: `select t.name as organisation, coalesce(s.per_hour, 1000) as per_hour, s.token_made_at
           from public.tenants t left join growth.mail_settings s on s.tenant_id = t.id
           where t.id = growth.managed()`,
    },
  )
  return rows[0]
}

/** Their address is the one of a test mail. */
export async function addressOf(database: Database, userId: string): Promise<string | null> {
  const { rows } = await database.owner<{ email: string | null }>(
    'select email from auth.users where id = $1 and deleted_at is null and email_confirmed_at is not null',
    [userId],
  )
  return rows[0]?.email ?? null
}

const AGREED = `c.consent = 'confirmed' and not exists (select from growth.suppressions s
  where s.tenant_id = c.tenant_id and s.address_hash = sha256(convert_to(lower(c.email), 'UTF8')))`

/** Contacts that the rules let through, and how many of them agreed to newsletters. */
export async function countAudience({ database, caller }: As, rules: AudienceRules) {
  const values: unknown[] = []
  const conditions = conditionsOf(CONTACT_CONDITIONS, rules, values).map((one) => `and ${one}`)
  const { rows } = await database.oneAsCaller<{ contacts: number; agreed: number }>(caller, {
    text: `select count(*)::integer as contacts, (count(*) filter (where ${AGREED}))::integer as agreed
           from growth.contacts c where growth.managed() is not null ${conditions.join(' ')}`,
    values,
  })
  return rows[0] ?? { contacts: 0, agreed: 0 }
}

export async function listAudiences({ database, caller }: As) {
  const { rows } = await database.oneAsCaller<{ id: string; name: string; rules: AudienceRules }>(caller, {
    text: 'select a.id, a.name, a.rules from growth.audiences a where growth.managed() is not null order by lower(a.name), a.id',
  })
  return rows
}

/** A suspended organisation sends nothing; what is under way waits until it is resumed. */
const OF_ACTIVE = (newsletter: string): string =>
  `exists (select from public.tenants t where t.id = ${newsletter}.tenant_id and t.status = 'active')`

/** Begins those whose time has come: each gets a row for everybody who agreed by now. */
export async function startDue(db: Transaction, parse: (rules: unknown) => AudienceRules): Promise<void> {
  const { rows } = await db.query<{ id: string; tenant_id: string; rules: unknown }>({
    text: `update growth.newsletters n set status = 'sending', started_at = clock_timestamp()
           from (select d.id, a.rules from growth.newsletters d left join growth.audiences a on a.id = d.audience_id
                 where d.status = 'scheduled' and d.scheduled_at <= clock_timestamp() and ${OF_ACTIVE('d')} for update of d skip locked) as due
           where n.id = due.id returning n.id, n.tenant_id, due.rules`,
  })
  for (const { id, tenant_id: tenant, rules } of rows) {
    const values: unknown[] = [id, tenant]
    const conditions = conditionsOf(CONTACT_CONDITIONS, parse(rules ?? {}), values).map((one) => `and ${one}`)
    await db.query({
      text: `insert into growth.deliveries (newsletter_id, tenant_id, contact_id)
             select $1, c.tenant_id, c.id from growth.contacts c where c.tenant_id = $2 and ${AGREED} ${conditions.join(' ')}`,
      values,
    })
  }
}

export async function sendingNewsletters(db: Transaction): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    text: `select n.id from growth.newsletters n where n.status = 'sending' and ${OF_ACTIVE('n')} order by n.scheduled_at, n.id`,
  })
  return rows.map(({ id }) => id)
}

export async function takeDeliveries(db: Transaction, newsletter: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    text: 'select taken as id from growth.take_deliveries($1) as taken',
    values: [newsletter],
  })
  return rows.map(({ id }) => id)
}

export type AdmittedDelivery = {
  email: string
  organisation: string
  subject: string
  blocks: Block[]
  footer: string
  reply_to: string | null
  links: string[]
}

export async function admitDelivery(database: Database, delivery: string): Promise<AdmittedDelivery | undefined> {
  const { rows } = await database.owner<AdmittedDelivery>(
    'select email, organisation, subject, blocks, footer, reply_to, links from growth.admit_delivery($1)',
    [delivery],
  )
  return rows[0]
}

type Outcome = 'sent' | 'bounced' | 'failed' | 'retry'

export async function finishDelivery(
  database: Database,
  delivery: string,
  { outcome, problem }: { outcome: Outcome; problem?: string | undefined },
): Promise<void> {
  await database.owner('select growth.finish_delivery($1, $2, $3)', [delivery, outcome, problem ?? null])
}
