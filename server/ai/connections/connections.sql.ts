import { UNSAVED_SETTINGS, type ConnectionState, type ModelPreset } from '#contract/studio/models.ts'
import type { Caller, Database } from '../../db/database.ts'

export type ConnectionRow = {
  id: string
  name: string
  preset: ModelPreset
  address: string
  /** The last characters of its key; null: it has none. */
  key_end: string | null
  state: ConnectionState
  problem: string | null
  looked_at: Date | null
  models: string[]
  version: number
}
const COLUMNS = 'id, name, preset, address, key_end, state, problem, looked_at, models, version'

export async function listConnections(database: Database, caller: Caller): Promise<ConnectionRow[]> {
  const text = `select ${COLUMNS} from studio.connections order by created_at, id`
  return (await database.oneAsCaller<ConnectionRow>(caller, { text })).rows
}

export async function findConnection(
  database: Database,
  caller: Caller,
  id: string,
): Promise<ConnectionRow | undefined> {
  const text = `select ${COLUMNS} from studio.connections where id = $1`
  return (await database.oneAsCaller<ConnectionRow>(caller, { text, values: [id] })).rows[0]
}

/** A page that is opened again within these seconds asks no provider again, whichever person opens it. */
const FRESH_SECONDS = 30

/** Connections that nobody looked at just now. */
export async function listUnlooked(database: Database, caller: Caller): Promise<ConnectionRow[]> {
  const text = `select ${COLUMNS} from studio.connections
                where looked_at is null or looked_at < clock_timestamp() - make_interval(secs => ${FRESH_SECONDS}) order by created_at, id`
  return (await database.oneAsCaller<ConnectionRow>(caller, { text })).rows
}

export type Look = { state: ConnectionState; problem: string | null; models: readonly string[] }

/** Notes what a look found. What was offered before stays, where nothing was heard. @param known an address that changed meanwhile is not noted */
export async function noteLook(database: Database, { id, version }: ConnectionRow, look: Look): Promise<void> {
  await database.owner(
    `update studio.connections c
     set state = $3, problem = $4, looked_at = clock_timestamp(), models = case when $3 = 'active' then $5 else c.models end
     where c.id = $1 and c.version = $2`,
    [id, version, look.state, look.problem, look.models],
  )
}

export type SettingsRow = {
  connection_id: string | null
  model: string | null
  org_micros: number | null
  org_tokens: number | null
  person_micros: number | null
  person_tokens: number | null
  redacts_private: boolean
  keeps_bodies: boolean
  body_days: number
  log_days: number
  banned_claims: string[]
  copilot_for_all: boolean
  copilot_tokens: number | null
  version: number
}

/** A page of the version before leaves out what it does not know: that stays as it is. */
export type SavedSettings = Omit<SettingsRow, 'copilot_for_all' | 'copilot_tokens'> & {
  copilot_for_all?: boolean | undefined
  copilot_tokens?: number | null | undefined
}

export async function readSettings(database: Database, caller: Caller): Promise<SettingsRow> {
  const { rows } = await database.oneAsCaller<SettingsRow>(caller, {
    text: `select connection_id, case when connection_id is not null then model end as model, org_micros::float8 as org_micros,
                  org_tokens::float8 as org_tokens, person_micros::float8 as person_micros, person_tokens::float8 as person_tokens,
                  redacts_private, keeps_bodies, body_days, log_days, banned_claims, copilot_for_all,
                  copilot_tokens::float8 as copilot_tokens, version
           from studio.settings`,
  })
  return rows[0] ?? UNSAVED_SETTINGS
}

export type PriceRow = { model: string; micros_in: number; micros_out: number }

export async function listPrices(database: Database, caller: Caller): Promise<PriceRow[]> {
  const { rows } = await database.oneAsCaller<PriceRow>(caller, {
    text: 'select model, micros_in::float8 as micros_in, micros_out::float8 as micros_out from studio.prices order by model',
  })
  return rows
}
