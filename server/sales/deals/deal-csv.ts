import { CURRENCY_DECIMALS, type Currency, decimalOf } from '#contract/sales/money.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import type { dealList } from '#contract/sales/deals-wire.ts'
import type { As, Cells } from '../../lists/declared-list.ts'
import { readPipeline, type StageRow } from './pipeline.sql.ts'

type Deal = RowOf<typeof dealList>

export type CsvNames = {
  stages: ReadonlyMap<string, StageRow>
  people: ReadonlyMap<string, string>
  currency: Currency
}

/** Columns of the file; an amount has a point before its decimals, whatever the language. */
export function dealCells({ stages, people, currency }: CsvNames): Cells<Deal, unknown> {
  const stageOf = (deal: Deal) => stages.get(deal.stage_id)
  return {
    title: (deal) => deal.title,
    stage: (deal) => stageName(stageOf(deal)),
    probability: (deal) => String(stageOf(deal)?.probability ?? ''),
    amount: ({ amount_minor: minor }) => (minor === null ? '' : decimalOf(minor, CURRENCY_DECIMALS[currency])),
    currency: () => currency,
    'expected close': (deal) => deal.closes_on ?? '',
    owner: ({ owner_id: owner }) => (owner === null ? '' : (people.get(owner) ?? '')),
    contact: (deal) => deal.contact_name,
    email: (deal) => deal.contact_email,
    company: (deal) => deal.contact_company,
    score: ({ score }) => (score ? String(score.points) : ''),
    'lost because': (deal) => deal.lost_reason ?? '',
    'in stage since': (deal) => deal.stage_since,
    'added at': (deal) => deal.created_at,
  }
}

/** Of a stage that nobody named: as a program reads it, in English. */
function stageName(stage: StageRow | undefined): string {
  const preset = stage?.preset ?? ''
  return stage?.name ?? preset.charAt(0).toUpperCase() + preset.slice(1)
}

/** Names that a file of deals has in place of ids. */
export async function csvNames(as: As): Promise<CsvNames> {
  const { settings, stages, people } = await readPipeline(as)
  return {
    stages: new Map(stages.map((stage) => [stage.id, stage])),
    people: new Map(people.map(({ id, name }) => [id, name])),
    currency: (settings?.currency ?? 'EUR') as Currency,
  }
}
