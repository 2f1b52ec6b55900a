import { listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { usageError } from '../command-error.ts'
import { openedVault } from '../session/opened-vault.ts'
import { printable, table } from '../output.ts'
import type { Command } from '../command.ts'

/** Lists the team spaces of this account. */
export const spaces: Command = {
  usage: 'spaces',
  summary:
    'list your team spaces: id, your role, number of members, name; ls, put, get, mkdir, mv, rm and verify take one with --space',
  options: ['password-stdin'],
  async run({ words, options, output }) {
    if (words.length > 0) throw usageError('This command takes no words.')
    const { api, vault } = await openedVault({ passwordStdin: options['password-stdin'] })
    const found = await listTeamSpaces(api, vault)
    if (found.length === 0) output.note('You belong to no team space.')
    output.result(
      found.map(({ id, name, role, members, problem }) => {
        return { id, name, role, problem, members: members.map(({ email, role: its }) => ({ email, role: its })) }
      }),
      table(
        found.map(({ id, name, role, members }) => [
          id,
          role,
          members.length,
          name === null ? 'CANNOT BE TRUSTED' : printable(name),
        ]),
      ),
    )
  },
}
