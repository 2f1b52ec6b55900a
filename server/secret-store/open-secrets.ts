import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { loadSecrets, type Secrets } from '../secrets.ts'
import { openSecretStore } from './open-store.ts'
import { SecretTable } from './secret-table.ts'
import { SharedKeys } from './shared-keys.ts'

export type OpenSecrets = {
  secrets: Secrets
  /** Takes over keys that were rotated meanwhile, where nodes share them. @returns what ends it. */
  follow: (log: Pick<FastifyBaseLogger, 'error' | 'info'>) => () => Promise<void>
}

/** The secrets of a server that is about to start; what is missing is made. @throws {Error} says what to do. */
export async function openSecrets(
  config: Pick<Config, 'dataDir' | 'secretsKey'>,
  database: Database,
  say: (line: string) => void,
): Promise<OpenSecrets> {
  const store = await openSecretStore(config, (work) => database.asOwner(work), say)
  const secrets = await loadSecrets(store)
  if (!(store instanceof SecretTable)) return { secrets, follow: () => async () => undefined }
  const keys = new SharedKeys(store, secrets)
  // The newest may have been published too short a time ago to sign.
  await keys.look()
  return { secrets, follow: (log) => keys.start(log, database) }
}
