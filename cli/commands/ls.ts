import type { VaultFile } from '#vault/files/file-records.ts'
import type { VaultFolder } from '#vault/folders/folders.ts'
import { usageError } from '../command-error.ts'
import { openedVault } from '../session/opened-vault.ts'
import { printable, table } from '../output.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

/** Lists a folder, or every file. */
export const ls: Command = {
  usage: 'ls [folder] [--space <name>] | ls --all [--space <name>]',
  summary: 'list a folder, or with --all every file: id, size in bytes, time added, name',
  options: ['all', 'space', 'password-stdin'],
  async run({ words, options, output }) {
    if (words.length > 1 || (options.all && words.length > 0)) throw usageError('Name one folder, or use --all.')
    const tree = await VaultTree.read(await openedVault({ passwordStdin: options['password-stdin'] }), options.space)
    const folderId = words[0] === undefined ? null : tree.findFolder(words[0]).id
    const folders = options.all ? [] : tree.foldersIn(folderId).toSorted(byName)
    const files = options.all
      ? tree.files.toSorted((a, b) => tree.pathOf(a).localeCompare(tree.pathOf(b)))
      : tree.filesIn(folderId).toSorted(byName)
    output.result(
      [...folders.map((folder) => folderAsJson(tree, folder)), ...files.map((file) => asJson(tree, file))],
      table([
        ...folders.map(({ id, createdAt, name }) => [id, '-', day(createdAt), `${printable(name)}/`]),
        ...files.map((file) => [
          file.id,
          file.sizeBytes,
          day(file.createdAt),
          printable(options.all ? tree.pathOf(file) : file.name),
        ]),
      ]),
    )
  },
}

export function asJson(tree: VaultTree, file: VaultFile) {
  const { id, name, mimeType, sizeBytes, createdAt, isShared } = file
  const path = tree.pathOf(file)
  return {
    kind: 'file',
    id,
    name,
    path,
    mime_type: mimeType,
    size: sizeBytes,
    created_at: createdAt,
    is_shared: isShared,
  }
}

function folderAsJson(tree: VaultTree, { id, name, createdAt }: VaultFolder) {
  return { kind: 'folder', id, name, path: tree.pathOfFolder(id), created_at: createdAt }
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)
const day = (time: string): string => time.slice(0, 16).replace('T', ' ')
