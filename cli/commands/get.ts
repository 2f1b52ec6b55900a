import fs from 'node:fs'
import path from 'node:path'
import { safeFileName } from '#vault/files/file-name.ts'
import { usageError } from '../command-error.ts'
import { type FileToGet, pipeFile, saveFile } from '../files/get-file.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { findShared } from '../files/find-shared.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from './command.ts'

/** `inside`: where it goes, from the target folder on. */
type Wanted = FileToGet & { id: string; name: string; sizeBytes: number; inside: string; isBelowFolder: boolean }

/** Fetches, verifies and saves files and folders. */
export const get: Command = {
  usage:
    'get <path, name or id>… [--shared | --space <name>] [--to <folder> | --output <file or ->] [--force | --skip-existing]',
  summary:
    'fetch, verify and decrypt files and folders, with --shared those of others; an interrupted download continues',
  options: ['shared', 'space', 'to', 'output', 'force', 'skip-existing', 'password-stdin'],
  async run({ words, options, output, signal }) {
    if (words.length === 0) throw usageError('Name at least one file.')
    if (options.output && (words.length > 1 || options.to)) throw usageError('--output names one file, without --to.')
    if (options.shared && options.space) throw usageError('Use --shared or --space, not both.')
    if (options.force && options['skip-existing']) throw usageError('Use --force or --skip-existing, not both.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const wanted = options.shared ? await sharedFiles(opened, words) : await ownFiles(opened, words, options.space)
    if (options.output && wanted.some(({ isBelowFolder }) => isBelowFolder))
      throw usageError('--output takes no folder.')
    if (options.output === '-') {
      for (const file of wanted) await pipeFile(opened, file, process.stdout, signal)
      return
    }
    const saved = []
    for (const file of wanted) {
      const { id, name, sizeBytes } = file
      const target = options.output ?? path.join(options.to ?? '.', file.inside)
      if (options['skip-existing'] && fs.statSync(target, { throwIfNoEntry: false })?.size === sizeBytes) {
        output.note(`${printable(target)} is there already`)
        continue
      }
      fs.mkdirSync(path.dirname(target), { recursive: true })
      const onProgress = (done: number, size: number): void =>
        output.progress(`${printable(name)}  ${Math.floor((100 * done) / Math.max(1, size))} %`)
      await saveFile(opened, file, { target, force: options.force, signal, onProgress })
      saved.push({ id, name, path: target, size: sizeBytes })
    }
    output.result(
      saved,
      saved.map(({ path }) => printable(path)),
    )
  },
}

// Names are made safe once more: another client may have stored them.
async function ownFiles(opened: Opened, words: readonly string[], space: string | undefined): Promise<Wanted[]> {
  const tree = await VaultTree.read(opened, space)
  return words.flatMap((word): Wanted[] => {
    const found = tree.find(word)
    if (found.kind === 'file') {
      const { id, name, sizeBytes } = found.file
      return [
        {
          id,
          name,
          sizeBytes,
          isShared: false,
          shown: found.file,
          inside: safeFileName(name),
          isBelowFolder: false,
        },
      ]
    }
    const folder = safeFileName(found.folder.name)
    return tree.filesBelow(found.folder.id).map(({ file, path: below }) => {
      const { id, name, sizeBytes } = file
      const inside = path.join(folder, below)
      return { id, name, sizeBytes, isShared: false, shown: file, inside, isBelowFolder: true }
    })
  })
}

async function sharedFiles(opened: Opened, words: readonly string[]): Promise<Wanted[]> {
  const files = await findShared(opened, words)
  return files.map(({ id, name, sizeBytes }) => {
    return { id, name, sizeBytes, isShared: true, inside: name, isBelowFolder: false }
  })
}
