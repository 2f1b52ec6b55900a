import type { addDeal, changeDeal, dealList, moveDeal } from '#contract/sales/deals-wire.ts'
import type { RulesOf } from '#contract/wire/wire-list.ts'
import type { Asked } from '#contract/wire/wire-route.ts'
import type { Caller, Database } from '../../db/database.ts'
import { shownOf } from '../../lists/list-routes.ts'
import { ask, askOne } from '../../db/ask.ts'
import { salesError } from '../sales-requests.ts'
import { DEALS } from './deals.list.ts'
import { countBoard, listBoard, readDeal } from './deals.sql.ts'
import { readPipeline } from './pipeline.sql.ts'

type NewDeal = Asked<typeof addDeal>['body']
type ChangedDeal = Asked<typeof changeDeal>['body']
type MovedDeal = Asked<typeof moveDeal>['body']

/** What people do with the deals of their organisation. Whether they may is asked of the database in each call. */
export class DealService {
  readonly #as: { database: Database }

  constructor(database: Database) {
    this.#as = { database }
  }

  async pipeline(caller: Caller) {
    return readPipeline({ ...this.#as, caller })
  }

  async board(caller: Caller, rules: RulesOf<typeof dealList>) {
    const as = { ...this.#as, caller }
    const [deals, counts] = await Promise.all([listBoard(as, rules), countBoard(as, rules)])
    return {
      columns: counts.map(({ stage_id, ...sums }) => {
        const inStage = deals.filter(({ row }) => row.stage_id === stage_id)
        return { stage_id, ...sums, ...shownOf(DEALS, inStage) }
      }),
    }
  }

  /** @throws {Refusal} */
  async read(caller: Caller, id: string) {
    const found = await readDeal({ ...this.#as, caller }, id)
    if (!found) throw salesError('sales_not_found')
    return found
  }

  /** @returns its id */
  async add(caller: Caller, { stage_id, ...fields }: NewDeal): Promise<string> {
    const text = 'select sales.add_deal($1, $2) as id'
    return (await askOne<{ id: string }>(this.#as, caller, text, [JSON.stringify(fields), stage_id])).id
  }

  /** @returns the version of the deal */
  async change(caller: Caller, id: string, { version, ...fields }: ChangedDeal): Promise<number> {
    const text = 'select sales.change_deal($1, $2, $3) as version'
    return (await askOne<{ version: number }>(this.#as, caller, text, [id, JSON.stringify(fields), version])).version
  }

  /** @returns the version of the deal */
  async move(caller: Caller, id: string, { stage_id, reason, version }: MovedDeal): Promise<number> {
    const text = 'select sales.move_deal($1, $2, $3, $4) as version'
    return (await askOne<{ version: number }>(this.#as, caller, text, [id, stage_id, reason, version])).version
  }

  async remove(caller: Caller, id: string): Promise<void> {
    await ask(this.#as, caller, 'select sales.remove_deal($1)', [id])
  }
}
