import { LedgerError } from '../errors.ts'
import { isOfInstallation, readAnchoredHead } from '../events/anchor-entry.ts'
import { type Entry, type Group, GROUPS, isOpeningOf, readEntry } from '../events/entry.ts'
import { verifyCheckpoint } from '../log/verify-checkpoint.ts'
import { parseCheckpoint } from '../notes/checkpoint.ts'
import { parseNote } from '../notes/note.ts'
import { parsePolicy, type Policy } from '../notes/policy.ts'
import { type VerifierKey, verifierKey } from '../notes/verifier-key.ts'
import { leafHash } from '../tree/hash.ts'
import { isConsistent, isIncluded, type TreeHead } from '../tree/verify-proof.ts'
import { readWitnessing, type Witnessing } from '../witness/cosignatures.ts'
import {
  type Evidence,
  type EvidenceAnchoring,
  type EvidenceEvent,
  type EvidenceLog,
  type EvidenceParts,
  readEvidence,
} from './bundle.ts'
import { type StampOutcome, type StampReader, type StampReport, verifyStamp } from './verify-stamp.ts'

/** What is checked of evidence, in this order. Each is a question of its own: one may hold where another fails. */
type FactName =
  /** Each log signed its checkpoint, with every key that the policy knows. */
  | 'signed'
  /** Each event is an entry of its log. */
  | 'included'
  /** What is shown of the events is what their entries commit to. */
  | 'shown'
  /** The anchor log holds a state of each log, which has all the events, and the log continues it. */
  | 'anchored'
  /** Enough witnesses of the policy signed the anchor log. */
  | 'witnessed'
  /** An authority stamped a state of the anchor log that holds a state of the logs. Who signed the stamp is checked where somebody names authorities. */
  | 'stamped'

export type Fact = {
  readonly name: FactName
  /** `none`: there is nothing that could be checked. */
  readonly state: 'holds' | 'fails' | 'none'
  /** The first part for which it fails. */
  readonly at?: string
  /** Said of a time stamp. */
  readonly why?: string
}

type ShownEvent = {
  readonly log: string
  readonly index: number
  readonly entry: Entry
  /** The text of the groups that are shown; of the others there is only the commitment. */
  readonly shown: { readonly [group in Group]?: string }
}

export type EvidenceReport = {
  readonly madeAt: number
  /** `enclosed`: the bundle names its own keys and witnesses, as a forged one could as well. */
  readonly trust: 'given' | 'enclosed'
  readonly facts: readonly Fact[]
  readonly logs: readonly { readonly origin: string; readonly size: number }[]
  readonly anchor: { readonly origin: string; readonly size: number } | undefined
  /** Witnesses of the policy that signed the anchor log, and when: all events were there by then. */
  readonly witnesses: Witnessing['signed']
  /** Undefined where nobody stamped it, and where the stamp is not what it should be. */
  readonly stamp: StampReport | undefined
  readonly events: readonly ShownEvent[]
}

/** Whether nothing that could be checked failed. */
export const holds = ({ facts }: EvidenceReport): boolean => facts.every(({ state }) => state !== 'fails')

/**
 * Checks evidence, without a network.
 *
 * @param trusted a policy of C2SP from a person; without one, the bundle's own counts.
 * @param readStamp for authorities that a person trusts: then a stamp has to be there, and be theirs.
 * @throws {LedgerError} `malformed` for what is no whole bundle. All else is a fact that fails.
 */
export async function verifyEvidence(
  parts: EvidenceParts,
  trusted?: string,
  readStamp?: StampReader,
): Promise<EvidenceReport> {
  const evidence = readEvidence(parts)
  const policy = parsePolicy(trusted ?? evidence.policy)
  const logs = evidence.logs.map((log, at) => ({ ...log, path: `logs/${at + 1}`, head: headOf(log.checkpoint) }))
  const anchor = evidence.anchor === undefined ? undefined : headOf(evidence.anchor)
  requireDifferent(logs.map(({ head }) => head.origin))
  const events = logs.flatMap((log) => log.events.map((event) => ({ ...openedEvent(event, log.path), log })))

  const anchoring = anchored(logs, anchor)
  const stamped = await verifyStamp({ stamp: evidence.stamp, anchor, logs }, readStamp)
  const witnessing = evidence.anchor === undefined ? undefined : await readWitnessing(evidence.anchor, policy)
  return {
    madeAt: evidence.madeAt,
    trust: trusted === undefined ? 'enclosed' : 'given',
    facts: [
      fact('signed', await firstUnsigned(evidence, policy)),
      fact(
        'included',
        events.find(({ event, leaf, log }) => !isIncluded(leaf, event.index, event.proof, log.head))?.path,
      ),
      events.some(({ event }) => Object.keys(event.shown).length > 0)
        ? fact('shown', events.find(({ event, entry }) => !isShown(entry, event))?.path)
        : { name: 'shown', state: 'none' },
      anchoring,
      witnessed(policy, anchoring, witnessing),
      stampFact(stamped),
    ],
    logs: logs.map(({ head: { origin, size } }) => ({ origin, size })),
    anchor: anchor && { origin: anchor.origin, size: anchor.size },
    witnesses: witnessing?.signed ?? [],
    stamp: stamped.state === 'fails' ? undefined : stamped.report,
    events: events.map(({ event, entry, log }) => ({
      log: log.head.origin,
      index: event.index,
      entry,
      shown: textsOf(event.shown),
    })),
  }
}

