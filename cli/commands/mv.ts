import { moveItems } from '#vault/folders.ts'
import { usageError } from '../command-error.ts'
import { openedVault } from '../opened-vault.ts'
import { printable } from '../output.ts'
import { VaultTree } from '../vault-tree.ts'
import type { Command } from './command.ts'

/** Moves files and folders into a folder. */
export const mv: Command = {
  usage: 'mv <path, name or id>… --into <folder or />',
  summary: 'move files and folders into a folder; / is the top of the vault',
  options: ['into', 'password-stdin'],
  async run({ words, options, output }) {
    if (words.length === 0 || options.into === undefined)
      throw usageError('Name what to move, and --into which folder.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened)
    const found = words.map((word) => tree.find(word))
    const fileIds = found.flatMap((each) => (each.kind === 'file' ? [each.file.id] : []))
    const folderIds = found.flatMap((each) => (each.kind === 'folder' ? [each.folder.id] : []))
    const to = await tree.makeFolders(opened, options.into)
    await moveItems(opened.api, opened.vault, { fileIds, folderIds, to })
    const path = `/${tree.pathOfFolder(to)}`
    output.result({ moved: fileIds.length + folderIds.length, into: path }, [
      `Moved ${fileIds.length + folderIds.length} into ${printable(path)}.`,
    ])
  },
}
