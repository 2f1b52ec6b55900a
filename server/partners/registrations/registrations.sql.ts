import type { RegistrationState } from '#contract/partners/partners.ts'
import type { Currency } from '#contract/sales/money.ts'
import type { As } from '../programme/partners.sql.ts'

/** What its partner sees as well. */
export type OwnRegistrationRow = {
  id: string
  company: string
  domain: string
  amount_minor: number
  currency: Currency
  expected_on: string
  state: RegistrationState
  expires_on: string
  /** Nothing was decided in time. */
  is_expired: boolean
  basis_points: number | null
  version: number
  created_at: Date
  place: string
}
export type RegistrationRow = OwnRegistrationRow & {
  partner_id: string
  partner: string
  /** Other partners that have the same customer open, those approved first. */
  conflicts: { partner: string; state: RegistrationState }[]
}
const COLUMNS = `r.id, r.company, r.domain, r.amount_minor::float8 as amount_minor, r.currency, r.expected_on::text as expected_on, r.state,
  r.expires_on::text as expires_on, r.state in ('registered', 'approved') and r.expires_on < partners.today() as is_expired, r.basis_points,
  r.version, r.created_at, (to_json(r.created_at) #>> '{}') || '~' || r.id as place`
const ORDER = 'order by r.created_at desc, r.id desc'

export type RegistrationRules = {
  partner?: string | undefined
  /** `open`: not decided to the end and not expired; `expired`; otherwise that state, in time or not. */
  state?: 'open' | 'expired' | 'declined' | 'won' | 'lost' | undefined
}
const IS_OPEN = `r.state in ('registered', 'approved')`

/** Newest first, of the organisation whose partners the caller manages. */
export async function listRegistrations(
  { database, caller }: As,
  { partner, state }: RegistrationRules,
  { after, most }: { after: string | undefined; most: number },
): Promise<RegistrationRow[]> {
  const values: unknown[] = [most]
  const at = (value: unknown): string => `$${values.push(value)}`
  const conditions: string[] = []
  if (partner !== undefined) conditions.push(`r.partner_id = ${at(partner)}`)
  if (state === 'open') conditions.push(`${IS_OPEN} and r.expires_on >= partners.today()`)
  else if (state === 'expired') conditions.push(`${IS_OPEN} and r.expires_on < partners.today()`)
  else if (state !== undefined) conditions.push(`r.state = ${at(state)}`)
  if (after !== undefined) {
    const [time, id] = after.split('~')
    conditions.push(`(r.created_at, r.id) < (${at(time)}::timestamptz, ${at(id)}::uuid)`)
  }
  const { rows } = await database.oneAsCaller<RegistrationRow>(caller, {
    text: `select ${COLUMNS}, r.partner_id, p.company as partner, coalesce(o.conflicts, '[]') as conflicts
           from partners.registrations r
           join partners.partners p on p.tenant_id = r.tenant_id and p.id = r.partner_id
           left join lateral (
             select jsonb_agg(jsonb_build_object('partner', q.company, 'state', o.state) order by o.state, o.created_at) as conflicts
             from partners.registrations o join partners.partners q on q.tenant_id = o.tenant_id and q.id = o.partner_id
             where ${IS_OPEN} and r.expires_on >= partners.today() and o.tenant_id = r.tenant_id and o.domain = r.domain and o.id <> r.id
               and o.state in ('registered', 'approved') and o.expires_on >= partners.today()) o on true
           where r.tenant_id = (select partners.managed())${conditions.map((one) => ` and ${one}`).join('')} ${ORDER} limit $1`,
    values,
  })
  return rows
}

/** Newest first, of the partner that the caller acts for; nothing of others is in it, not even that there is a conflict. */
export async function listOwnRegistrations({ database, caller }: As): Promise<OwnRegistrationRow[]> {
  const { rows } = await database.oneAsCaller<OwnRegistrationRow>(caller, {
    text: `select ${COLUMNS} from partners.registrations r where r.partner_id = (select partners.own()) ${ORDER} limit 500`,
  })
  return rows
}
