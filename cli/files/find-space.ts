import { type TeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { CommandError, EXIT } from '../command-error.ts'
import type { Opened } from '../session/opened-vault.ts'
import { printable } from '../output.ts'

/** The team space of that name or id. @throws {CommandError} when there is none, several, or one that cannot be trusted. */
export async function findSpace({ api, vault }: Opened, wanted: string): Promise<TeamSpace> {
  const spaces = await listTeamSpaces(api, vault)
  const found = spaces.filter(({ id, name }) => id === wanted.toLowerCase() || name === wanted.normalize('NFC'))
  const [only] = found
  if (!only) throw new CommandError(`There is no team space ${printable(wanted)}.`, EXIT.notFound)
  if (found.length > 1) {
    const ids = found.map(({ id }) => `  ${id}`).join('\n')
    throw new CommandError(`${found.length} team spaces are called ${printable(wanted)}. Name one by its id:\n${ids}`)
  }
  if (only.name === null) {
    const text = 'The list of its members is not what one of its managers signed. Nothing was opened.'
    throw new CommandError(text, EXIT.damaged)
  }
  return only
}
