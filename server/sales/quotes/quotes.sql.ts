import type { Currency } from '#contract/sales/money.ts'
import type { QuoteLanguage, QuoteLine, QuoteState } from '#contract/sales/quotes.ts'
import type { As } from '../../lists/declared-list.ts'

export type QuoteRow = {
  id: string
  deal_id: string
  status: QuoteState
  year: number | null
  number: number | null
  revision: number
  language: QuoteLanguage
  currency: Currency
  recipient: string
  /** Of a draft: who would offer if it were sent now. */
  seller: string
  terms: string
  valid_on: string
  lines: QuoteLine[]
  net_minor: number
  tax_minor: number
  total_minor: number
  version: number
  sent_at: Date | null
  created_at: Date
}

export async function readQuote({ database, caller }: As, id: string): Promise<QuoteRow | undefined> {
  const { rows } = await database.oneAsCaller<QuoteRow>(caller, {
    text: `select q.id, q.deal_id, q.status, q.year, q.number, q.revision, q.language, q.currency, q.recipient,
                  case when q.status = 'draft' then (select s.seller from sales.settings s where s.tenant_id = q.tenant_id) else q.seller end as seller,
                  q.terms, q.valid_on::text as valid_on, q.lines, q.net_minor::float8 as net_minor, q.tax_minor::float8 as tax_minor,
                  q.total_minor::float8 as total_minor, q.version, q.sent_at, q.created_at
           from sales.quotes q where q.tenant_id = (select sales.managed()) and q.id = $1`,
    values: [id],
  })
  return rows[0]
}
