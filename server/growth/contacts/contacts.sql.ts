import { CONTACT_LIMITS, type Consent, type ContactSource } from '#contract/growth/contacts.ts'
import type { Caller, Database } from '../../db/database.ts'
import { conditionsOf } from './contact-conditions.ts'
import type { ContactRules } from './contacts.schemas.ts'

/** Under row-level security: somebody who does not manage growth sees nothing, and gets an error of `growth.managed`. */
type As = { database: Database; caller: Caller }

export type ContactRow = {
  id: string
  email: string
  name: string
  company: string
  phone: string
  source: ContactSource
  tags: string[]
  consent: Consent
  consent_at: Date | null
  created_at: Date
}
const COLUMNS = 'c.id, c.email, c.name, c.company, c.phone, c.source, c.tags, c.consent, c.consent_at, c.created_at'

type Page = { after: string | undefined; most: number }

/** Newest first. @returns `place` of each row, to continue behind it. */
export async function listContacts({ database, caller }: As, rules: ContactRules, { after, most }: Page) {
  const values: unknown[] = []
  const conditions = conditionsOf(rules, values)
  if (after !== undefined) {
    const [time, id] = after.split('~')
    values.push(time, id)
    conditions.push(`(c.created_at, c.id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`)
  }
  values.push(most)
  const { rows } = await database.oneAsCaller<ContactRow & { place: string; consent_text: string | null }>(caller, {
    text: `select ${COLUMNS}, c.consent_text, (to_json(c.created_at) #>> '{}') || '~' || c.id as place
           from growth.contacts c
           where growth.managed() is not null ${conditions.map((one) => `and ${one}`).join(' ')}
           order by c.created_at desc, c.id desc
           limit $${values.length}`,
    values,
  })
  return rows
}

export async function countContacts({ database, caller }: As, rules: ContactRules): Promise<number> {
  const values: unknown[] = []
  const conditions = conditionsOf(rules, values)
  const { rows } = await database.oneAsCaller<{ count: number }>(caller, {
    text: `select count(*)::float8 as count from growth.contacts c
           where growth.managed() is not null ${conditions.map((one) => `and ${one}`).join(' ')}`,
    values,
  })
  return rows[0]?.count ?? 0
}

/** Tags that contacts of the organisation have, most used first. */
export async function listTags({ database, caller }: As): Promise<string[]> {
  const { rows } = await database.oneAsCaller<{ tag: string }>(caller, {
    text: `select t.tag from growth.contacts c, unnest(c.tags) as t (tag)
           where growth.managed() is not null
           group by t.tag order by count(*) desc, t.tag limit 200`,
  })
  return rows.map(({ tag }) => tag)
}

export type ContactEvent = {
  id: string
  at: Date
  kind: string
  details: Record<string, unknown>
  user_id: string | null
  /** Who did it, as their profile calls them. */
  by: string | null
}

/** Everything that is stored of one contact, and the newest of what happened with it. */
export async function readContact({ database, caller }: As, id: string) {
  return database.asCaller(caller, async (db) => {
    await db.query({ text: 'select growth.managed()' })
    const { rows } = await db.query<{ contact: Record<string, unknown>; suppressed: string | null }>({
      text: `select to_jsonb(c) - 'tenant_id' as contact,
                    (select s.reason from growth.suppressions s
                     where s.tenant_id = c.tenant_id and s.address_hash = sha256(convert_to(lower(c.email), 'UTF8'))) as suppressed
             from growth.contacts c where c.id = $1`,
      values: [id],
    })
    const { rows: events } = await db.query<ContactEvent>({
      text: `select e.id::text, e.at, e.kind, e.details, e.user_id,
                    nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') as by
             from growth.contact_events e left join public.profiles p on p.user_id = e.user_id
             where e.contact_id = $1 order by e.id desc limit 200`,
      values: [id],
    })
    return rows[0] && { ...rows[0], events }
  })
}

/** How many of these addresses are contacts already, and how many get no newsletters, whatever is imported. */
export async function compareAddresses({ database, caller }: As, emails: readonly string[]) {
  const { rows } = await database.oneAsCaller<{ known: number; suppressed: number }>(caller, {
    text: `select count(c.id)::integer as known, count(s.address_hash)::integer as suppressed
           from unnest($1::text[]) as e (email)
           left join growth.contacts c on lower(c.email) = lower(e.email)
           left join growth.suppressions s on s.address_hash = sha256(convert_to(lower(e.email), 'UTF8'))
           where growth.managed() is not null`,
    values: [emails],
  })
  return rows[0] ?? { known: 0, suppressed: 0 }
}

export const EXPORT_PAGE = CONTACT_LIMITS.page * 100
