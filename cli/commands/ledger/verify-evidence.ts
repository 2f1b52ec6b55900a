import { LedgerError } from '#ledger/errors.ts'
import { type EvidenceReport, type Fact, holds, verifyEvidence } from '#ledger/evidence/verify-evidence.ts'
import type { StampReader } from '#ledger/evidence/verify-stamp.ts'
import { CommandError, EXIT, usageError } from '../../command-error.ts'
import { readPolicyFile } from '../../delivery/policy-file.ts'
import { stampReader } from '../../delivery/timestamp-authorities.ts'
import { readEvidenceArchive } from '../../evidence/read-archive.ts'
import { printable } from '../../output.ts'
import type { Command } from '../../command.ts'

const DETAILS = `
Checks a bundle that was saved in Audit Logs, without a network and without an account: that each event is an entry of a signed log, that what is
shown of it is what the entry commits to, that the public log of the server holds that state, and that witnesses signed it.

--policy names a file with the keys and witnesses that count, from somebody other than who gave you the bundle. Without it the bundle's own count: it may
then be whole and still be made up by anyone.

A bundle may carry a time stamp (RFC 3161): an authority outside says when a state of the public log existed, and with it the events. Its hash and its proofs
are checked always. With --timestamp-ca, a file of certificates in PEM, it also has to be there and to be signed by an authority that they vouch for. Events that are younger
than the stamp are named. Exit status: 0 all that could be checked holds, 1 something does not, or the file is no bundle.
`

/** Needs no account, and asks nobody. */
export const verifyEvidenceFile: Command = {
  usage: 'verify-evidence <bundle.zip> [--policy <file>] [--timestamp-ca <file>]',
  summary: 'check a bundle of evidence from the audit log, without a network',
  details: DETAILS,
  options: ['policy', 'timestamp-ca'],
  async run({ words, options, output }) {
    const [file, ...rest] = words
    if (!file || rest.length > 0) throw usageError('Name one bundle, such as evidence-2026-11-24.zip.')
    const policy = options.policy === undefined ? undefined : readPolicyFile(options.policy)
    const ca = options['timestamp-ca']
    const report = await check(file, policy, ca === undefined ? undefined : await stampReader(ca))
    output.result(asJson(report), linesOf(report, options.policy))
    if (!holds(report)) throw new CommandError('This evidence does not hold.', EXIT.failed)
  },
}

async function check(
  file: string,
  policy: string | undefined,
  readStamp: StampReader | undefined,
): Promise<EvidenceReport> {
  const parts = readEvidenceArchive(file)
  try {
    return await verifyEvidence(parts, policy, readStamp)
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    throw new CommandError(`${file} is no whole bundle of evidence: ${printable(error.message)}.`, EXIT.failed)
  }
}

const asJson = ({ madeAt, events, witnesses, stamp, ...report }: EvidenceReport) => ({
  ...report,
  holds: holds({ madeAt, events, witnesses, stamp, ...report }),
  made_at: timeOf(madeAt),
  witnesses: witnesses.map(({ name, seconds }) => ({ name, at: timeOf(seconds * 1000) })),
  stamp: stamp
    ? {
        at: timeOf(stamp.atMs),
        // Null: who signed it was not checked.
        authority: stamp.authority ?? null,
        size: stamp.size,
        covered: stamp.covered,
        younger: stamp.younger,
      }
    : null,
  events: events.map(({ log, index, entry: { id, at, category, type, status, risk }, shown }) => ({
    log,
    index,
    id,
    at: timeOf(at),
    category,
    type,
    status,
    risk,
    // Statements, which the log committed to as text.
    shown: Object.fromEntries(Object.entries(shown).map(([group, text]) => [group, JSON.parse(text) as unknown])),
  })),
})

function linesOf(report: EvidenceReport, policyFile: string | undefined): string[] {
  const isYounger = (event: { log: string; index: number }): boolean =>
    report.stamp?.younger.some(({ log, index }) => log === event.log && index === event.index) ?? false
  return [
    ...report.logs.map(({ origin, size }) => `Log      ${printable(origin)}: ${size} entries`),
    `Policy   ${policyFile ?? 'the one in the bundle: this shows that the parts belong together, not who signed them'}`,
    ...report.facts.map((fact) => `${STATES[fact.state]}  ${sentenceOf(fact, report)}`),
    ...report.witnesses.map(({ name, seconds }) => `Witness  ${printable(name)} signed on ${timeOf(seconds * 1000)}`),
    ...stampLines(report),
    ...report.events.map(({ log, index, entry, shown }) => {
      const texts = Object.values(shown).map((text) => ` ${printable(text)}`)
      const said = `${timeOf(entry.at)} ${entry.type} ${entry.status}`
      return `Event    #${index} ${printable(said)}${texts.length > 0 ? texts.join('') : ' (nothing more is shown)'}${isYounger({ log, index }) ? YOUNGER : ''}`
    }),
  ]
}

const YOUNGER = ' (not covered by the time stamp, which is older)'

/** What a time stamp proves, if it holds and the events are in the logs. */
function stampLines({ stamp, events, facts }: EvidenceReport): string[] {
  const isSound = ['included', 'stamped'].every((name) => facts.find((one) => one.name === name)?.state === 'holds')
  if (!stamp || !isSound) return []
  const which = stamp.younger.length === 0 ? 'all events' : `${stamp.covered.length} of ${events.length} events`
  const said =
    stamp.authority === undefined
      ? 'says a time stamp. Who signed it was not checked: --timestamp-ca does that'
      : `says ${printable(stamp.authority)}`
  return [`Stamped  ${which} existed at ${timeOf(stamp.atMs)}, ${said}`]
}

const STATES = { holds: 'ok     ', fails: 'FAILED ', none: '-      ' } as const
const SENTENCES: Record<Fact['name'], string> = {
  signed: 'the logs are signed with each of their keys',
  included: 'each event is an entry of its log',
  shown: 'what is shown of the events is what their entries commit to',
  anchored: 'the public log of the server holds a state of the log with all these events',
  witnessed: 'enough witnesses signed the public log',
  stamped: 'a time stamp is of a state of the public log that holds events of this bundle',
}
const NOTHING: Partial<Record<Fact['name'], string>> = {
  shown: 'nothing is shown of the events but their kind and time',
  anchored: 'the public log of the server did not hold a state of the log yet',
  witnessed: 'the policy asks for no witness: nobody besides the server vouches for it',
}

function sentenceOf({ name, state, at, why }: Fact, { facts, stamp }: EvidenceReport): string {
  if (name === 'stamped' && state === 'none') return stamp ? ALL_YOUNGER : UNSTAMPED
  if (why !== undefined) return `${SENTENCES[name]}: ${printable(why)} (${at})`
  const unnamed = facts.find((one) => one.name === 'anchored' && one.state === 'none')?.at
  // Signed, an entry, and shown as it is: all that holds, and nobody besides the server vouches for it.
  if (name === 'witnessed' && state === 'fails' && unnamed !== undefined && at === unnamed) {
    return `${SENTENCES.witnessed}: the public log that they signed does not name ${at}, so they do not vouch for its events`
  }
  if (state === 'none') return NOTHING[name] ?? SENTENCES[name]
  return state === 'fails' && at !== undefined ? `${SENTENCES[name]}: not so for ${at}` : SENTENCES[name]
}

const UNSTAMPED = 'no authority stamped it: when these events existed is the word of those who signed'
const ALL_YOUNGER = 'every event is younger than the time stamp'

function timeOf(ms: number): string {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? 'no date' : time.toISOString()
}
