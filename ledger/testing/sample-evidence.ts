import { utf8 } from '#crypto/encoding.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import type { Evidence, EvidenceEvent } from '../evidence/bundle.ts'
import { writeAnchoredHead } from '../events/anchor-entry.ts'
import { openingsOf, saltsOf, writeEntry } from '../events/entry.ts'
import { mlDsaCosigner } from '../notes/sign.ts'
import { formatVerifierKey } from '../notes/verifier-key.ts'
import { leafHash } from '../tree/hash.ts'
import type { NodeReader } from '../tree/node.ts'
import { proveConsistency, proveInclusion } from '../tree/prove.ts'
import { independentRoot } from './independent-tree.ts'
import { logSigners, signedCheckpoint } from './signed-log.ts'

const ORIGIN = 'vault.example/audit/t/3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01'
const ANCHOR = 'vault.example/audit/anchor'
const SECONDS = 1_790_000_000
const ANCHORED = 9
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

type Sample = { evidence: Evidence; policy: string; otherWitness: string; late: EvidenceEvent }

/**
 * Three events of a log of twelve, anchored at nine of them, and signed by a witness. The second one shows nothing of who did it.
 *
 * @param operator the keys, and the name of the anchor log, of another one.
 */
export async function sampleEvidence(operator: { anchor?: string; keys?: number } = {}): Promise<Sample> {
  const { anchor = ANCHOR, keys: seed = 1 } = operator
  const events = Array.from({ length: SIZE }, (_, index) => eventOf(index))
  const log = logOf(events.map(({ entry }) => entry))
  const said = writeAnchoredHead({ origin: ORIGIN, ...log.headAt(ANCHORED), previous: null })
  const anchorLog = logOf([utf8('before'), said, utf8('after')])

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
    anchor: await signedCheckpoint(anchor, anchorLog.headAt(3), [...signers, witness], SECONDS),
    logs: [
      {
        checkpoint: await signedCheckpoint(ORIGIN, log.headAt(SIZE), await logSigners(ORIGIN, seed), SECONDS),
        anchored: {
          index: 1,
          entry: said,
          proof: await proveInclusion(1, 3, anchorLog.read),
          consistency: await proveConsistency(ANCHORED, SIZE, log.read),
        },
        events: await Promise.all(SHOWN.map(showEvent)),
      },
    ],
  }
  const otherWitness = `${keys}witness O ${formatVerifierKey(other.key)}\nquorum O\n`
  return { evidence, policy, otherWitness, late: await showEvent(LATE) }
}
