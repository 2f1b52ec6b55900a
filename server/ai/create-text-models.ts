import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { Outbound } from '../outbound/outbound.ts'
import { ownModelsOf } from './own-models/own-models.ts'
import { TextModels } from './text-models.ts'

type Services = {
  config: Pick<Config, 'outbound' | 'dataDir' | 'ownModelBytes' | 'readyFreeBytes'>
  secrets: { serverSecret: Buffer }
  database: Database
}

/** For each room that has models write something. They share the log and the budgets, which are in the database. */
export function createTextModels({ config, secrets, database }: Services): TextModels {
  return new TextModels({
    database,
    outbound: new Outbound(config.outbound),
    serverSecret: secrets.serverSecret,
    ownModels: ownModelsOf(database, config),
  })
}
