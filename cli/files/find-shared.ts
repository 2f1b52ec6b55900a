import { type SharedFile, listSharedWithMe } from '#vault/sharing/shared-files.ts'
import { CommandError, EXIT } from '../command-error.ts'
import type { Opened } from '../session/opened-vault.ts'
import { printable } from '../output.ts'

type Readable = SharedFile & { name: string }

/**
 * Finds files that others share with this account, each by its id or its exact name.
 * @throws {CommandError} when one is missing, cannot be trusted, or when a name stands for several.
 */
export async function findShared({ api, vault }: Opened, words: readonly string[]): Promise<Readable[]> {
  const files = await listSharedWithMe(api, vault, new Date())
  return words.map((word) => findOne(files, word))
}

function findOne(files: readonly SharedFile[], wanted: string): Readable {
  const found = files.filter(({ id, name }) => id === wanted.toLowerCase() || name === wanted)
  const [only] = found
  if (!only) throw new CommandError(`Nobody shares a file ${printable(wanted)} with you.`, EXIT.notFound)
  if (found.length > 1) {
    const lines = found.map(({ id, ownerEmail }) => `  ${id}  from ${printable(ownerEmail)}`).join('\n')
    throw new CommandError(
      `${found.length} shared files are called ${printable(wanted)}. Name one by its id:\n${lines}`,
    )
  }
  const { name } = only
  if (name === null) {
    throw new CommandError(
      only.problem === 'key_changed'
        ? `The keys of ${printable(only.ownerEmail)} are not the ones that were seen before. Nothing was opened.`
        : 'This file was changed or damaged; nothing was opened.',
      EXIT.damaged,
    )
  }
  return { ...only, name }
}