const fact = (name: FactName, failsAt: string | undefined): Fact =>
  failsAt === undefined ? { name, state: 'holds' } : { name, state: 'fails', at: failsAt }

function stampFact(outcome: StampOutcome): Fact {
  const { state } = outcome
  return state === 'fails' ? { name: 'stamped', state, at: outcome.at, why: outcome.why } : { name: 'stamped', state }
}

type Head = TreeHead & { readonly origin: string }
const headOf = (note: string): Head => parseCheckpoint(parseNote(note).text)

function requireDifferent(origins: readonly string[]): void {
  const again = origins.find((origin, at) => origins.indexOf(origin) !== at)
  if (again !== undefined) throw new LedgerError('malformed', `the bundle holds ${again} twice`)
}

function openedEvent(event: EvidenceEvent, folder: string) {
  const path = `${folder}/events/${event.index}`
  try {
    return { event, path, entry: readEntry(event.entry), leaf: leafHash(event.entry) }
  } catch (cause) {
    throw new LedgerError('malformed', `${path}.entry.json cannot be read`, { cause })
  }
}

/**
 * One installation signs all its logs with the same keys: those that the policy knows of the anchor log, under the name of each log. A policy may know
 * several installations, of which none speaks for another.
 */
async function firstUnsigned({ anchor, logs }: Evidence, policy: Policy): Promise<string | undefined> {
  const names = policy.logs.map(({ key }) => key.name)
  const roots = anchor === undefined ? names : [headOf(anchor).origin]
  if (anchor !== undefined && !(await isSigned(anchor, keysOf(policy, roots[0])))) return 'anchor/checkpoint.txt'
  for (const [at, { checkpoint }] of logs.entries()) {
    const { origin } = headOf(checkpoint)
    const root = roots.find((name) => isOfInstallation(origin, name))
    const keys = keysOf(policy, names.includes(origin) ? origin : root)
    const own = keys.map(({ type, publicKey }) => verifierKey(origin, type, publicKey))
    if (!(await isSigned(checkpoint, own))) return `logs/${at + 1}/checkpoint.txt`
  }
  return undefined
}

const keysOf = ({ logs }: Policy, name: string | undefined): VerifierKey[] =>
  logs.map(({ key }) => key).filter((key) => key.name === name)

async function isSigned(note: string, keys: readonly VerifierKey[]): Promise<boolean> {
  try {
    const logs = keys.map((key) => ({ key, url: undefined }))
    await verifyCheckpoint(note, { logs, witnesses: [], quorum: undefined })
    return true
  } catch (error) {
    if (error instanceof LedgerError) return false
    throw error
  }
}

function isShown(entry: Entry, { shown }: EvidenceEvent): boolean {
  return GROUPS.every((group) => {
    const opening = shown[group]
    return opening === undefined || isOpeningOf(entry, group, opening)
  })
}

type ReadLog = EvidenceLog & { readonly path: string; readonly head: Head }

/** A log that the anchor log does not name yet is no failure, unless somebody asks for witnesses. */
function anchored(logs: readonly ReadLog[], anchor: Head | undefined): Fact {
  const judged = logs.map((log) => (anchor && log.anchored ? firstUnanchored(log, log.anchored, anchor) : 'none'))
  const failing = judged.find((at) => at !== undefined && at !== 'none')
  if (failing !== undefined) return fact('anchored', failing)
  const none = judged.indexOf('none')
  return none < 0 ? fact('anchored', undefined) : { name: 'anchored', state: 'none', at: `logs/${none + 1}` }
}

/** What came after the state that the anchor log holds is not vouched for by those who sign the anchor log. */
function firstUnanchored({ path, head, events }: ReadLog, named: EvidenceAnchoring, anchor: Head): string | undefined {
  const said = readOrUndefined(() => readAnchoredHead(named.entry))
  const isNamed =
    said?.origin === head.origin &&
    isIncluded(leafHash(named.entry), named.index, named.proof, anchor) &&
    isConsistent(said, head, named.consistency)
  if (!isNamed) return path
  const later = events.find(({ index }) => index >= said.size)
  return later && `${path}/events/${later.index}`
}

/** Witnesses sign the anchor log alone, so they vouch for what that holds. */
function witnessed({ quorum }: Policy, anchoring: Fact, witnessing: Witnessing | undefined): Fact {
  if (quorum === undefined) return { name: 'witnessed', state: 'none' }
  if (!witnessing?.isEnough) return fact('witnessed', 'anchor/checkpoint.txt')
  return fact('witnessed', anchoring.state === 'holds' ? undefined : anchoring.at)
}

function readOrUndefined<Read>(read: () => Read): Read | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof LedgerError) return undefined
    throw error
  }
}

const textsOf = (shown: EvidenceEvent['shown']): ShownEvent['shown'] =>
  Object.fromEntries(
    GROUPS.flatMap((group) => {
      const opening = shown[group]
      return opening ? [[group, opening.text] as const] : []
    }),
  )
