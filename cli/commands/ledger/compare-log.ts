import { fromBase64 } from '#ledger/notes/base64.ts'
import { formatVerifierKey, type KeyType, verifierKey } from '#ledger/notes/verifier-key.ts'
import { readNamed } from '#vault/ledger/anchor-log.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import type { SeenHead, SeenLogs } from '#vault/ledger/log-memory.ts'
import type { LogApi } from '#vault/ledger/read-tiles.ts'
import { MAX_AGE_SECONDS, NO_WITNESSES } from '#vault/ledger/witnesses.ts'
import { CommandError } from '../../command-error.ts'
import { type Difference, type KnownLog, type ReadCopy, readCopy } from '../../delivery/compare-mirror.ts'
import { mirrorLog } from '../../delivery/log-source.ts'
import { logOfPolicy, signaturesOf } from './verify-mirror.ts'

type Comparing = {
  api: LogApi
  /** What this computer saw before this run. */
  before: SeenLogs | undefined
  policy: string | undefined
  maxAgeSeconds: number | undefined
  nowMs: number
  signal: AbortSignal
}

/** `fault` is why a copy is none to rely on, whatever the server shows. */
export type ComparedCopy = ReadCopy & { readonly fault: string | undefined }

/**
 * Reads the copy at a mirror beside the log of a server.
 *
 * The keys and mirrors are those of the policy, else those that this computer saw first, else those that the server names.
 */
export async function copyAt(address: string, { api, signal, ...trusted }: Comparing): Promise<ComparedCopy> {
  const { before, policy } = trusted
  const log = policy === undefined ? ((before && seenLog(before)) ?? (await readNamed(api))) : logOfPolicy(policy)
  const mirror = mirrorLog(address, { origin: log.origin, policy: '' }, signal)
  const seen = before?.heads.get(log.origin)
  const copy = await readCopy(mirror, log, { server: api, seen })
  return { ...copy, fault: lackOf(copy, seen) ?? (await unsigned(copy, await rulesOf(api, trusted), trusted)) }
}

function lackOf({ head, holdsSeen }: ReadCopy, seen: SeenHead | undefined): string | undefined {
  if (!seen || holdsSeen === true) return undefined
  if (head.size >= seen.size) return 'The copy at the mirror is another history than this computer saw.'
  return `The copy at the mirror lacks the last ${seen.size - head.size} of ${seen.size} entries that this computer saw. It may be late: try again, then ask who runs it.`
}

/** Undefined where the rules call nobody a mirror. */
async function unsigned(
  copy: ReadCopy,
  rules: string,
  { maxAgeSeconds: maxSeconds = MAX_AGE_SECONDS, nowMs }: Pick<Comparing, 'maxAgeSeconds' | 'nowMs'>,
): Promise<string | undefined> {
  if (!parsePolicy(rules).witnesses.some(({ keepsEntries }) => keepsEntries)) return undefined
  try {
    await signaturesOf(copy, rules, { now: Math.floor(nowMs / 1000), maxSeconds })
    return undefined
  } catch (error) {
    if (error instanceof CommandError) return error.message
    throw error
  }
}

/** A server that lost its log may name nobody any more. */
async function rulesOf(api: LogApi, { before, policy }: Pick<Comparing, 'before' | 'policy'>): Promise<string> {
  if (policy !== undefined) return policy
  const kept = before?.witnesses ?? NO_WITNESSES
  return kept === NO_WITNESSES ? (await readNamed(api)).rules : kept
}

/** What was seen last. Keys are kept without the name of a log. */
function seenLog({ keys, heads }: SeenLogs): KnownLog | undefined {
  const [origin] = [...heads].toSorted(([, one], [, other]) => other.atMs - one.atMs)[0] ?? []
  if (origin === undefined) return undefined
  return {
    origin,
    keys: keys.map((text) => {
      const [type = '', key = ''] = text.split(' ')
      return formatVerifierKey(verifierKey(origin, type as KeyType, fromBase64(key)))
    }),
  }
}

/** What the copy says, behind what is wrong with the log of the server. */
export function refusal(looked: unknown, copy: ComparedCopy | undefined): CommandError {
  const problem = looked instanceof CommandError ? looked : undefined
  const difference = copy?.compared?.difference
  const words = [
    ...(difference === undefined ? [] : [describeDifference(difference)]),
    ...(problem ? [problem.message] : []),
    ...(copy?.fault === undefined ? [] : [copy.fault]),
    ...(copy ? [`The copy at the mirror: ${describeCopy(copy)}.`] : []),
  ]
  return new CommandError(words.join(' '), problem?.status)
}

function describeDifference(difference: Difference): string {
  if (difference === 'tree') return 'The server shows the entries of the mirror, and signed another tree.'
  const { index, isWithheld } = difference
  return isWithheld
    ? `The server does not show entries from ${index} on, which the mirror keeps.`
    : `Entry ${index} is the first that differs: the server shows another one than the mirror keeps.`
}

export function describeCopy({ head, holdsSeen, compared }: ReadCopy): string {
  const same = compared && compared.difference === undefined ? `, the first ${compared.shared} as at the server` : ''
  const late = behind(compared) > 0 ? `; it is ${behind(compared)} entries behind` : ''
  const seen =
    holdsSeen === undefined
      ? ''
      : holdsSeen
        ? '; it contains all that this computer saw'
        : '; it is another history than this computer saw'
  return `holds ${head.size} entries that the log signed${same}${late}${seen}`
}

/** So many entries the server shows beyond the copy. */
export const behind = (compared: ReadCopy['compared']): number => (compared ? compared.serverSize - compared.shared : 0)
