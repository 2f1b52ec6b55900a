import { proveFolder, proveFolders } from '#vault/folders/prove-folders.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { CommandError, EXIT, describeError, usageError } from '../command-error.ts'
import { isEvidenceArchive } from '../evidence/read-archive.ts'
import { verifyFile } from '../files/get-file.ts'
import { Batch } from '../files/batch.ts'
import type { VaultFile } from '#vault/files/file-records.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { printable } from '../output.ts'
import { VaultTree } from '../files/vault-tree.ts'
import type { Command } from '../command.ts'

/** Fetches files and checks each byte and signature, and those of folders, without saving anything. */
export const verify: Command = {
  usage: 'verify <name or id>… [--space <name>] | verify --all [--space <name>]',
  summary: 'check signatures and every byte of files, and where folders lie, without saving anything',
  options: ['all', 'space', 'password-stdin'],
  async run({ words, options, output, signal }) {
    if (options.all === words.length > 0) throw usageError('Name files, or use --all.')
    const bundle = words.find(isEvidenceArchive)
    if (bundle !== undefined) {
      throw usageError(
        `${printable(bundle)} is a bundle of evidence on this computer, and this command checks files of your vault. Run: quantumshield verify-evidence ${printable(bundle)}`,
      )
    }
    const opened = await openedVault({ passwordStdin: options['password-stdin'] })
    const tree = await VaultTree.read(opened, options.space)
    const batch = new Batch(signal)
    const files: VaultFile[] = options.all ? tree.files : []
    for (const word of words) await batch.try(word, async () => void files.push(tree.findFile(word)))
    const checks: Check[] = options.all ? await checkFolders(opened, tree, batch) : []
    for (const [at, file] of files.entries()) {
      const { id, name } = file
      output.progress(`${at + 1} of ${files.length}  ${printable(name)}`)
      await batch.try(name, async () => {
        const problem = await problemOf(verifyFile(opened, { shown: file, isShared: false }, signal))
        checks.push({ kind: 'file', id, name, is_whole: problem === null, is_signed: true, problem })
      })
    }
    const damaged = checks.filter(({ is_whole }) => !is_whole)
    output.result(
      [...checks, ...batch.asJson()],
      checks.map((check) => `${wordOf(check)}  ${printable(check.name)}${check.kind === 'folder' ? '/' : ''}`),
    )
    const unsigned = checks.filter(({ is_signed }) => !is_signed).length
    if (unsigned > 0) output.note(sayUnsigned(unsigned))
    if (damaged.length === 0) return batch.end({ done: checks.length, verb: 'checked' })
    const unchecked = batch.summary({ done: checks.length, verb: 'checked' })
    const checked = checks.some(({ kind }) => kind === 'folder') ? 'files and folders' : 'files'
    const sentence = `${damaged.length} of ${checks.length} ${checked} were changed or damaged.`
    throw new CommandError(unchecked === undefined ? sentence : `${sentence} ${unchecked}`, EXIT.damaged)
  },
}

/** `is_signed`: false for a folder that was made before places were signed, whose place and name are the word of the server. */
type Check = {
  kind: 'file' | 'folder'
  id: string
  name: string
  is_whole: boolean
  is_signed: boolean
  problem: string | null
}

function wordOf({ problem, is_signed }: Check): string {
  if (problem !== null) return 'DAMAGED'
  return is_signed ? 'ok     ' : 'no sign'
}

const sayUnsigned = (count: number): string =>
  `${count} ${count === 1 ? 'folder was' : 'folders were'} made before places were signed: where ${count === 1 ? 'it lies' : 'they lie'} is the word of the server. Renaming or moving a folder signs it.`

/** Compares every folder with what is signed about its place and name. The name of a check is its path. */
async function checkFolders({ api, vault }: Opened, tree: VaultTree, batch: Batch): Promise<Check[]> {
  const checks: Check[] = []
  // Together in few requests; one by one where anything is wrong, so that the others are checked all the same.
  const together = await proveFolders(api, vault, tree.folders).catch(() => undefined)
  for (const [at, folder] of tree.folders.entries()) {
    const name = tree.pathOfFolder(folder.id)
    await batch.try(name, async () => {
      let is_signed = true
      const proving = async () => {
        const { signed } = together?.[at] ?? (await proveFolder(api, vault, folder))
        is_signed = signed !== null
      }
      const problem = await problemOf(proving())
      checks.push({ kind: 'folder', id: folder.id, name, is_whole: problem === null, is_signed, problem })
    })
  }
  return checks
}

/** Problems of a file or folder; anything else is one of the way to it. */
const PROBLEMS: ReadonlySet<string> = new Set(['file_damaged', 'not_as_shown', 'folder_refused'])

/** What is wrong with what was checked; null where nothing is. A line that breaks says nothing about it. */
function problemOf(check: Promise<unknown>): Promise<string | null> {
  return check.then(
    () => null,
    (error: unknown) => {
      if (error instanceof VaultError && PROBLEMS.has(error.code)) return describeError(error).message
      throw error
    },
  )
}
