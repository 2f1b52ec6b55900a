import type { PartnerState, TierPreset } from '#contract/partners/partners.ts'
import type { Caller, Database } from '../../db/database.ts'
import type { PartnerRules } from './partners.schemas.ts'

/** Under row-level security: somebody who does not manage partners gets an error of `partners.managed`. */
export type As = { database: Database; caller: Caller }

export type PartnerRow = {
  id: string
  tier_id: string
  tier_preset: TierPreset | null
  tier_name: string | null
  company: string
  contact_name: string
  contact_email: string
  state: PartnerState
  notes: string
  account_id: string | null
  version: number
  created_at: Date
  /** Of all its links. */
  visits: number
  open_registrations: number
  /** Not paid yet, in the smallest unit of each currency that there is. */
  open_minor: Record<string, number>
  /** To continue behind it. */
  place: string
}
const COLUMNS = `p.id, p.tier_id, t.preset as tier_preset, t.name as tier_name, p.company, p.contact_name, p.contact_email, p.state, p.notes,
  p.account_id, p.version, p.created_at,
  (select coalesce(sum(v.visit_count), 0)::float8 from partners.links l join partners.visits v on v.link_id = l.id and v.tenant_id = l.tenant_id
   where l.tenant_id = p.tenant_id and l.partner_id = p.id) as visits,
  (select count(*)::integer from partners.registrations r
   where r.tenant_id = p.tenant_id and r.partner_id = p.id and r.state in ('registered', 'approved') and r.expires_on >= partners.today()) as open_registrations,
  (select coalesce(jsonb_object_agg(c.currency, c.minor), '{}')
   from (select c.currency, sum(c.amount_minor)::float8 as minor from partners.commissions c
         where c.tenant_id = p.tenant_id and c.partner_id = p.id and c.state = 'open' group by c.currency) c) as open_minor,
  (to_json(p.created_at) #>> '{}') || '~' || p.id as place`

/** Newest first. */
export async function listPartners(
  { database, caller }: As,
  { search, state, tier }: PartnerRules,
  { after, most }: { after: string | undefined; most: number },
): Promise<PartnerRow[]> {
  const values: unknown[] = [most]
  const at = (value: unknown): string => `$${values.push(value)}`
  const conditions: string[] = []
  if (search) {
    const pattern = at(`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    conditions.push(
      `(p.company ilike ${pattern} or p.contact_name ilike ${pattern} or p.contact_email ilike ${pattern})`,
    )
  }
  if (state) conditions.push(`p.state = ${at(state)}`)
  if (tier) conditions.push(`p.tier_id = ${at(tier)}`)
  if (after !== undefined) {
    const [time, id] = after.split('~')
    conditions.push(`(p.created_at, p.id) < (${at(time)}::timestamptz, ${at(id)}::uuid)`)
  }
  const { rows } = await database.oneAsCaller<PartnerRow>(caller, {
    text: `select ${COLUMNS} from partners.partners p join partners.tiers t on t.tenant_id = p.tenant_id and t.id = p.tier_id
           where p.tenant_id = (select partners.managed())${conditions.map((one) => ` and ${one}`).join('')}
           order by p.created_at desc, p.id desc limit $1`,
    values,
  })
  return rows
}

export async function readPartner({ database, caller }: As, id: string): Promise<PartnerRow | undefined> {
  const { rows } = await database.oneAsCaller<PartnerRow>(caller, {
    text: `select ${COLUMNS} from partners.partners p join partners.tiers t on t.tenant_id = p.tenant_id and t.id = p.tier_id
           where p.tenant_id = (select partners.managed()) and p.id = $1`,
    values: [id],
  })
  return rows[0]
}
