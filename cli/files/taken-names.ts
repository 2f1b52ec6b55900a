import { storedName } from '#vault/files/file-name.ts'
import type { VaultFile } from '#vault/files/file-records.ts'
import { placeNames } from '#vault/files/taken-names.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import type { Options } from '../commands/command.ts'
import { printable } from '../output.ts'
import type { VaultTree } from './vault-tree.ts'

/** A file that is to be stored; `path` is that of its folder, which may not exist yet. */
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
  const incoming = incomingFiles.map(({ name, path }) => ({ name, folderId: folderAtOrNew(tree, path) }))
  const taken = placeNames(incoming, tree.files).filter(({ isTaken }) => isTaken)
  if (taken.length > 0) throw conflict(taken.map((place) => place.incoming.name))
}

/** The id of a folder; for one that is still to be made, what tells it from the others. */
function folderAtOrNew(tree: VaultTree, path: string): string | null {
  const folderId = tree.folderAt(path)
  return folderId === undefined ? `new:${path.split('/').filter(Boolean).map(storedName).join('/')}` : folderId
}

type ArrivingFile = { name: string; folderId: string | null; sizeBytes: number }

/**
 * What happens to one file of a batch that was accepted.
 * @param sent what this batch has stored so far: it can be skipped, but is never replaced by a later file of its name.
 */
export function decide(
  tree: VaultTree,
  file: ArrivingFile,
  { answers, sent }: { answers: Answers; sent: readonly VaultFile[] },
): Decision {
  const [place] = placeNames([file], tree.files)
  if (!place?.existing) return { kind: 'store', name: place?.freeName ?? storedName(file.name) }
  const { existing, freeName } = place
  const hasOther = answers.replace || answers['keep-both']
  if (answers['skip-existing'] && (!hasOther || existing.sizeBytes === file.sizeBytes))
    return { kind: 'skip', existing }
  if (answers.replace && !sent.some(({ id }) => id === existing.id)) return { kind: 'replace', existing }
  if (!hasOther) throw conflict([file.name])
  return { kind: 'store', name: freeName }
}

function conflict(names: readonly string[]): CommandError {
  const shown = names.slice(0, SHOWN_NAMES).map(printable).join(', ')
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : ''
  const message = `${names.length === 1 ? 'This name is' : 'These names are'} taken: ${shown}${more}. Nothing was stored. Say --replace (what is there is kept as a version), --keep-both or --skip-existing.`
  return new CommandError(message, EXIT.conflict)
}
