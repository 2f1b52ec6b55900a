import fs from 'node:fs'
import mime from 'mime-types'
import { checkFileName } from '#vault/files/file-name.ts'
import type { VaultFile } from '#vault/files/file-records.ts'
import { readStorageUsage, type StorageUsage } from '#vault/account/storage-usage.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { usageError } from '../command-error.ts'
import { type LocalFile, localFiles } from '../files/local-files.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { fetchConfig } from '../session/server-config.ts'
import { type Output, printable } from '../output.ts'
import { type Put, putFile } from '../files/put-file.ts'
import { decide, refuseTakenNames } from '../files/taken-names.ts'
import { VaultTree } from '../files/vault-tree.ts'
import { asJson } from './ls.ts'
import type { Command, Options } from './command.ts'
import { formatBytes } from '#contract/format-bytes.ts'

type Source = Pick<Put, 'content' | 'source' | 'replaces'> & { name: string; folderId: string | null }
type Run = { opened: Opened; output: Output; signal: AbortSignal; spaceId: string | null }

/** Seals and stores files, folders, or what comes from a pipe. */
export const put: Command = {
  usage:
    'put <file or folder>… [--space <name>] [--into <folder>] [--replace | --keep-both] [--skip-existing] | put - --name <name> [--space <name>] [--into <folder>] [--replace | --keep-both]',
  summary: 'encrypt and store files and folders; an interrupted upload continues',
  details: `
When a name is taken, nothing is stored, unless
  --replace        gives the stored file the new content; what is there is kept as a version;
                   of two files of one name the second is stored under a numbered name
  --keep-both      stores the new one under a numbered name
  --skip-existing  leaves out what is there; with one of the others, only what has the same size
`,
  options: ['name', 'into', 'space', 'replace', 'keep-both', 'skip-existing', 'password-stdin'],
  async run({ words, options, output, signal }) {
    const local = filesToStore(words, options)
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    // Asked each time: the operator may have changed it since the sign-in.
    const { max_file_bytes: maxFileBytes } = await fetchConfig(opened.server)
    for (const { name, source } of local) refuseTooLarge(maxFileBytes, name, source.sizeBytes)
    const tree = await VaultTree.read(opened, options.space)
    const top = options.into ?? ''
    const piped = words.includes('-') ? { name: options.name ?? '', folder: '' } : undefined
    const incomingFiles = (piped ? [piped] : local).map(({ name, folder }) => ({ name, path: `${top}/${folder}` }))
    refuseTakenNames(tree, incomingFiles, options)

    const into = await tree.makeFolders(opened, top)
    const stored: VaultFile[] = []
    const refused: string[] = []
    const keep = async (source: Source): Promise<void> => {
      const decision = decide(tree, { ...source, sizeBytes: source.content.size }, { answers: options, sent: stored })
      if (decision.kind === 'skip') return output.note(alreadyThere(decision.existing, source))
      const changed = decision.kind === 'replace' ? { replaces: decision.existing } : { name: decision.name }
      const file = await storeIfRoom({ opened, output, signal, spaceId: tree.spaceId }, { ...source, ...changed })
      if (!file) return void refused.push(source.name)
      tree.add(file)
      stored.push(file)
    }
    if (piped) await keep(await fromPipe(maxFileBytes, piped.name, into))
    for (const { name, folder, source } of local) {
      const folderId = await tree.makeFolders(opened, folder, into)
      await keep({ name, folderId, source, replaces: null, content: await fs.openAsBlob(source.file) })
    }
    opened.keepSeen()
    output.result(
      stored.map((file) => asJson(tree, file)),
      stored.map((file) => `${file.id}  ${printable(tree.pathOf(file))}`),
    )
    if (refused.length > 0) throw await noRoom(opened, refused)
  },
}

/** The files of this computer that the words name; none for a pipe. @throws {CommandError} when they do not fit together. */
function filesToStore(words: readonly string[], options: Options): LocalFile[] {
  if (words.length === 0) throw usageError('Name at least one file, or - for standard input.')
  if (options.name && words.length > 1) throw usageError('--name names one file.')
  const isPiped = words.includes('-')
  if (isPiped && (words.length > 1 || !options.name)) throw usageError('Standard input needs --name, and comes alone.')
  if (isPiped && options['password-stdin']) throw usageError('Standard input cannot bring password and content both.')
  const local = isPiped ? [] : words.flatMap(localFiles)
  if (options.name && local.some(({ folder }) => folder !== ''))
    throw usageError('--name names one file, not a folder.')
  for (const name of options.name ? [options.name] : local.map((file) => file.name)) {
    if ('problem' in checkFileName(name)) throw usageError(`${printable(name)} cannot be used as a name.`)
  }
  return local.map((file) => ({ ...file, name: options.name ?? file.name }))
}

/** What is inside is not compared. */
function alreadyThere({ name, sizeBytes }: VaultFile, { content }: Source): string {
  const is = `${printable(name)} is there already`
  return sizeBytes === content.size ? is : `${is}, with another size; it was left as it is`
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

async function store({ opened, output, signal, spaceId }: Run, source: Source): Promise<VaultFile> {
  const { name, folderId, content, ...rest } = source
  const type = mime.lookup(name) || 'application/octet-stream'
  return putFile(opened, {
    file: { name, type, folderId, spaceId, modifiedMs: source.source?.modifiedMs },
    content,
    ...rest,
    signal,
    onStored: (bytes) => output.progress(`${printable(name)}  ${percent(bytes, content.size)}`),
  })
}

// The size is sealed and signed before the first byte is sent, so a pipe is read to its end first.
async function fromPipe(maxFileBytes: number, name: string, folderId: string | null): Promise<Source> {
  const pieces: Buffer<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of process.stdin) {
    const bytes = Buffer.from(piece as Buffer)
    refuseTooLarge(maxFileBytes, name, (size += bytes.length))
    pieces.push(bytes)
  }
  return { name, folderId, content: new Blob(pieces), source: undefined, replaces: null }
}

function refuseTooLarge(maxFileBytes: number, name: string, sizeBytes: number): void {
  if (sizeBytes <= maxFileBytes) return
  throw usageError(
    `${printable(name)} is larger than this server takes (${maxFileBytes} bytes). Nothing of it was sent.`,
  )
}

const percent = (done: number, size: number): string => `${Math.floor((100 * done) / Math.max(1, size))} %`

/** Why something was not stored, what is safe, and what to do. */
function noRoomSentence({ usedBytes, limitBytes }: StorageUsage): string {
  const used =
    limitBytes === null
      ? 'There was not enough room.'
      : `There is not enough room: ${formatBytes(usedBytes)} of ${formatBytes(limitBytes)} are used.`
  return `${used} What is already stored is not affected. Delete files for good, or change the plan in the settings under Billing, then try again.`
}
