import { LedgerError } from '#ledger/errors.ts'
import { type CheckedAnchor, type Checker, checkAnchorLog } from '#vault/ledger/anchor-log.ts'
import { followEntries } from '#vault/ledger/follow-entries.ts'
import { KeyBook } from '#vault/ledger/key-book.ts'
import type { LogMemory } from '#vault/ledger/log-memory.ts'
import type { LogApi } from '#vault/ledger/read-tiles.ts'
import type { WitnessReport } from '#vault/ledger/witnesses.ts'
import { CommandError, EXIT, usageError } from '../../command-error.ts'
import { fetchLimited } from '../../delivery/fetch-limited.ts'
import { checkTimestamp } from '../../delivery/log-timestamp.ts'
import { readMaxAge, readPolicyFile } from '../../delivery/policy-file.ts'
import { printable } from '../../output.ts'
import { readStatedMap } from '#ledger/events/key-entry.ts'
import { readManifestStatement, type StatedBuild } from '#ledger/events/build-statement.ts'
import { KEY_BOOK, seenLogs } from '../../session/seen-logs.ts'
import { originOf } from '../../session/server-config.ts'
import type { Command } from '../command.ts'

/** A bundle of 256 entries of the greatest size. */
const LIMIT_BYTES = 20 * 1024 * 1024
const DETAILS = `
Checks both signatures of the newest checkpoint, that the log still contains everything which this computer has seen of it, and each entry since.
Names the builds of the web app that were listed since then, and people whose keys were replaced; what the log says of everybody's keys has to
follow from its entries. Run it again and again, for example by cron, on a computer that the operator of the server does not control: a server that
shows you another log than others has to keep that up for ever.

The first run has seen nothing, and takes the keys and witnesses that the server names; --policy names a file with those that count. Where the log has
witnesses, enough of them have to have signed within a day, or within the hours of --max-age. With --timestamp-ca, a file of certificates in PEM, the newest time stamp of an
authority (RFC 3161) has to be one that those certificates vouch for, of a state that the log still contains. Exit status: 0 the log is what it was, 1 it is not, or could not be
checked. What was seen before is kept then.
`

/** Follows the public log of a server. Needs no account. */
export const verifyLog: Command = {
  usage: 'verify-log <address of the server> [--policy <file>] [--max-age <hours>] [--timestamp-ca <file>]',
  summary: 'check that the public log of a server still contains what this computer saw',
  details: DETAILS,
  options: ['policy', 'max-age', 'timestamp-ca'],
  async run({ words, options, output, signal }) {
    const [address, ...rest] = words
    if (!address || rest.length > 0) throw usageError('Name one server, such as https://vault.example.')
    const server = originOf(address)
    const api = publicApi(server, signal)
    const { memory, keep } = seenLogs(server)
    const policy = options.policy === undefined ? undefined : readPolicyFile(options.policy)
    const trusted = { policy, maxAgeSeconds: readMaxAge(options['max-age']) }
    const { log, builds, keys } = await look(api, { memory, nowMs: Date.now(), ...trusted })
    if ('problem' in log) throw new CommandError(`${PROBLEMS[log.problem]} ${ASK}`, EXIT.failed)
    if (log.isAnother) throw new CommandError(`${ANOTHER} ${ASK}`, EXIT.failed)
    if (log.witnesses.state === 'late') throw new CommandError(`${LATE} ${ASK}`, EXIT.failed)
    const ca = options['timestamp-ca']
    const stamp = ca === undefined ? undefined : await checkTimestamp(api, log, ca)
    keep()

    const root = Buffer.from(log.head.root).toString('hex')
    const before = log.before && new Date(log.before.atMs).toISOString()
    output.result(
      {
        server,
        log: { origin: log.origin, size: log.head.size, root },
        seen_before: log.before && before ? { size: log.before.size, at: before } : null,
        new_builds: builds,
        people: keys.people,
        replaced_keys: keys.replaced,
        witnesses: log.witnesses,
        timestamp: stamp ? { size: stamp.size, at: stamp.at.toISOString(), authority: stamp.authority } : null,
      },
      [
        `Log     ${printable(log.origin)}: ${log.head.size} entries, root ${root.slice(0, 16)}, both signatures hold`,
        log.before
          ? `Seen    contains all ${log.before.size} entries that this computer saw on ${before}`
          : 'Seen    for the first time: from now on this computer notices when it is rewritten',
        `Witness ${describeWitnesses(log.witnesses)}`,
        ...(stamp
          ? [`Stamped ${stamp.size} entries existed on ${stamp.at.toISOString()}, says ${printable(stamp.authority)}`]
          : []),
        `Keys    of ${keys.people} people: each list of them follows from the entries before`,
        ...keys.replaced.map(({ index, person, number }) => {
          return `Keys    of person ${person.slice(0, 16)} were replaced at entry ${index}, their number ${number}: ask why`
        }),
        ...builds.map(({ index, version, sha256 }) => {
          return `Build   ${sha256.slice(0, 12)}, version ${printable(version)}, listed at entry ${index}`
        }),
      ],
    )
  },
}

