import fs from 'node:fs/promises'
import path from 'node:path'
import type { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { type OpenLink, type VisitorsFile, beginVisit, linkContent } from '#vault/sharing/links/visit-link.ts'
import { visitsInTurn } from '#vault/sharing/links/visits-in-turn.ts'
import { zipPaths } from '#vault/transfer/zip-paths.ts'
import { CommandError, EXIT, type ExitStatus, describeError, usageError } from '../command-error.ts'
import type { Command } from '../command.ts'
import { printable } from '../output.ts'
import { refuseTaken, saveContent } from './get-file.ts'

export type Opening = { api: VaultApi; link: OpenLink } & Pick<
  Parameters<Command['run']>[0],
  'options' | 'output' | 'signal'
>
type Wanted = { file: VisitorsFile; target: string }
type Failed = Wanted & { error: unknown }

/**
 * Saves all files of a link below a folder of their own. Names and folders are what somebody else wrote: `zipPaths` makes them lead
 * nowhere else. What does not come or cannot be written is named at the end; the others are saved. After what ends all of them, such
 * as a lost connection, the result still says what is there.
 */
export async function saveSeveral(opening: Opening): Promise<void> {
  const { link, options, output } = opening
  if (options.output !== undefined) throw usageError('This link opens several files. Use --to with a folder.')
  const { files, sender, several } = link
  const paths = zipPaths(files)
  const [folder = ''] = zipPaths([{ name: several?.name ?? 'Shared files', folders: [] }])
  const top = path.join(options.to ?? '.', visibleName(folder))
  // Before the visit begins, which the server counts. Where the person has a folder of that name already, somebody else's files have no place in it.
  await refuseTaken({ target: top, force: options.force })
  const wanted = files.map((file, at) => ({ file, target: path.join(top, ...(paths[at] ?? '').split('/')) }))
  for (const { file, target } of wanted) {
    if (!isBelow(top, target))
      throw new CommandError(`${printable(file.name)} has a name that leads elsewhere.`, EXIT.damaged)
  }
  const { saved, failed } = await saveEach(opening, wanted)
  output.result(
    { files: saved.map(({ file, target }) => ({ name: file.name, path: target, size: file.sizeBytes })), sender },
    saved.map(({ target }) => printable(target)),
  )
  if (saved.length < files.length) throw unsaved(files.length, saved.length, failed)
}

/** Until all were tried, or one failed in a way that the next ones would as well: that is the last of `failed`. */
async function saveEach(
  { api, link, options, output, signal }: Opening,
  wanted: readonly Wanted[],
): Promise<{ saved: Wanted[]; failed: Failed[] }> {
  const visits = visitsInTurn(api, link, await beginVisit(api, link))
  const saved: Wanted[] = []
  const failed: Failed[] = []
  for (const { file, target } of wanted) {
    try {
      if (file.isMissing) throw new VaultError('share_link_file_missing', 'The link no longer opens this file.')
      const keys = await linkContent(api, link, await visits(), file.fileId)
      await fs.mkdir(path.dirname(target), { recursive: true })
      await saveContent(api, keys, { target, force: options.force, signal, onProgress: progressOf(output, file.name) })
      saved.push({ file, target })
    } catch (error) {
      failed.push({ file, target, error })
      if (signal.aborted || !isOfOneFile(error)) break
    }
  }
  return { saved, failed }
}

function unsaved(count: number, saved: number, failed: readonly Failed[]): CommandError {
  const lines = failed.map(({ target, error }) => `  ${printable(target)}: ${describeError(error).message}`)
  const untried = count - saved - failed.length
  if (untried > 0) lines.push(`  ${untried} more, which were not tried after that.`)
  const hint = 'With --force the command tries again, in the same folder.'
  const head = `${saved} of ${count} files are saved. These are not:`
  return new CommandError([head, ...lines, hint].join('\n'), statusOf(failed))
}

/** Whether what failed is damaged or missing says more than that something failed. */
function statusOf(failed: readonly Failed[]): ExitStatus {
  if (failed.some(({ error }) => error instanceof VaultError && LOST.has(error.code))) return EXIT.damaged
  return describeError(failed.at(-1)?.error).status
}

/** After these one file is not there, and the others are. */
const LOST: ReadonlySet<string> = new Set(['file_damaged', 'share_link_file_missing', 'share_link_unavailable'])
/** No other file could be written either. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

function isOfOneFile(error: unknown): boolean {
  // The next file begins another visit.
  if (error instanceof VaultError) return LOST.has(error.code) || error.code === 'share_visit_ended'
  if (error instanceof CommandError) return true
  return error instanceof Error && 'syscall' in error && 'code' in error && !FULL.has(String(error.code))
}

/** Programs look for settings in hidden files: what somebody else named is not one where the person works. */
export const visibleName = (name: string): string => name.replace(/^\.+/, '_')

export const progressOf =
  (output: Opening['output'], name: string) =>
  (done: number, all: number): void =>
    output.progress(`${printable(name)}  ${Math.floor((100 * done) / Math.max(1, all))} %`)

function isBelow(folder: string, target: string): boolean {
  const way = path.relative(path.resolve(folder), path.resolve(target))
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}
