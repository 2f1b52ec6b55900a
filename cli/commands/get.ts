import path from 'node:path'
import type { VaultFile } from '#vault/file-records.ts'
import { usageError } from '../command-error.ts'
import { findFiles } from '../find-files.ts'
import { pipeFile, saveFile } from '../get-file.ts'
import { openedVault } from '../opened-vault.ts'
import { printable } from '../output.ts'
import type { Command } from './command.ts'

/** Fetches, verifies and saves files. */
export const get: Command = {
  usage: 'get <name or id>… [--to <folder> | --output <file or ->] [--force]',
  summary: 'fetch, verify and decrypt files; an interrupted download goes on',
  options: ['to', 'output', 'force', 'password-stdin'],
  async run({ words, options, output, signal }) {
    if (words.length === 0) throw usageError('Name at least one file.')
    if (options.output && (words.length > 1 || options.to)) throw usageError('--output names one file, without --to.')
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const files = await findFiles(opened, words)
    const [first] = files
    if (options.output === '-' && first) {
      await pipeFile(opened, first.id, process.stdout, signal)
      return
    }
    const saved = []
    for (const file of files) {
      const target = options.output ?? path.join(options.to ?? '.', localName(file))
      const onProgress = (done: number, size: number): void =>
        output.progress(`${printable(file.name)}  ${Math.floor((100 * done) / Math.max(1, size))} %`)
      await saveFile(opened, file.id, { target, force: options.force, signal, onProgress })
      saved.push({ id: file.id, name: file.name, path: target, size: file.sizeBytes })
    }
    output.result(
      saved,
      saved.map(({ path }) => printable(path)),
    )
  },
}

// Names are checked when they are stored, by clients that another person may have written.
function localName({ name, id }: VaultFile): string {
  const isPlain = name !== '.' && name !== '..' && !/[/\\\0]/.test(name)
  return isPlain ? name : id
}