type ListedBuild = StatedBuild & { readonly index: number }
type Looked = { log: CheckedAnchor['log']; builds: ListedBuild[]; keys: KeyBook }

async function look(api: LogApi, checker: Checker): Promise<Looked> {
  try {
    const { log } = await checkAnchorLog(api, checker)
    const builds: ListedBuild[] = []
    if ('problem' in log || log.isAnother) return { log, builds, keys: new KeyBook() }
    const seen = log.before?.size ?? 0
    const keys = await recallKeys(checker.memory, seen)
    let last: Uint8Array | undefined
    for await (const placed of followEntries(api, log.head, keys.size)) {
      keys.add(placed)
      last = placed.entry
      const build = placed.index >= seen ? readManifestStatement(placed.entry) : undefined
      if (build) builds.push({ ...build, index: placed.index })
    }
    // To a browser that asks for somebody's keys, such a state of the log would say that it lists none.
    if (last && keys.people > 0 && !readStatedMap(last)) {
      throw new LedgerError('bad_proof', 'it ends without saying who has which keys')
    }
    await checker.memory.remember(KEY_BOOK, keys.write())
    return { log, builds, keys }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    throw new CommandError(`The server does not answer as a log does: ${error.message}.`, EXIT.failed)
  }
}

/** Of the log that was seen before. Somebody may have removed what was seen, and with it that log. */
async function recallKeys(memory: LogMemory, seen: number): Promise<KeyBook> {
  const kept = await memory.recall(KEY_BOOK)
  const book = kept ? KeyBook.read(kept) : new KeyBook()
  return seen > 0 && book.size <= seen ? book : new KeyBook()
}

/** As everybody is answered, without an account. */
function publicApi(server: string, signal: AbortSignal): LogApi {
  return {
    fetch: async (path) => {
      const answer = await fetchLimited(server + path, { encoding: 'identity', limitBytes: LIMIT_BYTES, signal })
      if ('problem' in answer) throw new CommandError(`${server}${path}: ${answer.problem}.`)
      if (answer.status === 200) return new Response(new Uint8Array(answer.content))
      throw new CommandError(`${server}${path} answered with status ${answer.status}: is this a QuantumShield server?`)
    },
  }
}

function describeWitnesses(report: WitnessReport): string {
  if (report.state === 'none') return 'nobody besides the server vouches for it'
  const names = report.signed.map(({ name, atMs }) => `${printable(name)} on ${new Date(atMs).toISOString()}`)
  const other = report.isOther ? '; the server names others by now, which this computer does not count' : ''
  return `signed by ${names.join(', ')}${other}`
}

const LATE =
  'Too few independent witnesses have signed this log recently enough. They may be out of reach, or you are shown another log than everybody else.'
const ASK = 'Ask the operator in person or by phone. What this computer saw before is kept.'
const ANOTHER =
  'The log that this computer knew is gone, and another one is there under the same keys, as after an older backup was put back.'
const PROBLEMS = {
  other_keys: 'The log is signed with other keys than before.',
  bad_checkpoint: 'The log is not signed as it has to be.',
  shrank: 'The log has lost entries.',
  forked: 'The log was rewritten.',
  not_anchored: 'The log contradicts itself.',
} as const
