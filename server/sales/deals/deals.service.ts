import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import type { Currency } from '#contract/sales/money.ts'
import type { Caller, Database } from '../../db/database.ts'
import { salesError, ask } from '../sales-requests.ts'
import { csvDeal, csvColumns } from './deal-csv.ts'
import type { ChangedDeal, DealPage, DealRules, MovedDeal, NewDeal } from './deals.schemas.ts'
import {
  countBoard,
  listBehind,
  listBoard,
  listPeople,
  listStage,
  listStages,
  readDeal,
  readSettings,
  type ScoredDeal,
} from './deals.sql.ts'

const EXPORT_PAGE = 1000

/** What people do with the deals of their organisation. Whether they may is asked of the database in each call. */
export class DealService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Where deals move, who may own them, and in which currency they are counted. Made by the first who asks. */
  async pipeline(caller: Caller) {
    const as = { database: this.#database, caller }
    await ask(as, caller, 'select sales.begin_pipeline()')
    const [settings, stages, people] = await Promise.all([readSettings(as), listStages(as), listPeople(as)])
    return { settings, stages, people }
  }

  async board(caller: Caller, rules: DealRules) {
    const as = { database: this.#database, caller }
    const [deals, counts] = await Promise.all([listBoard(as, rules), countBoard(as, rules)])
    return {
      columns: counts.map(({ stage_id, ...sums }) => {
        const inStage = deals.filter((deal) => deal.stage_id === stage_id)
        return { stage_id, ...sums, ...pageOf(inStage) }
      }),
    }
  }

  async more(caller: Caller, page: DealPage) {
    return pageOf(await listStage({ database: this.#database, caller }, page))
  }

  /** @throws {Refusal} */
  async read(caller: Caller, id: string) {
    const found = await readDeal({ database: this.#database, caller }, id)
    if (!found) throw salesError('sales_not_found')
    return { ...found, deal: shown(found.deal) }
  }

  async add(caller: Caller, { stage_id, ...fields }: NewDeal): Promise<string | undefined> {
    const rows = await this.#call<{ id: string }>(caller, 'select sales.add_deal($1, $2) as id', [
      JSON.stringify(fields),
      stage_id,
    ])
    return rows[0]?.id
  }

  /** @returns the version of the deal */
  async change(caller: Caller, id: string, { version, ...fields }: ChangedDeal): Promise<number | undefined> {
    const text = 'select sales.change_deal($1, $2, $3) as version'
    const rows = await this.#call<{ version: number }>(caller, text, [id, JSON.stringify(fields), version])
    return rows[0]?.version
  }

  /** @returns the version of the deal */
  async move(caller: Caller, id: string, { stage_id, reason, version }: MovedDeal): Promise<number | undefined> {
    const text = 'select sales.move_deal($1, $2, $3, $4) as version'
    const rows = await this.#call<{ version: number }>(caller, text, [id, stage_id, reason, version])
    return rows[0]?.version
  }

  async remove(caller: Caller, id: string): Promise<void> {
    await this.#call(caller, 'select sales.remove_deal($1)', [id])
  }

  /** Exactly what the rules let through, as CSV. */
  async *export(caller: Caller, rules: DealRules): AsyncGenerator<string> {
    const as = { database: this.#database, caller }
    const counts = await countBoard(as, rules)
    const count = counts.reduce((sum, stage) => sum + stage.count, 0)
    await this.#call(caller, 'select sales.record_export($1)', [count])
    const { settings, stages, people } = await this.pipeline(caller)
    const names = {
      stages: new Map(stages.map((stage) => [stage.id, stage])),
      people: new Map(people.map(({ id, name }) => [id, name])),
      currency: (settings?.currency ?? 'EUR') as Currency,
    }
    yield csvColumns()
    for (let after: string | undefined; ;) {
      const rows = await listBehind(as, rules, { after, most: EXPORT_PAGE })
      yield rows.map((deal) => csvDeal(deal, names)).join('')
      after = rows.at(-1)?.place
      if (rows.length < EXPORT_PAGE) return
    }
  }

  #call<Row extends Record<string, unknown>>(caller: Caller, text: string, values: unknown[]): Promise<Row[]> {
    return ask<Row>({ database: this.#database }, caller, text, values)
  }
}

function pageOf(rows: readonly ScoredDeal[]) {
  const deals = rows.slice(0, DEAL_LIMITS.page)
  return { deals: deals.map(shown), after: rows.length > deals.length ? (deals.at(-1)?.place ?? null) : null }
}

const shown = ({ place: _place, ...deal }: ScoredDeal) => deal
