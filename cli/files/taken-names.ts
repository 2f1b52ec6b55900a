import { storedName } from '#vault/files/file-name.ts'
import type { VaultFile } from '#vault/files/file-records.ts'
import { freeNameBeside, placeNames } from '#vault/files/taken-names.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import type { Options } from '../command.ts'
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

const storedPath = (path: string): string => path.split('/').filter(Boolean).map(storedName).join('/')

/** The id of a folder; for one that is still to be made, what tells it from the others. */
function folderAtOrNew(tree: VaultTree, path: string): string | null {
  const folderId = tree.folderAt(path)
  return folderId === undefined ? `new:${storedPath(path)}` : folderId
}

/**
 * Names for the files of one batch: as the vault stores them, and in each folder no two alike, so that two files never become one. A file
 * whose name is stored as it is comes before those that only end up with that name; the others are numbered, the same way each time.
 */
export function namesOfBatch(files: readonly IncomingFile[]): string[] {
  const names = files.map(({ name }) => storedName(name))
  const isKept = (at: number): boolean => files[at]?.name.normalize('NFC') === names[at]
  const order = [...files.keys()].toSorted((a, b) => Number(isKept(b)) - Number(isKept(a)) || a - b)
  const taken = new Map<string, Set<string>>()
  for (const at of order) {
    const name = names[at] ?? ''
    const path = storedPath(files[at]?.path ?? '')
    const folder = taken.get(path) ?? new Set<string>()
    taken.set(path, folder)
    const free = folder.has(name) ? freeNameBeside(name, folder) : name
    folder.add(free)
    names[at] = free
  }
  return names
}

/** @param name as the batch gives it. @param base the name that is numbered when another is needed. */
type ArrivingFile = { name: string; base: string; folderId: string | null; sizeBytes: number }

/**
 * What happens to one file of a batch that was accepted.
 * @param sent what this batch has stored so far: it is neither skipped nor replaced by a later file of its name.
 */
export function decide(
  tree: VaultTree,
  { name, base, folderId, sizeBytes }: ArrivingFile,
  { answers, sent }: { answers: Answers; sent: readonly VaultFile[] },
): Decision {
  const [place] = placeNames([{ name, folderId }], tree.files)
  const existing = place?.existing
  if (!existing) return { kind: 'store', name }
  const hasOther = answers.replace || answers['keep-both']
  const isSent = sent.some(({ id }) => id === existing.id)
  if (answers['skip-existing'] && !isSent && (!hasOther || existing.sizeBytes === sizeBytes))
    return { kind: 'skip', existing }
  if (answers.replace && !isSent) return { kind: 'replace', existing }
  if (!hasOther && !answers['skip-existing']) throw conflict([name])
  return { kind: 'store', name: freeNameBeside(base, new Set(tree.filesIn(folderId).map((file) => file.name))) }
}

function conflict(names: readonly string[]): CommandError {
  const shown = names.slice(0, SHOWN_NAMES).map(printable).join(', ')
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : ''
  const message = `${names.length === 1 ? 'This name is' : 'These names are'} taken: ${shown}${more}. Nothing was stored. Say --replace (what is there is kept as a version), --keep-both or --skip-existing.`
  return new CommandError(message, EXIT.conflict)
}
