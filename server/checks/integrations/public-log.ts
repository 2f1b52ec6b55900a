import { equalBytes } from '#crypto/bytes.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { readCertificates, readTimestamp } from '#ledger/timestamp/timestamp-token.ts'
import { rootOfSize } from '#ledger/tree/node.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { readWitnessing } from '#ledger/witness/cosignatures.ts'
import { secondsOf, systemClock } from '../../clock.ts'
import { findCurrentAnchor } from '../../ledger/logs.sql.ts'
import { newestTimestamp, readTimestampFiles } from '../../ledger/timestamps/timestamps.sql.ts'
import { type Check, expectThat, passed, skipped } from '../check.ts'

const OLDEST_SECONDS = 86_400

/** INT-07 */
export const witnessSignsLog: Check = async ({ services, site }) => {
  const { config, ledger, clock = systemClock } = services
  const witnesses = config.ledgerWitnesses
  if (!witnesses) return skipped('no_witness')
  const { said, log } = listener()
  await ledger.askWitnesses(log)
  const answer = await site.ask('/audit/v1/logs/anchor/checkpoint')
  expectThat(answer.status === 200, `The checkpoint of the public log answers ${answer.status}`)
  const age = { now: secondsOf(clock), maxSeconds: OLDEST_SECONDS }
  const { signed, isEnough } = await readWitnessing(answer.text, witnesses.policy, age)
  const evidence = { asked: witnesses.asked.length, signed: signed.map(({ name }) => name) }
  expectThat(isEnough, `Too few witnesses have signed the log within a day${said()}`, evidence)
  return passed(evidence)
}

/** INT-08 */
export const lastTimestampIsValid: Check = async ({ services: { config, database, ledger } }) => {
  const settings = config.ledgerTimestamps
  if (!settings) return skipped('no_timestamps')
  const { said, log } = listener()
  await ledger.askAuthority(log)
  const anchor = await findCurrentAnchor(database)
  const newest = anchor && (await newestTimestamp(database, anchor.id))
  const files = newest && (await readTimestampFiles(database, anchor.id, newest.size))
  if (!anchor || !newest || !files) return failedWith(`The public log has no time stamp${said()}`)
  const stamped = new TextEncoder().encode(files.stamped)
  const stamp = await readTimestamp(files.reply, { stamped, trusted: readCertificates(settings.trusted) })
  const evidence = { stamped_at: stamp.at.toISOString(), authority: stamp.authority, entries: newest.size }
  const { size, root } = parseCheckpoint(files.stamped)
  const read = readNodesFromTiles(size, (tile) => ledger.reader.tile(anchor.id, tile))
  expectThat(
    equalBytes(await rootOfSize(size, read), root),
    'The last time stamp is of another log than this one',
    evidence,
  )
  expectThat(await ledger.isStamped(), `The authority has not stamped the log for days${said()}`, evidence)
  return passed(evidence)
}

const failedWith = (error: string) => ({ status: 'failed' as const, error })

/** What would be said in the log of the server, for the end of a sentence. */
function listener() {
  const heard: string[] = []
  const hear = (_details: object, message: string): void => void heard.push(message)
  return { said: () => (heard.length > 0 ? `: ${heard.join('; ')}` : ''), log: { warn: hear, error: hear } }
}
