import type { StageKind, StagePreset } from '#contract/sales/deals.ts'
import type { As } from '../../lists/declared-list.ts'
import { ask } from '../../db/ask.ts'

export type StageRow = {
  id: string
  preset: StagePreset | null
  name: string | null
  kind: StageKind
  probability: number
}

async function listStages({ database, caller }: As): Promise<StageRow[]> {
  const { rows } = await database.oneAsCaller<StageRow>(caller, {
    text: `select s.id, s.preset, s.name, s.kind, s.probability from sales.stages s where s.tenant_id = (select sales.managed())
           order by s.position, s.id`,
  })
  return rows
}

async function listPeople({ database, caller }: As): Promise<{ id: string; name: string }[]> {
  const { rows } = await database.oneAsCaller<{ id: string; name: string }>(caller, {
    text: 'select p.person_id as id, p.called as name from sales.people() p',
  })
  return rows
}

async function readSettings({ database, caller }: As) {
  const { rows } = await database.oneAsCaller<{ currency: string; seller: string; version: number; is_fixed: boolean }>(
    caller,
    {
      text: `select s.currency, s.seller, s.version,
                    exists (select from sales.deals d where d.tenant_id = s.tenant_id and d.amount_minor is not null)
                      or exists (select from sales.quotes q where q.tenant_id = s.tenant_id) as is_fixed
             from sales.settings s where s.tenant_id = (select sales.managed())`,
    },
  )
  return rows[0]
}

/** Where deals move, who may own them, and in which currency they are counted. Made by the first who asks. */
export async function readPipeline(as: As) {
  await ask(as, as.caller, 'select sales.begin_pipeline()')
  const [settings, stages, people] = await Promise.all([readSettings(as), listStages(as), listPeople(as)])
  return { settings, stages, people }
}
