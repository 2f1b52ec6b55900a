import type { ModelPreset } from '#contract/studio/models.ts'
import type { Caller, Database } from '../db/database.ts'

/** The text model of an organisation, and what is to be held with it. */
export type ChosenModel = {
  tenant: string
  connection: string
  preset: ModelPreset
  address: string
  model: string
  redactsPrivate: boolean
  keepsBodies: boolean
  bannedClaims: string[]
}

/** @returns id of the caller's organisation. @throws {DatabaseError} 42501 where the caller does not manage growth */
export async function requireManaged(database: Database, caller: Caller): Promise<string> {
  const { rows } = await database.oneAsCaller<{ home: string }>(caller, { text: 'select studio.managed() as home' })
  return rows[0]!.home
}

/** @param endpoint what the model is asked for. Undefined: none is chosen, or the caller may not ask it for that. */
export async function readChosen(
  database: Database,
  caller: Caller,
  endpoint: string,
): Promise<ChosenModel | undefined> {
  const { rows } = await database.oneAsCaller<ChosenModel>(caller, {
    text: `select m.tenant, m.connection, m.preset, m.address, m.model, m.redacts_private as "redactsPrivate", m.keeps_bodies as "keepsBodies",
                  m.banned_claims as "bannedClaims"
           from studio.chosen_model($1) m`,
    values: [endpoint],
  })
  return rows[0]
}

/** The sealed key of a connection that its caller may see. */
export async function readKey(database: Database, connection: string): Promise<Buffer | null> {
  const { rows } = await database.owner<{ key: Buffer | null }>(
    'select key_sealed as key from studio.connections where id = $1',
    [connection],
  )
  return rows[0]?.key ?? null
}

/**
 * Finds, of names in small letters, those that contacts of an organisation have, as they are written there. Also for a caller who may not see contacts:
 * the names stay on the server.
 */
export async function knownNames(database: Database, tenant: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await database.owner<{ name: string }>(
    `select distinct c.name from growth.contacts c where c.tenant_id = $1 and lower(c.name) = any ($2::text[]) limit 1000`,
    [tenant, names],
  )
  return rows.map(({ name }) => name)
}
