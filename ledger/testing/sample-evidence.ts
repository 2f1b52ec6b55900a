import type { Bytes } from '#crypto/bytes.ts'
import { utf8 } from '#crypto/encoding.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import type { Evidence, EvidenceAnchoring, EvidenceEvent } from '../evidence/bundle.ts'
import { writeAnchoredHead } from '../events/anchor-entry.ts'
import { openingsOf, saltsOf, writeEntry } from '../events/entry.ts'
import { formatCheckpoint } from '../notes/checkpoint.ts'
import { mlDsaCosigner } from '../notes/sign.ts'
import { formatVerifierKey } from '../notes/verifier-key.ts'
import { leafHash } from '../tree/hash.ts'
import type { NodeReader } from '../tree/node.ts'
import { proveConsistency, proveInclusion } from '../tree/prove.ts'
import { independentRoot } from './independent-tree.ts'
import { logSigners, signedCheckpoint } from './signed-log.ts'
import { unsignedStamp } from './unsigned-stamp.ts'

const ORIGIN = 'vault.example/audit/t/3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01'
const ANCHOR = 'vault.example/audit/anchor'
const SECONDS = 1_790_000_000
const ANCHORED = 9
/** By the time of the stamp the anchor log had so many entries, of which one named so many events. */
const STAMPED = { size: 3, index: 1, events: 5 }
const SIZE = 12
const SHOWN = [2, 5, 8]
/** Its place is behind what the anchor log holds. */
const LATE = 10

const idOf = (index: number): string => `3b3f8a44-7a34-4c55-9a0e-${String(index).padStart(12, '0')}`

function eventOf(index: number) {
  const groups = {
    who: { user: idOf(99) },
    where: { ip: '192.0.2.7', user_agent: 'Browser of a colleague' },
    what: { action: `step ${index}`, details: {} },
  }
  const openings = openingsOf(groups, saltsOf(new Uint8Array(32).fill(4), idOf(index)))
  const event = { id: idOf(index), at: SECONDS * 1000 + index, category: 'auth', type: 'x.y', status: 'success' }
  return { openings, entry: writeEntry({ ...event, risk: 'low' }, openings) }
}

function logOf(entries: readonly Uint8Array[]) {
  const leaves = entries.map(leafHash)
  const read: NodeReader = async (nodes) =>
    nodes.map(({ level, index }) => independentRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)))
  const headAt = (size: number) => ({ size, root: independentRoot(leaves.slice(0, size)) })
  return { read, headAt }
}

type Stamping = (stamped: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>
type Sample = {
  evidence: Evidence
  policy: string
  otherWitness: string
  late: EvidenceEvent
  younger: EvidenceAnchoring
}

/**
 * Three events of a log of twelve, anchored at nine of them, and signed by a witness. The second one shows nothing of who did it. A time
 * stamp is of when five were anchored, so the second and the third event are younger.
 *
 * @param operator the keys, and the name of the anchor log, of another one; who stamps.
 */
export async function sampleEvidence(
  operator: { anchor?: string; keys?: number; stamp?: Stamping } = {},
): Promise<Sample> {
  const { anchor = ANCHOR, keys: seed = 1, stamp = async (text) => unsignedStamp(text, SECONDS * 1000) } = operator
  const events = Array.from({ length: SIZE }, (_, index) => eventOf(index))
  const log = logOf(events.map(({ entry }) => entry))
  const saidEarlier = writeAnchoredHead({ origin: ORIGIN, ...log.headAt(STAMPED.events), previous: null })
  const said = writeAnchoredHead({ origin: ORIGIN, ...log.headAt(ANCHORED), previous: STAMPED.index })
  const entries = [utf8('before'), saidEarlier, utf8('between'), said, utf8('after')]
  const anchorLog = logOf(entries)
  const size = entries.length
  const named = async (entry: Bytes, events: number, tree: number): Promise<EvidenceAnchoring> => ({
    index: entries.indexOf(entry),
    entry,
    proof: await proveInclusion(entries.indexOf(entry), tree, anchorLog.read),
    consistency: await proveConsistency(events, SIZE, log.read),
  })
  const stamped = formatCheckpoint({ origin: anchor, ...anchorLog.headAt(STAMPED.size), extensions: [] })

  const witness = await mlDsaCosigner('witness.example', new Uint8Array(32).fill(7), systemRandom)
  const other = await mlDsaCosigner('other.example', new Uint8Array(32).fill(8), systemRandom)
  const signers = await logSigners(anchor, seed)
  const keys = signers.map(({ key }) => `log ${formatVerifierKey(key)}\n`).join('')
  const policy = `${keys}witness W ${formatVerifierKey(witness.key)}\nquorum W\n`

  const showEvent = async (index: number): Promise<EvidenceEvent> => {
    const event = events[index]
    if (!event) throw new Error('no event')
    const { who, where, what } = event.openings
    const shown = index === SHOWN[1] ? { what } : { who, where, what }
    return { index, entry: event.entry, shown, proof: await proveInclusion(index, SIZE, log.read) }
  }
  const evidence: Evidence = {
    madeAt: SECONDS * 1000,
    policy,
    anchor: await signedCheckpoint(anchor, anchorLog.headAt(size), [...signers, witness], SECONDS),
    stamp: {
      text: stamped,
      reply: await stamp(utf8(stamped)),
      consistency: await proveConsistency(STAMPED.size, size, anchorLog.read),
    },
    logs: [
      {
        checkpoint: await signedCheckpoint(ORIGIN, log.headAt(SIZE), await logSigners(ORIGIN, seed), SECONDS),
        anchored: await named(said, ANCHORED, size),
        stamped: await named(saidEarlier, STAMPED.events, STAMPED.size),
        events: await Promise.all(SHOWN.map(showEvent)),
      },
    ],
  }
  const otherWitness = `${keys}witness O ${formatVerifierKey(other.key)}\nquorum O\n`
  // Proved in the whole anchor log, and not in the stamped tree.
  const younger = await named(said, ANCHORED, size)
  return { evidence, policy, otherWitness, late: await showEvent(LATE), younger }
}
