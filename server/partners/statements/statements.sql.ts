import type { z } from 'zod'
import type { ownCommission } from '#contract/partners/commissions-wire.ts'
import type { As } from '../../lists/declared-list.ts'
import { selected } from '../../lists/list-rows.ts'

export type CommissionRow = z.output<typeof ownCommission> & { partner_id: string }

/** Columns of `partners.commissions c` that its partner sees as well. */
export const OWN_COMMISSION_COLUMNS = {
  id: 'c.id',
  partner_id: 'c.partner_id',
  company: 'c.company',
  won_minor: 'c.won_minor::float8',
  basis_points: 'c.basis_points',
  amount_minor: 'c.amount_minor::float8',
  currency: 'c.currency',
  earned_on: 'c.earned_on::text',
  state: 'c.state',
  paid_on: 'c.paid_on::text',
  paid_note: 'c.paid_note',
}
const COLUMNS = selected(OWN_COMMISSION_COLUMNS)

/** Newest first, of the partner that the caller acts for. */
export async function listOwnCommissions({ database, caller }: As): Promise<CommissionRow[]> {
  const { rows } = await database.oneAsCaller<CommissionRow>(caller, {
    text: `select ${COLUMNS} from partners.commissions c where c.partner_id = (select partners.own())
           order by c.earned_on desc, c.id desc limit 500`,
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
