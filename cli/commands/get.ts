import fs from 'node:fs'
import path from 'node:path'
import { safeFileName } from '#vault/files/file-name.ts'
import { usageError } from '../command-error.ts'
import { Batch } from '../files/batch.ts'
import { type FileToGet, pipeFile, saveFile } from '../files/get-file.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { findShared } from '../files/find-shared.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

/** `inside`: where it goes, from the target folder on. */
type Wanted = FileToGet & { id: string; name: string; sizeBytes: number; inside: string }
/** `folders`: the paths of all folders, empty ones too, from the target folder on. */
type Found = { files: Wanted[]; folders: string[] }
type Find = { words: readonly string[]; batch: Batch; space: string | undefined }

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
    const batch = new Batch(signal)
    const find = { words, batch, space: options.space }
    const { files: wanted, folders } = options.shared ? await sharedFiles(opened, words) : await ownFiles(opened, find)
    if (options.output && folders.length > 0) throw usageError('--output takes no folder.')
    if (options.output === '-') {
      for (const file of wanted) await pipeFile(opened, file, process.stdout, signal)
      return batch.end({ done: wanted.length, verb: 'fetched' })
    }
    const saved: { id: string; name: string; path: string; size: number }[] = []
    let there = 0
    for (const file of wanted) {
      const { id, name, sizeBytes } = file
      const target = options.output ?? path.join(options.to ?? '.', file.inside)
      await batch.try(target, async () => {
        if (options['skip-existing'] && fs.statSync(target, { throwIfNoEntry: false })?.size === sizeBytes) {
          there += 1
          return output.note(`${printable(target)} is there already`)
        }
        fs.mkdirSync(path.dirname(target), { recursive: true })
        const onProgress = (done: number, size: number): void =>
          output.progress(`${printable(name)}  ${Math.floor((100 * done) / Math.max(1, size))} %`)
        await saveFile(opened, file, { target, force: options.force, signal, onProgress })
        saved.push({ id, name, path: target, size: sizeBytes })
      })
    }
    // Those without a file in them as well.
    for (const folder of folders) {
      const target = path.join(options.to ?? '.', folder)
      await batch.try(target, async () => void fs.mkdirSync(target, { recursive: true }))
    }
    output.result(
      [...saved, ...batch.asJson()],
      saved.map(({ path }) => printable(path)),
    )
    batch.end({ done: saved.length + there, verb: 'fetched' })
  },
}

// Names are made safe once more: another client may have stored them.
async function ownFiles(opened: Opened, { words, batch, space }: Find): Promise<Found> {
  const tree = await VaultTree.read(opened, space)
  const all: Found = { files: [], folders: [] }
  for (const word of words) {
    await batch.try(word, async () => {
      const found = tree.find(word)
      await tree.prove(opened, [found])
      if (found.kind === 'file') {
        const { id, name, sizeBytes } = found.file
        const shown = found.file
        return void all.files.push({ id, name, sizeBytes, isShared: false, shown, inside: safeFileName(name) })
      }
      const folder = safeFileName(found.folder.name)
      const below = tree.filesBelow(found.folder.id)
      all.folders.push(folder, ...tree.foldersBelow(found.folder.id).map((inside) => path.join(folder, inside)))
      for (const { file, path: inside } of below) {
        const { id, name, sizeBytes } = file
        all.files.push({ id, name, sizeBytes, isShared: false, shown: file, inside: path.join(folder, inside) })
      }
    })
  }
  return all
}

async function sharedFiles(opened: Opened, words: readonly string[]): Promise<Found> {
  const files = await findShared(opened, words)
  const wanted = files.map(({ id, name, sizeBytes }) => ({
    id,
    name,
    sizeBytes,
    isShared: true as const,
    inside: name,
  }))
  return { files: wanted, folders: [] }
}
