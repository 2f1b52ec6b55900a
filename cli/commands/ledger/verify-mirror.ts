import { parsePolicy } from '#ledger/notes/policy.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { readWitnessing, type Witnessing } from '#ledger/witness/cosignatures.ts'
import { ANYBODY } from '#vault/ledger/anchor-log.ts'
import { bareKey, NOTHING_SEEN, recallLogs, rememberLogs } from '#vault/ledger/log-memory.ts'
import { CommandError, EXIT } from '../../command-error.ts'
import { type KnownLog, type ReadCopy, readCopy } from '../../delivery/compare-mirror.ts'
import { mirrorLog } from '../../delivery/log-source.ts'
import { type Output, printable } from '../../output.ts'
import { seenLogs } from '../../session/seen-logs.ts'

type Reading = { policy: string; maxAgeSeconds: number | undefined; nowMs: number; signal: AbortSignal; output: Output }

/** Checks the copy of a log at a mirror by itself, where the server has lost its log or shows another one. */
export async function verifyMirror(address: string, { policy, maxAgeSeconds, nowMs, ...run }: Reading): Promise<void> {
  const log = logOfPolicy(policy)
  const api = mirrorLog(address, { origin: log.origin, policy }, run.signal)
  const { memory, keep } = seenLogs(address)
  const seen = (await recallLogs(memory, ANYBODY))?.heads.get(log.origin)
  const copy = await readCopy(api, log, { seen })
  if (seen && copy.holdsSeen !== true) {
    const what = copy.head.size < seen.size ? 'has lost entries' : 'is another history'
    throw new CommandError(`The copy ${what}: this computer saw ${seen.size} entries of it. Ask who runs the mirror.`)
  }
  const age = maxAgeSeconds === undefined ? undefined : { now: Math.floor(nowMs / 1000), maxSeconds: maxAgeSeconds }
  const signatures = await signaturesOf(copy, policy, age)
  await rememberLogs(memory, ANYBODY, {
    ...NOTHING_SEEN,
    keys: log.keys.map(bareKey),
    heads: new Map([[log.origin, { ...copy.head, atMs: nowMs }]]),
  })
  keep()
  const root = Buffer.from(copy.head.root).toString('hex')
  run.output.result(
    {
      mirror: address,
      log: { origin: log.origin, size: copy.head.size, root },
      seen_before: seen ? { size: seen.size, at: new Date(seen.atMs).toISOString() } : null,
      signed: signatures?.signed.map(({ name, seconds }) => ({ name, at: timeOf(seconds) })) ?? null,
    },
    [
      `Log     ${printable(log.origin)}: ${copy.head.size} entries, root ${root.slice(0, 16)}, signed with each of its keys`,
      'Copy    holds every entry: together they have this root',
      seen
        ? `Seen    contains all ${seen.size} entries that this computer saw there on ${new Date(seen.atMs).toISOString()}`
        : 'Seen    for the first time: from now on this computer notices when the copy is rewritten',
      signatures
        ? `Mirror  ${signatures.signed.map(({ name, seconds }) => `${printable(name)} signed it on ${timeOf(seconds)}`).join(', ')}`
        : 'Mirror  the policy names none, so its own signature was not checked',
    ],
  )
}

/** The first log that a policy names, with its keys. @throws {CommandError} */
export function logOfPolicy(policy: string): KnownLog {
  const keys = parsePolicy(policy).logs.map(({ key }) => key)
  const origin = keys[0]?.name
  if (origin === undefined) throw new CommandError('The policy names no log.')
  return { origin, keys: keys.filter(({ name }) => name === origin).map(formatVerifierKey) }
}

type Age = Parameters<typeof readWitnessing>[2]

/** Who of the mirrors of a policy signed what the copy holds; of all that it names where it calls none a mirror. */
export async function signaturesOf(
  { note }: ReadCopy,
  policy: string,
  age: Age,
): Promise<Pick<Witnessing, 'signed'> | undefined> {
  const { logs, witnesses } = parsePolicy(policy)
  const mirrors = witnesses.filter(({ keepsEntries }) => keepsEntries)
  const asked = mirrors.length > 0 ? mirrors : witnesses
  if (asked.length === 0) return undefined
  const { signed } = await readWitnessing(note, { logs, witnesses: asked, quorum: undefined })
  const young = signed.filter(({ seconds }) => age === undefined || age.now - seconds <= age.maxSeconds)
  if (young.length > 0) return { signed: young }
  throw new CommandError(
    signed.length === 0
      ? 'No mirror of the policy signed this copy. Ask who runs it for its key, outside of this network.'
      : 'The mirror signed this copy too long ago: see --max-age.',
    EXIT.failed,
  )
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
