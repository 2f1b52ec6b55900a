import { LedgerError } from '#ledger/errors.ts'
import { ANYBODY, type Checker, checkAnchorLog } from '#vault/ledger/anchor-log.ts'
import { followEntries } from '#vault/ledger/follow-entries.ts'
import { KeyBook } from '#vault/ledger/listings/key-book.ts'
import { type LogMemory, recallLogs } from '#vault/ledger/log-memory.ts'
import type { LogApi } from '#vault/ledger/read-tiles.ts'
import { CommandError, EXIT, usageError } from '../../command-error.ts'
import { mirrorAddress, serverLog } from '../../delivery/log-source.ts'
import { checkTimestamp } from '../../delivery/log-timestamp.ts'
import { readMaxAge, readPolicyFile } from '../../delivery/policy-file.ts'
import { readStatedMap } from '#ledger/events/key-entry.ts'
import { readManifestStatement } from '#ledger/events/build-statement.ts'
import { KEY_BOOK, seenLogs } from '../../session/seen-logs.ts'
import { originOf } from '../../session/server-config.ts'
import type { Command } from '../../command.ts'
import { copyAt, refusal } from './compare-log.ts'
import { type FineLog, type ListedBuild, reportLog } from './log-report.ts'
import { verifyMirror } from './verify-mirror.ts'

const DETAILS = `
Checks both signatures of the newest checkpoint, that the log still contains everything which this computer has seen of it, and each entry since.
Names the builds of the web app that were listed since then, people whose keys were replaced, and lists of members or recovery policies that stand
beside another one of their number; what the log says of all of these has to follow from its entries. Run it again and again, for example by cron, on a computer that the operator of the server does not control: a server that
shows you another log than others has to keep that up for ever.

The first run has seen nothing, and takes the keys and witnesses that the server names; --policy names a file with those that count. Where the log has
witnesses, enough of them have to have signed within a day, or within the hours of --max-age. With --timestamp-ca, a file of certificates in PEM, the newest time stamp of an
authority (RFC 3161) has to be one that those certificates vouch for, of a state that the log still contains. With --compare, the address of a mirror, every entry that the
server shows is compared with the copy there, and the first one that differs is named; the copy has to hold what this computer saw before, and to be signed by its mirror
within a day where the policy names one. With --mirror and --policy the address is that of a mirror, and the copy is checked by itself,
as after the server lost its log. Exit status: 0 the log is what it was, 1 it is not, or could not be
checked. What was seen before is kept then.
`

/** Follows the public log of a server. Needs no account. */
export const verifyLog: Command = {
  usage:
    'verify-log <address of the server> [--policy <file>] [--compare <address of a mirror>] [--max-age <hours>] [--timestamp-ca <file>], or verify-log --mirror <address of a mirror> --policy <file> [--max-age <hours>]',
  summary: 'check that the public log of a server still contains what this computer saw',
  details: DETAILS,
  options: ['policy', 'mirror', 'compare', 'max-age', 'timestamp-ca'],
  async run({ words, options, output, signal }) {
    const [address, ...rest] = words
    if (!address || rest.length > 0) throw usageError('Name one server, such as https://vault.example.')
    const policy = options.policy === undefined ? undefined : readPolicyFile(options.policy)
    const trusted = { policy, maxAgeSeconds: readMaxAge(options['max-age']), nowMs: Date.now() }
    const server = originOf(address)
    if (options.mirror) {
      if (policy === undefined)
        throw usageError('A copy says nothing of keys: name a file with those that count, --policy.')
      return verifyMirror(mirrorAddress(address), { ...trusted, policy, signal, output })
    }
    const api = serverLog(server, signal)
    const { memory, keep } = seenLogs(server)
    // What the look itself sees says nothing of a copy.
    const before = await recallLogs(memory, ANYBODY)
    const looked = await orRefusal(look(api, { memory, ...trusted }))
    const { compare } = options
    const copy =
      compare === undefined ? undefined : await copyAt(mirrorAddress(compare), { api, before, ...trusted, signal })
    if (looked instanceof CommandError || copy?.compared?.difference !== undefined || copy?.fault !== undefined) {
      throw refusal(looked, copy)
    }
    const { log, builds, keys } = looked
    const ca = options['timestamp-ca']
    const stamp = ca === undefined ? undefined : await checkTimestamp(api, log, ca)
    keep()

    output.result(...reportLog({ server, log, builds, keys, copy, stamp }))
  },
}

type Looked = { log: FineLog; builds: ListedBuild[]; keys: KeyBook }

/** What is wrong with the log of the server; a copy may still be read. */
async function orRefusal(looked: Promise<Looked>): Promise<Looked | CommandError> {
  try {
    return await looked
  } catch (error) {
    if (error instanceof CommandError) return error
    throw error
  }
}

async function look(api: LogApi, checker: Checker): Promise<Looked> {
  try {
    const { log } = await checkAnchorLog(api, checker)
    const builds: ListedBuild[] = []
    if ('problem' in log) throw new CommandError(`${PROBLEMS[log.problem]} ${ASK}`, EXIT.failed)
    if (log.isAnother) throw new CommandError(`${ANOTHER} ${ASK}`, EXIT.failed)
    if (log.witnesses.state === 'late') throw new CommandError(`${LATE} ${ASK}`, EXIT.failed)
    const seen = log.before?.size ?? 0
    const keys = await recallKeys(checker.memory, seen)
    // This command has read so many before. Others look at the log as well, and name no builds.
    const read = keys.size
    let last: Uint8Array | undefined
    for await (const placed of followEntries(api, log.head, read)) {
      keys.add(placed)
      last = placed.entry
      const build = readManifestStatement(placed.entry)
      if (build) builds.push({ ...build, index: placed.index })
    }
    // To a browser that asks what is listed, such a state of the log would say that nothing is.
    if (last && keys.people + keys.statements > 0 && !readStatedMap(last)) {
      throw new LedgerError('bad_proof', 'it ends without saying what it lists')
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

const LATE =
  'Too few independent witnesses have signed this log recently enough. They may be out of reach, or you are shown another log than everybody else.'
const ASK = 'Ask the operator in person or by phone. What this computer saw before is kept.'
const ANOTHER =
  'The log that this computer knew is gone, and another one is there under the same keys: an older backup was put back, or somebody hides what it said.'
const PROBLEMS = {
  other_keys: 'The log is signed with other keys than before.',
  bad_checkpoint: 'The log is not signed as it has to be.',
  shrank: 'The log has lost entries.',
  forked: 'The log was rewritten.',
  not_anchored: 'The log contradicts itself.',
} as const
