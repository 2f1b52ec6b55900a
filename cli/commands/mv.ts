import { placeNames } from '#vault/files/taken-names.ts'
import { moveItems } from '#vault/folders/folders.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import { openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { type Found, VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

/** Moves files and folders into a folder. */
export const mv: Command = {
  usage: 'mv <path, name or id>… --into <folder or /> [--space <name>]',
  summary: 'move files and folders into a folder; / is the top of the vault',
  options: ['into', 'space', 'password-stdin'],
  async run({ words, options, output }) {
    if (words.length === 0 || options.into === undefined)
      throw usageError('Name what to move, and --into which folder.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened, options.space)
    const found = words.map((word) => tree.find(word))
    const files = found.flatMap((each) => (each.kind === 'file' ? [each.file] : []))
    const folders = found.flatMap((each) => (each.kind === 'folder' ? [each.folder] : []))
    refuseTaken(tree, found, options.into)
    await tree.prove(opened, found)
    const id = await tree.makeFolders(opened, options.into)
    const to = tree.foldersTo(id).at(-1) ?? null
    await moveItems(opened.api, opened.vault, { files, folders, to })
    opened.keepSeen()
    const path = `/${tree.pathOfFolder(id)}`
    output.result({ moved: found.length, into: path }, [`Moved ${found.length} into ${printable(path)}.`])
  },
}

/** Nothing may come to lie beside something of its name, nor two things that are moved. */
function refuseTaken(tree: VaultTree, found: readonly Found[], into: string): void {
  const to = tree.folderAt(into)
  const moved = found.map((each) => (each.kind === 'file' ? each.file : each.folder))
  const ids = new Set(moved.map(({ id }) => id))
  const there = to === undefined ? [] : [...tree.foldersIn(to), ...tree.filesIn(to)]
  const others = there.filter(({ id }) => !ids.has(id)).map((each) => ({ ...each, folderId: null }))
  const incoming = moved.map(({ name }) => ({ name, folderId: null }))
  const taken = placeNames(incoming, others).filter(({ isTaken }) => isTaken)
  if (taken.length === 0) return
  const text = taken.map((place) => printable(place.incoming.name)).join(', ')
  throw new CommandError(`Something there has this name already: ${text}. Nothing was moved.`, EXIT.conflict)
}
