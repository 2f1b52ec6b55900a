import type { readContact as readRoute } from '#contract/growth/contacts-wire.ts'
import type { Answered, Sendable } from '#contract/wire/wire-route.ts'
import type { As } from '../../lists/declared-list.ts'

/** Tags that contacts of the organisation have, most used first. */
export async function listTags({ database, caller }: As): Promise<string[]> {
  const { rows } = await database.oneAsCaller<{ tag: string }>(caller, {
    text: `select t.tag from growth.contact_tags t where growth.managed() is not null
           order by t.contact_count desc, t.tag limit 200`,
  })
  return rows.map(({ tag }) => tag)
}

type Details = Answered<typeof readRoute>

/** Everything that is stored of one contact, and the newest of what happened with it. */
export async function readContact({ database, caller }: As, id: string) {
  return database.asCaller(caller, async (db) => {
    await db.query({ text: 'select growth.managed()' })
    const { rows } = await db.query<Pick<Details, 'contact' | 'suppressed'>>({
      text: `select to_jsonb(c) - '{tenant_id,searched}'::text[] as contact,
                    (select s.reason from growth.suppressions s
                     where s.tenant_id = c.tenant_id and s.address_hash = sha256(convert_to(lower(c.email), 'UTF8'))) as suppressed
             from growth.contacts c where c.id = $1`,
      values: [id],
    })
    const { rows: events } = await db.query<Sendable<Details['events'][number]>>({
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
