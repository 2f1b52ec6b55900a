import { connectAsOwner } from '../backup/database-connection.ts'
import type { Config } from '../config.ts'
import { reachSecretStore } from '../secret-store/open-store.ts'
import { SecretFolder } from '../secret-store/secret-folder.ts'
import type { SecretStore } from '../secret-store/secret-store.ts'
import { ownerOf } from '../secret-store/secret-table.ts'

/** The secrets of an installation, for a command that needs nothing else: the database is asked only where they lie in it. */
export async function withSecrets<T>(config: Config, use: (secrets: SecretStore) => Promise<T>): Promise<T> {
  if (!config.secretsKey) return use(new SecretFolder(config.dataDir))
  const { client, close } = await connectAsOwner(config)
  try {
    return await use(await reachSecretStore(config, ownerOf(client)))
  } finally {
    await close()
  }
}
