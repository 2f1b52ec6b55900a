import type { ModelPreset } from '#contract/studio/models.ts'
import type { Caller, Database } from '../db/database.ts'

/** The text model of an organisation, and what is to be held with it. */
export type ChosenModel = {
  connection: string
  preset: ModelPreset
  address: string
  model: string
  redactsPrivate: boolean
  bannedClaims: string[]
}

/** @throws {DatabaseError} 42501 where the caller does not manage growth */
export async function requireManaged(database: Database, caller: Caller): Promise<void> {
  await database.oneAsCaller(caller, { text: 'select studio.managed()' })
}

/** Undefined: none is chosen, or the caller does not manage growth. */
export async function readChosen(database: Database, caller: Caller): Promise<ChosenModel | undefined> {
  const { rows } = await database.oneAsCaller<ChosenModel>(caller, {
    text: `select c.id as connection, c.preset, c.address, s.model, s.redacts_private as "redactsPrivate", s.banned_claims as "bannedClaims"
           from studio.settings s join studio.connections c on c.tenant_id = s.tenant_id and c.id = s.connection_id
           where s.model is not null`,
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

/** Of names in small letters, those that contacts of the caller's organisation have, as they are written there. */
export async function knownNames(database: Database, caller: Caller, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await database.oneAsCaller<{ name: string }>(caller, {
    text: 'select distinct c.name from growth.contacts c where lower(c.name) = any ($1::text[]) limit 1000',
    values: [names],
  })
  return rows.map(({ name }) => name)
}
