import type { Config } from '../config.ts'
import { connectIfRunning, placeOf } from '../backup/database-connection.ts'
import { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'

export type Opened = { database: Database; close: () => Promise<void> }

type Where = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'archive'>

/**
 * The database of an installation, for a command: that of the server that runs beside it, the operator's own, or the embedded one, which is started
 * while no server runs.
 *
 * @throws {Error} when it cannot be reached.
 */
export async function openBeside(where: Where): Promise<Opened> {
  const place = where.databaseUrl ? undefined : placeOf(where)
  const running = place && (await connectIfRunning(place))
  if (!place || !running) return openDatabase(where)
  await running.close()
  const database = new Database(place)
  return { database, close: () => database.end() }
}
