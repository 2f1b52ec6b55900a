import fs from 'node:fs'
import path from 'node:path'
import mime from 'mime-types'
import { checkFileName } from '#vault/file-name.ts'
import { usageError } from '../command-error.ts'
import { type Opened, openedVault } from '../opened-vault.ts'
import { type Output, printable } from '../output.ts'
import { type Put, putFile } from '../put-file.ts'
import { asJson } from './ls.ts'
import type { Command } from './command.ts'

type Source = Pick<Put, 'content' | 'source'> & { name: string }

/** Seals and stores files, or what comes from a pipe. */
export const put: Command = {
  usage: 'put <file>… | put - --name <name>',
  summary: 'encrypt and store files; an interrupted upload goes on',
  options: ['name', 'password-stdin'],
  async run({ words, options, output, signal }) {
    if (words.length === 0) throw usageError('Name at least one file, or - for standard input.')
    if (options.name && words.length > 1) throw usageError('--name names one file.')
    const isPiped = words.includes('-')
    if (isPiped && (words.length > 1 || !options.name))
      throw usageError('Standard input needs --name, and comes alone.')
    if (isPiped && options['password-stdin']) throw usageError('Standard input cannot bring password and content both.')

    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const stored = []
    for (const word of words) {
      const source = isPiped ? await fromPipe(opened, options.name ?? '') : await fromDisk(word, options.name)
      stored.push(await store(opened, source, output, signal))
    }
    output.result(
      stored.map(asJson),
      stored.map(({ id, name }) => `${id}  ${printable(name)}`),
    )
  },
}

async function store(opened: Opened, { name, content, source }: Source, output: Output, signal: AbortSignal) {
  const checked = checkFileName(name)
  if ('problem' in checked) throw usageError(`${printable(name)} cannot be used as a name.`)
  refuseTooLarge(opened, name, content.size)
  const type = mime.lookup(name) || 'application/octet-stream'
  return putFile(opened, {
    file: { name: checked.name, type, folderId: null },
    content,
    source,
    signal,
    onStored: (bytes) => output.progress(`${printable(name)}  ${percent(bytes, content.size)}`),
  })
}

async function fromDisk(file: string, name: string | undefined): Promise<Source> {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (!stat) throw usageError(`There is no file ${printable(file)} here.`)
  if (!stat.isFile()) throw usageError(`${printable(file)} is not a file.`)
  const source = { file: path.resolve(file), sizeBytes: stat.size, modifiedMs: stat.mtimeMs }
  return { name: name ?? path.basename(file), content: await fs.openAsBlob(file), source }
}

// The size is sealed and signed before the first byte is sent, so a pipe is read to its end first.
async function fromPipe(opened: Opened, name: string): Promise<Source> {
  const pieces: Buffer<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of process.stdin) {
    const bytes = Buffer.from(piece as Buffer)
    refuseTooLarge(opened, name, (size += bytes.length))
    pieces.push(bytes)
  }
  return { name, content: new Blob(pieces), source: undefined }
}

function refuseTooLarge({ maxFileBytes }: Opened, name: string, sizeBytes: number): void {
  if (sizeBytes <= maxFileBytes) return
  throw usageError(
    `${printable(name)} is larger than this server takes (${maxFileBytes} bytes). Nothing of it was sent.`,
  )
}

const percent = (done: number, size: number): string => `${Math.floor((100 * done) / Math.max(1, size))} %`
