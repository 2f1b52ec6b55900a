import type { Caller, Database, Transaction } from '#server/db/database.ts'

type Bundle = { statement: string; signature: string }

/** Public keys that people have published, by user id. */
export async function readBundles(database: Database, userIds: readonly string[]): Promise<Map<string, Bundle>> {
  const { rows } = await database.owner<Bundle & { user_id: string }>(
    'select user_id, statement, signature from public.user_key_bundles where user_id = any ($1::uuid[])',
    [userIds],
  )
  return new Map(rows.map(({ user_id, ...bundle }) => [user_id, bundle]))
}

/** Stores a verified roster with the rest of its epoch. @throws {DatabaseError} what `begin_team_epoch` refuses */
export function storeEpoch(database: Database, caller: Caller, payload: unknown): Promise<void> {
  return asPerson(database, caller, async (db) => {
    await db.query({ text: 'select public.begin_team_epoch($1)', values: [JSON.stringify(payload)] })
  })
}

/** Stores a verified recovery policy. @throws {DatabaseError} what `set_recovery_policy` refuses */
export function storePolicy(database: Database, caller: Caller, { statement, signature }: Bundle): Promise<void> {
  return asPerson(database, caller, async (db) => {
    await db.query({ text: 'select public.set_recovery_policy($1, $2)', values: [statement, signature] })
  })
}

/** Runs as the owner, because people may not call these functions, with the claims of the person for policies, triggers and audit. */
function asPerson(database: Database, { claims }: Caller, work: (db: Transaction) => Promise<void>): Promise<void> {
  return database.asOwner(async (db) => {
    await db.query({
      text: `select set_config('request.jwt.claims', $1, true), set_config('statement_timeout', '10s', true)`,
      values: [JSON.stringify(claims)],
    })
    await work(db)
  })
}
