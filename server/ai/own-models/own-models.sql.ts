import type { ConnectionState } from '#contract/studio/models.ts'
import type { Caller, Database } from '../../db/database.ts'

/** @property sha256 in hex; null while it is uploaded */
export type ModelFileRow = {
  connection_id: string
  size_bytes: number
  uploaded_at: Date | null
  sha256: string | null
  architecture: string | null
  parameters: number | null
  context_tokens: number | null
}
const COLUMNS = `connection_id, size_bytes::float8 as size_bytes, uploaded_at, encode(sha256, 'hex') as sha256, architecture,
  parameters::float8 as parameters, context_tokens::float8 as context_tokens`

export async function listModelFiles(database: Database, caller: Caller): Promise<ModelFileRow[]> {
  const text = `select ${COLUMNS} from studio.model_files order by begun_at, connection_id`
  return (await database.oneAsCaller<ModelFileRow>(caller, { text })).rows
}

/** The size of a model that is whole. */
export async function sizeOfModel(database: Database, connection: string): Promise<number | undefined> {
  const { rows } = await database.owner<{ size: number }>(
    'select size_bytes::float8 as size from studio.model_files where connection_id = $1 and uploaded_at is not null',
    [connection],
  )
  return rows[0]?.size
}

export type WholeModel = {
  connection: string
  sha256: string
  architecture: string
  parameters: number
  contextTokens: number
  state: ConnectionState
  problem: string | null
}

/** Notes that a model is whole, and offers it by its name. @returns whether its upload was still wanted */
export async function noteWhole(database: Database, whole: WholeModel): Promise<boolean> {
  const { rowCount } = await database.owner(
    `with file as (
       update studio.model_files f
       set uploaded_at = clock_timestamp(), sha256 = decode($2, 'hex'), architecture = $3, parameters = $4, context_tokens = $5
       where f.connection_id = $1 and f.uploaded_at is null returning f.connection_id
     )
     update studio.connections c set state = $6, problem = $7, looked_at = clock_timestamp(), models = array[c.name]
     from file where c.id = file.connection_id`,
    [
      whole.connection,
      whole.sha256,
      whole.architecture,
      whole.parameters,
      whole.contextTokens,
      whole.state,
      whole.problem,
    ],
  )
  return rowCount === 1
}

/** Forgets an upload that did not become a model. */
export async function dropUpload(database: Database, connection: string): Promise<void> {
  await database.owner(
    `delete from studio.connections c using studio.model_files f
     where c.id = $1 and f.connection_id = c.id and f.uploaded_at is null`,
    [connection],
  )
}

/** Returns those of some files, by the ids of their connections, that no row names. */
export async function unknownModels(database: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.owner<{ id: string }>(
    `select given.id from unnest($1::uuid[]) as given (id)
     where not exists (select from studio.model_files f where f.connection_id = given.id)`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Forgets uploads that nobody ended: their server stopped, or their page was closed. */
export async function dropOldUploads(database: Database): Promise<void> {
  await database.owner(
    `delete from studio.connections c using studio.model_files f
     where f.connection_id = c.id and f.uploaded_at is null and f.begun_at < clock_timestamp() - interval '1 day'`,
  )
}
