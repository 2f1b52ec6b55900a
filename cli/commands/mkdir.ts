import { usageError } from '../command-error.ts'
import { openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

/** Makes folders, and those above them where they are missing. */
export const mkdir: Command = {
  usage: 'mkdir <path>… [--space <name>]',
  summary: 'make folders',
  options: ['space', 'password-stdin'],
  async run({ words, options, output }) {
    if (words.length === 0) throw usageError('Name at least one folder.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened, options.space)
    const created = []
    for (const word of words) {
      const id = await tree.makeFolders(opened, word)
      created.push({ id, path: tree.pathOfFolder(id) })
    }
    opened.keepSeen()
    output.result(
      created,
      created.map(({ id, path }) => `${id}  ${printable(path)}/`),
    )
  },
}
