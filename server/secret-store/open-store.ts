import type { Config } from '../config.ts'
import { SecretFolder } from './secret-folder.ts'
import { hasSecretTable, isInUse, isSecretName, listSealed } from './secret-table.sql.ts'
import { type AsOwner, SecretTable } from './secret-table.ts'

/**
 * Opens the secrets of this installation: in its database where SECRETS_KEY is set, otherwise in its folder. The first start with
 * SECRETS_KEY moves those of the folder into the database.
 *
 * @param say hears what was moved.
 * @throws {Error} says what to do: the key is missing, or another one; the secrets lie in the folder of another server; or the folder
 *   has others than the database.
 */
export async function openSecretStore(
  { dataDir, secretsKey }: Pick<Config, 'dataDir' | 'secretsKey'>,
  asOwner: AsOwner,
  say: (line: string) => void,
): Promise<SecretFolder | SecretTable> {
  const folder = new SecretFolder(dataDir)
  if (!secretsKey) {
    if (await hasSharedSecrets(asOwner)) throw new Error(KEY_MISSING)
    return folder
  }
  const table = new SecretTable(secretsKey, asOwner)
  const added = await table.takeOver(folder)
  const names = await folder.names()
  if (!names.some(isSecretName)) return table
  const others = names.filter((name) => !isSecretName(name))
  const moved = await folder.moveAway()
  const said =
    added.length > 0
      ? `The secrets were moved into the database, sealed with SECRETS_KEY: ${added.join(', ')}.`
      : 'The secrets are in the database.'
  if (others.length > 0) say(`No secrets by their names, so they are not in the database: ${others.join(', ')}.`)
  say(`${said} Those of the folder are in ${moved} and no longer used: remove them once you have a backup.`)
  return table
}

/**
 * The same for a command: it moves nothing, so that a word typed to try SECRETS_KEY does not change where a server looks.
 * @throws {Error} also where the first start with SECRETS_KEY has not moved them yet.
 */
export async function reachSecretStore(
  config: Pick<Config, 'dataDir' | 'secretsKey'>,
  asOwner: AsOwner,
): Promise<SecretFolder | SecretTable> {
  const folder = new SecretFolder(config.dataDir)
  if (config.secretsKey && (await folder.names()).some(isSecretName)) throw new Error(notMoved(folder.place))
  return openSecretStore(config, asOwner, () => undefined)
}

const notMoved = (folder: string): string =>
  `The secrets lie in ${folder}. The first start of the server with SECRETS_KEY moves them into the database; until then, give this command no SECRETS_KEY.`

/** Whether secrets of this installation lie in its database. */
export function hasSharedSecrets(asOwner: AsOwner): Promise<boolean> {
  return asOwner(async (db) => (await hasSecretTable(db)) && (await listSealed(db)).length > 0)
}

/** Whether a server has worked with this database: then a node without secrets makes none. */
export function isDatabaseInUse(asOwner: AsOwner): Promise<boolean> {
  return asOwner(isInUse)
}

export const KEY_MISSING =
  'The secrets of this installation lie in its database, sealed. Set SECRETS_KEY (or SECRETS_KEY_FILE) to the key that its other nodes have.'
