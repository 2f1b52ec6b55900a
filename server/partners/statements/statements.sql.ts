import type { CommissionState } from '#contract/partners/partners.ts'
import type { Currency } from '#contract/sales/money.ts'
import type { As } from '../programme/partners.sql.ts'

export type CommissionRow = {
  id: string
  partner_id: string
  company: string
  won_minor: number
  basis_points: number
  amount_minor: number
  currency: Currency
  earned_on: string
  state: CommissionState
  paid_on: string | null
  paid_note: string
  place: string
}
const COLUMNS = `c.id, c.partner_id, c.company, c.won_minor::float8 as won_minor, c.basis_points, c.amount_minor::float8 as amount_minor, c.currency,
  c.earned_on::text as earned_on, c.state, c.paid_on::text as paid_on, c.paid_note, c.earned_on::text || '~' || c.id as place`
const ORDER = 'order by c.earned_on desc, c.id desc'

type CommissionRules = { partner?: string | undefined; state?: CommissionState | undefined }

/** Newest first, of the organisation whose partners the caller manages. */
export async function listCommissions(
  { database, caller }: As,
  { partner, state }: CommissionRules,
  { after, most }: { after: string | undefined; most: number },
): Promise<(CommissionRow & { partner: string })[]> {
  const values: unknown[] = [most]
  const at = (value: unknown): string => `$${values.push(value)}`
  const conditions: string[] = []
  if (partner !== undefined) conditions.push(`c.partner_id = ${at(partner)}`)
  if (state !== undefined) conditions.push(`c.state = ${at(state)}`)
  if (after !== undefined) {
    const [day, id] = after.split('~')
    conditions.push(`(c.earned_on, c.id) < (${at(day)}::date, ${at(id)}::uuid)`)
  }
  const { rows } = await database.oneAsCaller<CommissionRow & { partner: string }>(caller, {
    text: `select ${COLUMNS}, p.company as partner
           from partners.commissions c join partners.partners p on p.tenant_id = c.tenant_id and p.id = c.partner_id
           where c.tenant_id = (select partners.managed())${conditions.map((one) => ` and ${one}`).join('')} ${ORDER} limit $1`,
    values,
  })
  return rows
}

/** Newest first, of the partner that the caller acts for. */
export async function listOwnCommissions({ database, caller }: As): Promise<CommissionRow[]> {
  const { rows } = await database.oneAsCaller<CommissionRow>(caller, {
    text: `select ${COLUMNS} from partners.commissions c where c.partner_id = (select partners.own()) ${ORDER} limit 500`,
  })
  return rows
}

type ListedStatement = { id: string; month: string; year: number; number: number; created_at: Date }

/** Newest first, under row-level security. */
export async function listStatements({ database, caller }: As, partner: string): Promise<ListedStatement[]> {
  const { rows } = await database.oneAsCaller<ListedStatement>(caller, {
    text: `select s.id, s.month::text as month, s.year, s.number, s.created_at from partners.statements s
           where s.tenant_id = (select authz.tenant()) and s.partner_id = $1 order by s.month desc limit 500`,
    values: [partner],
  })
  return rows
}

export type StatementRow = ListedStatement & { payer: string; payee: string; lines: CommissionRow[] }

/** With its commissions in the order in which they were earned. @param whose what the caller asks for: everything they manage, or their own */
export async function readStatement(
  { database, caller }: As,
  id: string,
  whose: 'managed' | 'own',
): Promise<StatementRow | undefined> {
  const condition =
    whose === 'managed' ? 's.tenant_id = (select partners.managed())' : 's.partner_id = (select partners.own())'
  return database.asCaller(caller, async (db) => {
    const { rows } = await db.query<Omit<StatementRow, 'lines'>>({
      text: `select s.id, s.month::text as month, s.year, s.number, s.created_at, s.payer, s.payee
             from partners.statements s where s.id = $1 and ${condition}`,
      values: [id],
    })
    const [statement] = rows
    if (!statement) return undefined
    const { rows: lines } = await db.query<CommissionRow>({
      text: `select ${COLUMNS} from partners.commissions c where c.tenant_id = (select authz.tenant()) and c.statement_id = $1
             order by c.earned_on, c.id`,
      values: [id],
    })
    return { ...statement, lines }
  })
}
