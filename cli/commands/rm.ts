import { LIMITS } from '#contract/limits.ts'
import { trashItems } from '#vault/folders/trash.ts'
import { usageError } from '../command-error.ts'
import { openedVault } from '../session/opened-vault.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

/** Moves files and folders to the trash. */
export const rm: Command = {
  usage: 'rm <path, name or id>… [--space <name>]',
  summary: `move files and folders to the trash, where they stay for ${LIMITS.trashDays} days`,
  options: ['space', 'password-stdin'],
  async run({ words, options, output }) {
    if (words.length === 0) throw usageError('Name at least one file or folder.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened, options.space)
    const found = words.map((word) => tree.find(word))
    const fileIds = found.flatMap((each) => (each.kind === 'file' ? [each.file.id] : []))
    const folderIds = found.flatMap((each) => (each.kind === 'folder' ? [each.folder.id] : []))
    await trashItems(opened.api, { fileIds, folderIds, spaceId: tree.spaceId })
    const count = fileIds.length + folderIds.length
    output.result({ trashed: count }, [
      `Moved ${count} to the trash. The web app restores what is there for ${LIMITS.trashDays} days.`,
    ])
  },
}
