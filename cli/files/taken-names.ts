import { freeNameBeside, storedName } from '#vault/files/file-name.ts'
import type { VaultFile } from '#vault/files/file-records.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import type { Options } from '../commands/command.ts'
import { printable } from '../output.ts'
import type { VaultTree } from './vault-tree.ts'

/** A file on its way to a place; `path` is that of its folder. */
export type IncomingFile = { name: string; path: string }
export type Decision =
  | { kind: 'store'; name: string }
  | { kind: 'replace'; existing: VaultFile }
  | { kind: 'skip'; existing: VaultFile }
type Answers = Pick<Options, 'replace' | 'keep-both' | 'skip-existing'>

const SHOWN_NAMES = 5

/**
 * Refuses a batch in which a name is taken and nothing says what to do then, before anything of it is sent.
 * @throws {CommandError} with the status of a conflict
 */
export function refuseTakenNames(tree: VaultTree, incomingFiles: readonly IncomingFile[], answers: Answers): void {
  if (answers.replace && answers['keep-both']) throw usageError('--replace and --keep-both exclude each other.')
  if (answers.replace || answers['keep-both'] || answers['skip-existing']) return
  const seen = new Set<string>()
  const taken = incomingFiles.filter(({ name, path }) => {
    const wanted = `${path}/${storedName(name)}`
    const folderId = tree.folderAt(path)
    const isTaken = seen.has(wanted) || (folderId !== undefined && tree.fileNamed(storedName(name), folderId))
    seen.add(wanted)
    return isTaken
  })
  if (taken.length > 0) throw conflict(taken.map(({ name }) => name))
}

/** What happens to one file of a batch that was let in. Of two that only differ in their size the later one is the other. */
export function decide(
  tree: VaultTree,
  file: { name: string; folderId: string | null; sizeBytes: number },
  answers: Answers,
): Decision {
  const name = storedName(file.name)
  const existing = tree.fileNamed(name, file.folderId)
  if (!existing) return { kind: 'store', name }
  const hasOther = answers.replace || answers['keep-both']
  if (answers['skip-existing'] && (!hasOther || existing.sizeBytes === file.sizeBytes))
    return { kind: 'skip', existing }
  if (answers.replace) return { kind: 'replace', existing }
  if (!answers['keep-both']) throw conflict([name])
  const names = new Set(tree.filesIn(file.folderId).map((each) => each.name))
  return { kind: 'store', name: freeNameBeside(name, names) }
}

function conflict(names: readonly string[]): CommandError {
  const shown = names.slice(0, SHOWN_NAMES).map(printable).join(', ')
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : ''
  const message = `${names.length === 1 ? 'This name is' : 'These names are'} taken: ${shown}${more}. Nothing was stored. Say --replace (what is there is kept as a version), --keep-both or --skip-existing.`
  return new CommandError(message, EXIT.conflict)
}
