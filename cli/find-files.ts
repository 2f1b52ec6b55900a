import type { VaultFile } from '#vault/file-records.ts'
import { listLiveFiles } from '#vault/live-files.ts'
import { CommandError, EXIT } from './command-error.ts'
import type { Opened } from './opened-vault.ts'
import { printable } from './output.ts'

/**
 * Finds each file by its id or its exact name.
 * @throws {CommandError} when one is missing, or when a name stands for several.
 */
export async function findFiles({ api, vault }: Opened, wanted: readonly string[]): Promise<VaultFile[]> {
  const files = await listLiveFiles(api, vault)
  return wanted.map((text) => findOne(files, text))
}

function findOne(files: readonly VaultFile[], wanted: string): VaultFile {
  const byId = files.find(({ id }) => id === wanted.toLowerCase())
  if (byId) return byId
  const byName = files.filter(({ name }) => name === wanted)
  const [found] = byName
  if (!found) throw new CommandError(`There is no file called ${printable(wanted)}.`, EXIT.notFound)
  if (byName.length > 1) {
    const ids = byName.map(({ id, createdAt }) => `  ${id}  added ${createdAt}`).join('\n')
    throw new CommandError(`${byName.length} files are called ${printable(wanted)}. Name one by its id:\n${ids}`)
  }
  return found
}
