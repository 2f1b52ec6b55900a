import { csvHead, csvLine } from '#contract/csv/csv.ts'
import { CURRENCY_DECIMALS, type Currency, decimalOf } from '#contract/sales/money.ts'
import type { ScoredDeal, StageRow } from './deals.sql.ts'

const COLUMNS = [
  'title',
  'stage',
  'probability',
  'amount',
  'currency',
  'expected close',
  'owner',
  'contact',
  'email',
  'company',
  'score',
  'lost because',
  'in stage since',
  'added at',
]

/** The first line of the file, after the sign that says it is UTF-8. */
export const csvColumns = (): string => csvHead(COLUMNS)

export type CsvNames = {
  stages: ReadonlyMap<string, StageRow>
  people: ReadonlyMap<string, string>
  currency: Currency
}

/** One deal; an amount has a point before its decimals, whatever the language. */
export function csvDeal(deal: ScoredDeal, { stages, people, currency }: CsvNames): string {
  const stage = stages.get(deal.stage_id)
  return csvLine([
    deal.title,
    stageName(stage),
    String(stage?.probability ?? ''),
    deal.amount_minor === null ? '' : decimalOf(deal.amount_minor, CURRENCY_DECIMALS[currency]),
    currency,
    deal.closes_on ?? '',
    deal.owner_id === null ? '' : (people.get(deal.owner_id) ?? ''),
    deal.contact_name,
    deal.contact_email,
    deal.contact_company,
    deal.score ? String(deal.score.points) : '',
    deal.lost_reason ?? '',
    deal.stage_since.toISOString(),
    deal.created_at.toISOString(),
  ])
}

/** Of a stage that nobody named: as a program reads it, in English. */
function stageName(stage: StageRow | undefined): string {
  const preset = stage?.preset ?? ''
  return stage?.name ?? preset.charAt(0).toUpperCase() + preset.slice(1)
}
