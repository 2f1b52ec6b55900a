import { LIMITS } from '#contract/limits.ts'
import { type EarlierState, listEarlierStates, putBackState } from '#vault/files/earlier-states.ts'
import { type DeletedVersion, listDeletedVersions, putBackVersions } from '#vault/files/file-versions.ts'
import { findSpace } from '../files/find-space.ts'
import { Batch } from '../files/batch.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import { type Output, printable } from '../output.ts'
import { type Opened, openedVault } from '../session/opened-vault.ts'
import { withProof } from '../session/proven.ts'
import { putBackKeyring } from './put-back-keyring.ts'
import { type Command, momentOf } from '../command.ts'

const MAX_SINCE_MS = LIMITS.trashDays * 86_400_000

/** Puts back what files and folders were called and where they were, and versions that were deleted. */
export const putBack: Command = {
  usage:
    'put-back [<name or id>…] --since <30m, 8h, 2d or a time> [--space <name>] [--dry-run] | put-back --keyring [--dry-run]',
  summary: 'put back names, places and versions as they were before a change',
  details: `Names and places are kept for ${LIMITS.earlierStateDays} days, deleted versions for ${LIMITS.trashDays}. What does not carry the signature of its author is not put back.\n`,
  options: ['since', 'dry-run', 'keyring', 'space', 'password-stdin'],
  async run({ words, options, output, signal }) {
    const passwordStdin = options['password-stdin']
    const isDry = options['dry-run']
    if (options.keyring) {
      if (words.length > 0 || options.since !== undefined)
        throw usageError('--keyring stands alone, or with --dry-run.')
      return putBackKeyring({ output, passwordStdin, isDry })
    }
    if (options.since === undefined) throw usageError('Say since when with --since, such as 2d or 2026-11-28T09:00.')
    const since = momentOf('--since', options.since, { longestMs: MAX_SINCE_MS, now: new Date() })
    const opened = await openedVault({ passwordStdin })
    const spaceId = options.space === undefined ? null : (await findSpace(opened, options.space)).id
    const found = await read(opened, { since, spaceId, words })
    const batch = new Batch(signal)
    if (!isDry) {
      const proven = <Result>(work: () => Promise<Result>) => withProof(opened, { passwordStdin }, work)
      for (const [at, state] of found.states.entries()) {
        output.progress(`${at + 1} of ${found.states.length}  ${printable(state.before.name)}`)
        await batch.try(state.before.name, () => proven(() => putBackState(opened.api, opened.vault, state, since)))
      }
      for (const [fileId, [version]] of found.versions)
        await batch.try(
          version?.name ?? fileId,
          async () => void (await proven(() => putBackVersions(opened.api, fileId))),
        )
    }
    report(output, found, { batch, isDry })
  },
}

type FoundBack = { states: EarlierState[]; versions: ReadonlyMap<string, DeletedVersion[]>; refused: number }

async function read(
  { api, vault }: Opened,
  { since, spaceId, words }: { since: Date; spaceId: string | null; words: readonly string[] },
): Promise<FoundBack> {
  const asked = { since, spaceId, ids: null }
  const [states, versions] = await Promise.all([
    listEarlierStates(api, vault, asked),
    listDeletedVersions(api, vault, asked),
  ])
  const isMeant = (...names: (string | undefined)[]) => words.length === 0 || words.some((word) => names.includes(word))
  const byFile = new Map<string, DeletedVersion[]>()
  for (const version of versions.offered)
    if (isMeant(version.file.id, version.name))
      byFile.set(version.file.id, [...(byFile.get(version.file.id) ?? []), version])
  const meant = states.offered.filter(({ id, now, before }) => isMeant(id, before.name, now?.name))
  // Folders first: what was in them goes back into them.
  meant.sort((one, other) => other.kind.localeCompare(one.kind))
  if (words.length > 0 && meant.length === 0 && byFile.size === 0)
    throw new CommandError('Nothing of that name was changed since then, or can be put back.', EXIT.notFound)
  return { states: meant, versions: byFile, refused: states.refused + versions.refused }
}

function report(
  output: Output,
  { states, versions, refused }: FoundBack,
  { batch, isDry }: { batch: Batch; isDry: boolean },
): void {
  const failed = new Set(batch.failures.map(({ path }) => path))
  const done = states.filter(({ before }) => !failed.has(before.name))
  const deleted = [...versions.values()].flat().filter(({ name }) => !failed.has(name))
  const entries = [
    ...done.map(({ id, kind, now, before, changedAt }) => ({
      id,
      kind,
      name: before.name,
      name_now: now?.name ?? null,
      signed_at: before.signedAt,
      signed_by: before.signer,
      changed_at: changedAt,
    })),
    ...deleted.map(({ file, version, name, deletedAt }) => ({
      id: file.id,
      kind: 'version',
      name,
      version,
      changed_at: deletedAt,
    })),
  ]
  const verb = isDry ? 'would be put back' : 'put back'
  output.result(
    [...entries, ...batch.asJson()],
    [
      ...done.map(
        ({ now, before, changedAt }) =>
          `${verb}  ${printable(before.name)}  ${wasNow(now?.name, before.name)}, changed ${new Date(changedAt).toLocaleString()}${before.signer === null ? '' : `, signed by ${printable(before.signer)}`}`,
      ),
      ...deleted.map(
        ({ name, version, deletedAt }) =>
          `${verb}  version ${version} of ${printable(name)}, deleted ${new Date(deletedAt).toLocaleString()}`,
      ),
      ...(entries.length === 0 ? ['Nothing to put back.'] : []),
      ...(refused === 0 ? [] : [`${refused} kept states do not hold: they were changed or damaged, and are left out.`]),
    ],
  )
  batch.end({ done: done.length + deleted.length, verb: 'put back' })
}

function wasNow(now: string | undefined, before: string): string {
  if (now === undefined) return 'is damaged now'
  return now === before ? 'is in another folder now' : `is called ${printable(now)} now`
}
