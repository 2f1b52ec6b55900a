import fs from 'node:fs'
import mime from 'mime-types'
import { checkFileName } from '#vault/file-name.ts'
import type { VaultFile } from '#vault/file-records.ts'
import { noRoomSentence } from '#vault/no-room-sentence.ts'
import { readStorageUsage } from '#vault/storage-usage.ts'
import { VaultError } from '#vault/vault-error.ts'
import { usageError } from '../command-error.ts'
import { localFiles } from '../local-files.ts'
import { type Opened, openedVault } from '../opened-vault.ts'
import { type Output, printable } from '../output.ts'
import { type Put, putFile } from '../put-file.ts'
import { VaultTree } from '../vault-tree.ts'
import { asJson } from './ls.ts'
import type { Command } from './command.ts'

type Source = Pick<Put, 'content' | 'source'> & { name: string; folderId: string | null }
type Run = { opened: Opened; output: Output; signal: AbortSignal }

/** Seals and stores files, folders, or what comes from a pipe. */
export const put: Command = {
  usage: 'put <file or folder>… [--into <folder>] [--skip-existing] | put - --name <name>',
  summary: 'encrypt and store files and folders; an interrupted upload goes on',
  options: ['name', 'into', 'skip-existing', 'password-stdin'],
  async run({ words, options, output, signal }) {
    if (words.length === 0) throw usageError('Name at least one file, or - for standard input.')
    if (options.name && words.length > 1) throw usageError('--name names one file.')
    const isPiped = words.includes('-')
    if (isPiped && (words.length > 1 || !options.name))
      throw usageError('Standard input needs --name, and comes alone.')
    if (isPiped && options['password-stdin']) throw usageError('Standard input cannot bring password and content both.')
    const local = isPiped ? [] : words.flatMap(localFiles)
    if (options.name && local.some(({ folder }) => folder !== ''))
      throw usageError('--name names one file, not a folder.')

    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    for (const { name, source } of local) refuseTooLarge(opened, name, source.sizeBytes)
    const run = { opened, output, signal }
    const tree = await VaultTree.read(opened)
    const into = await tree.makeFolders(opened, options.into ?? '')
    const stored: VaultFile[] = []
    const refused: string[] = []
    const keep = async (source: Source): Promise<void> => {
      const file = await storeIfRoom(run, source)
      if (file) stored.push(file)
      else refused.push(source.name)
    }
    if (isPiped) await keep(await fromPipe(opened, options.name ?? '', into))
    for (const { name: ownName, folder, source } of local) {
      const name = options.name ?? ownName
      const folderId = await tree.makeFolders(opened, folder, into)
      if (options['skip-existing'] && isThere(tree, { name, folderId, sizeBytes: source.sizeBytes })) {
        output.note(`${printable(name)} is there already`)
        continue
      }
      await keep({ name, folderId, source, content: await fs.openAsBlob(source.file) })
    }
    output.result(
      stored.map((file) => asJson(tree, file)),
      stored.map((file) => `${file.id}  ${printable(tree.pathOf(file))}`),
    )
    if (refused.length > 0) throw await noRoom(opened, refused)
  },
}

/** The same name, folder and size; what is inside is not compared. */
function isThere(tree: VaultTree, wanted: Pick<VaultFile, 'name' | 'folderId' | 'sizeBytes'>): boolean {
  const name = wanted.name.normalize('NFC')
  return tree.filesIn(wanted.folderId).some((file) => file.name === name && file.sizeBytes === wanted.sizeBytes)
}

/** The others may still fit. @returns undefined when this one does not. */
async function storeIfRoom(run: Run, source: Source): Promise<VaultFile | undefined> {
  try {
    return await store(run, source)
  } catch (error) {
    if (error instanceof VaultError && error.code === 'quota_reached') return undefined
    throw error
  }
}

async function noRoom({ api }: Opened, names: string[]): Promise<VaultError> {
  const sentence = noRoomSentence(await readStorageUsage(api))
  return new VaultError('quota_reached', `Not stored: ${names.map(printable).join(', ')}. ${sentence}`)
}

async function store({ opened, output, signal }: Run, { name, folderId, content, source }: Source): Promise<VaultFile> {
  const checked = checkFileName(name)
  if ('problem' in checked) throw usageError(`${printable(name)} cannot be used as a name.`)
  const type = mime.lookup(name) || 'application/octet-stream'
  return putFile(opened, {
    file: { name: checked.name, type, folderId },
    content,
    source,
    signal,
    onStored: (bytes) => output.progress(`${printable(name)}  ${percent(bytes, content.size)}`),
  })
}

// The size is sealed and signed before the first byte is sent, so a pipe is read to its end first.
async function fromPipe(opened: Opened, name: string, folderId: string | null): Promise<Source> {
  const pieces: Buffer<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of process.stdin) {
    const bytes = Buffer.from(piece as Buffer)
    refuseTooLarge(opened, name, (size += bytes.length))
    pieces.push(bytes)
  }
  return { name, folderId, content: new Blob(pieces), source: undefined }
}

function refuseTooLarge({ maxFileBytes }: Opened, name: string, sizeBytes: number): void {
  if (sizeBytes <= maxFileBytes) return
  throw usageError(
    `${printable(name)} is larger than this server takes (${maxFileBytes} bytes). Nothing of it was sent.`,
  )
}

const percent = (done: number, size: number): string => `${Math.floor((100 * done) / Math.max(1, size))} %`
