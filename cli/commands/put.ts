import fs from 'node:fs'
import mime from 'mime-types'
import { checkFileName, storedName } from '#vault/files/file-name.ts'
import type { VaultFile } from '#vault/files/file-records.ts'
import { readStorageUsage } from '#vault/account/storage-usage.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { type CommandError, usageError } from '../command-error.ts'
import { Batch, failureOf } from '../files/batch.ts'
import { type LocalFile, type LocalFiles, localFiles } from '../files/local-files.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { fetchConfig } from '../session/server-config.ts'
import { type Output, printable } from '../output.ts'
import { type Put, putFile } from '../files/put-file.ts'
import { decide, namesOfBatch, refuseTakenNames } from '../files/taken-names.ts'
import { VaultTree } from '../files/vault-tree.ts'
import { asJson } from './ls.ts'
import type { Command, Options } from '../command.ts'
import { formatBytes } from '#contract/format-bytes.ts'

/** `name` is the one to store it under, `base` the one it is numbered from, `found` how it is called here. */
type Source = Pick<Put, 'content' | 'source' | 'replaces'> & {
  name: string
  base: string
  found: string
  folderId: string | null
}
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
A file that cannot be read or stored is named at the end with its reason, and the others are stored (status 7).
`,
  options: ['name', 'into', 'space', 'replace', 'keep-both', 'skip-existing', 'password-stdin'],
  async run({ words, options, output, signal }) {
    const local = filesToStore(words, options)
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    // Asked each time: the operator may have changed it since the sign-in.
    const { max_file_bytes: maxFileBytes } = await fetchConfig(opened.server)
    const tree = await VaultTree.read(opened, options.space)
    const top = options.into ?? ''
    const batch = new Batch(signal)
    batch.failures.push(...local.failures)
    for (const path of local.leftOut) output.note(`${printable(path)} is a link or a device and was left out`)
    const files = local.files.filter((file) => isStorable(file, maxFileBytes, batch))
    const piped = words.includes('-') ? { name: options.name ?? '', folder: '' } : undefined
    const arriving = (piped ? [piped] : files).map(({ name, folder }) => ({ name, path: `${top}/${folder}` }))
    refuseTakenNames(tree, arriving, options)

    const into = await tree.makeFolders(opened, top)
    const stored: VaultFile[] = []
    const entries: unknown[] = []
    let there = 0
    const keep = async (source: Source): Promise<void> => {
      const decision = decide(tree, { ...source, sizeBytes: source.content.size }, { answers: options, sent: stored })
      if (decision.kind === 'skip') {
        there += 1
        return output.note(alreadyThere(decision.existing, source))
      }
      const changed = decision.kind === 'replace' ? { replaces: decision.existing } : { name: decision.name }
      const file = await store({ opened, output, signal, spaceId: tree.spaceId }, { ...source, ...changed })
      tree.add(file)
      stored.push(file)
      const isRenamed = source.found.normalize('NFC') !== file.name
      if (isRenamed) output.note(`${printable(source.found)} is stored as ${printable(file.name)}`)
      entries.push(isRenamed ? { ...asJson(tree, file), renamed_from: source.found } : asJson(tree, file))
    }
    if (piped) await keep(await fromPipe(maxFileBytes, piped.name, into))
    const names = namesOfBatch(arriving)
    for (const [at, file] of piped ? [] : files.entries()) {
      const { name: found, folder, source } = file
      await batch.try(pathOf(file), async () => {
        const folderId = await tree.makeFolders(opened, folder, into)
        const content = await openFile(source.file)
        await keep({
          name: names[at] ?? found,
          base: storedName(found),
          found,
          folderId,
          source,
          replaces: null,
          content,
        })
      })
    }
    // Those without a file in them as well.
    for (const folder of local.folders) {
      await batch.try(folder, async () => void (await tree.makeFolders(opened, folder, into)))
    }
    opened.keepSeen()
    output.result(
      [...entries, ...batch.asJson()],
      stored.map((file) => `${file.id}  ${printable(tree.pathOf(file))}`),
    )
    batch.end({ done: stored.length + there, verb: 'stored' })
  },
}

/** The files of this computer that the words name; none for a pipe. @throws {CommandError} when they do not fit together. */
function filesToStore(words: readonly string[], options: Options): LocalFiles {
  if (words.length === 0) throw usageError('Name at least one file, or - for standard input.')
  if (options.name && words.length > 1) throw usageError('--name names one file.')
  const isPiped = words.includes('-')
  if (isPiped && (words.length > 1 || !options.name)) throw usageError('Standard input needs --name, and comes alone.')
  if (isPiped && options['password-stdin']) throw usageError('Standard input cannot bring password and content both.')
  const local = localFiles(isPiped ? [] : words)
  if (options.name && local.folders.length > 0) throw usageError('--name names one file, not a folder.')
  if (options.name && 'problem' in checkFileName(options.name)) throw unusable(options.name)
  return { ...local, files: local.files.map((file) => ({ ...file, name: options.name ?? file.name })) }
}

const unusable = (name: string): CommandError => usageError(`${printable(name)} cannot be used as a name.`)

const pathOf = ({ name, folder }: LocalFile): string => (folder === '' ? name : `${folder}/${name}`)

function isStorable(file: LocalFile, maxFileBytes: number, batch: Batch): boolean {
  try {
    if ('problem' in checkFileName(file.name)) throw unusable(file.name)
    refuseTooLarge(maxFileBytes, file.name, file.source.sizeBytes)
    return true
  } catch (error) {
    batch.failures.push(failureOf(pathOf(file), error))
    return false
  }
}

/** @throws what the file system says; opening it as a Blob alone would not say why it failed. */
async function openFile(file: string): Promise<Blob> {
  await fs.promises.access(file, fs.constants.R_OK)
  return fs.openAsBlob(file)
}

/** What is inside is not compared. */
function alreadyThere({ name, sizeBytes }: VaultFile, { content }: Source): string {
  const is = `${printable(name)} is there already`
  return sizeBytes === content.size ? is : `${is}, with another size; it was left as it is`
}

async function store({ opened, output, signal, spaceId }: Run, from: Source): Promise<VaultFile> {
  const { name, folderId, content, source, replaces } = from
  const type = mime.lookup(name) || 'application/octet-stream'
  const stored = putFile(opened, {
    file: { name, type, folderId, spaceId, modifiedMs: source?.modifiedMs },
    content,
    source,
    replaces,
    signal,
    onRestart: () =>
      output.note(
        `${printable(name)} has changed since its upload was interrupted: it is sent again from the beginning`,
      ),
    onStored: (bytes) => output.progress(`${printable(name)}  ${percent(bytes, content.size)}`),
  })
  return stored.catch(async (error: unknown) => {
    throw isFull(error) ? new VaultError('quota_reached', await noRoomSentence(opened)) : error
  })
}

const isFull = (error: unknown): boolean => error instanceof VaultError && error.code === 'quota_reached'

/** Why something was not stored, what is safe, and what to do. */
async function noRoomSentence({ api }: Opened): Promise<string> {
  const { usedBytes, limitBytes, isOwnLimit } = await readStorageUsage(api)
  const used =
    limitBytes === null
      ? 'There was not enough room.'
      : `There is not enough room: ${formatBytes(usedBytes)} of ${formatBytes(limitBytes)} are used.`
  const next = isOwnLimit
    ? 'Delete files for good, or ask who manages the people of your organisation, which set this limit for you.'
    : 'Delete files for good, or change the plan in the settings under Billing, then try again.'
  return `${used} What is already stored is not affected. ${next}`
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
  return {
    name,
    base: storedName(name),
    found: name,
    folderId,
    content: new Blob(pieces),
    source: undefined,
    replaces: null,
  }
}

function refuseTooLarge(maxFileBytes: number, name: string, sizeBytes: number): void {
  if (sizeBytes <= maxFileBytes) return
  throw usageError(
    `${printable(name)} is larger than this server takes (${maxFileBytes} bytes). Nothing of it was sent.`,
  )
}

const percent = (done: number, size: number): string => `${Math.floor((100 * done) / Math.max(1, size))} %`
