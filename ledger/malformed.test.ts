/** Every format of the ledger, damaged in every way: refused by its one error, or read as exactly what would be written. */
import { type Arbitrary, assert, asyncProperty, constantFrom, nat, property, record } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { utf8 } from '#crypto/encoding.ts'
import { LedgerError } from './errors.ts'
import { readAnchoredHead, writeAnchoredHead } from './events/anchor-entry.ts'
import { manifestStatement } from './events/build-statement.ts'
import { openingsOf, readEntry, saltsOf, writeEntry } from './events/entry.ts'
import { formatMirrorInfo, parseMirrorInfo } from './mirror/add-entries.ts'
import { formatTlogProof, parseTlogProof, verifyTlogProof } from './log/tlog-proof.ts'
import { formatCheckpoint, parseCheckpoint } from './notes/checkpoint.ts'
import { formatNote, parseNote } from './notes/note.ts'
import { parsePolicy } from './notes/policy.ts'
import { formatVerifierKey, parseVerifierKey } from './notes/verifier-key.ts'
import { logSigners, signedCheckpoint } from './testing/signed-log.ts'
import { memoryLog } from './testing/memory-log.ts'
import { readEntryBundle, writeEntryBundle } from './tree/entry-bundle.ts'
import { proveInclusion } from './tree/prove.ts'
import { formatAddCheckpoint, parseAddCheckpoint } from './witness/add-checkpoint.ts'

const ORIGIN = 'vault.example/audit/anchor'
const ID = '3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01'
const log = memoryLog(40)
const head = { size: 40, root: log.rootOf(40) }
const entry = writeEntry(
  { id: ID, at: 1_790_000_000_000, category: 'auth', type: 'x.y', status: 'success', risk: 'low' },
  openingsOf({ who: { user: ID }, where: {}, what: { action: 'x' } }, saltsOf(new Uint8Array(32), ID)),
)
const anchored = writeAnchoredHead({ origin: ORIGIN, ...head, previous: null })

let note: string
let policy: string
let proof: string
beforeAll(async () => {
  const signers = await logSigners(ORIGIN)
  note = await signedCheckpoint(ORIGIN, head, signers, 1_790_000_000)
  policy = `${signers.map(({ key }) => `log ${formatVerifierKey(key)}\n`).join('')}quorum none\n`
  proof = formatTlogProof({ index: 7, proof: await proveInclusion(7, 40, log.read), checkpoint: note })
})

/** Cut, with a piece taken out, repeated or put elsewhere, or with another byte at one place. */
const damage = record({
  at: nat(),
  length: nat({ max: 80 }),
  to: nat(),
  byte: nat({ max: 255 }),
  way: constantFrom('cut', 'remove', 'repeat', 'move', 'flip', 'insert'),
})
type Damage = typeof damage extends Arbitrary<infer One> ? One : never

function damaged(whole: Uint8Array, { at, length, to, byte, way }: Damage): Uint8Array {
  const start = at % (whole.length + 1)
  const end = Math.min(start + length, whole.length)
  const [before, piece, after] = [whole.slice(0, start), whole.slice(start, end), whole.slice(end)]
  const rest = Buffer.concat([before, after])
  const place = to % (rest.length + 1)
  if (way === 'cut') return before
  if (way === 'remove') return rest
  if (way === 'repeat') return Buffer.concat([before, piece, piece, after])
  if (way === 'move') return Buffer.concat([rest.subarray(0, place), piece, rest.subarray(place)])
  if (way === 'insert') return Buffer.concat([before, Uint8Array.of(byte), piece, after])
  return Uint8Array.from(whole, (old, index) => (index === start ? byte : old))
}

/** Undefined where it was refused as it must be. */
function readOrRefused<Read>(read: () => Read): Read | undefined {
  try {
    return read()
  } catch (error) {
    expect(error).toBeInstanceOf(LedgerError)
    return undefined
  }
}

const texts = (): [string, string, (text: string) => string | undefined][] => [
  ['note', note, (text) => written(parseNote, formatNote, text)],
  ['checkpoint', note.slice(0, note.indexOf('\n\n') + 1), (text) => written(parseCheckpoint, formatCheckpoint, text)],
  ['key', policy.split(/[ \n]/)[1] ?? '', (text) => written(parseVerifierKey, formatVerifierKey, text)],
  ['proof', proof, (text) => written(parseTlogProof, formatTlogProof, text)],
  [
    'request to a witness',
    formatAddCheckpoint({ oldSize: 3, proof: [head.root], checkpoint: note }),
    (text) => written(parseAddCheckpoint, formatAddCheckpoint, text),
  ],
  [
    'answer of a mirror',
    formatMirrorInfo({ size: 700, next: 512, ticket: head.root }),
    (text) => written(parseMirrorInfo, formatMirrorInfo, text),
  ],
]

const written = <Read>(parse: (text: string) => Read, format: (read: Read) => string, text: string) => {
  const read = readOrRefused(() => parse(text))
  return read === undefined ? undefined : format(read)
}

describe('what was damaged on its way', () => {
  test('is refused as text, or is read as what would be written', () => {
    for (const [name, whole, rewritten] of texts()) {
      expect(rewritten(whole), name).toBe(whole)
      assert(
        property(damage, (one) => {
          const text = Buffer.from(damaged(utf8(whole), one)).toString()
          const again = rewritten(text)
          // Spare bits at the end of a signature are let pass, as Go does; nothing else has two spellings.
          if (again !== undefined) expect(name === 'note' ? rewritten(again) : text, name).toBe(again)
        }),
        { numRuns: 400 },
      )
    }
  })

  test('is refused as bytes, or is read as what would be written', () => {
    const bundle = writeEntryBundle([entry, anchored, entry])
    assert(
      property(damage, (one) => {
        const bytes = damaged(bundle, one)
        const entries = readOrRefused(() => readEntryBundle(bytes, 3))
        if (entries) expect(Buffer.from(writeEntryBundle(entries))).toEqual(Buffer.from(bytes))
        readOrRefused(() => readEntry(damaged(entry, one)))
        const other = readOrRefused(() => readAnchoredHead(damaged(anchored, one)))
        if (other) expect(Buffer.from(writeAnchoredHead(other))).toEqual(Buffer.from(damaged(anchored, one)))
        readOrRefused(() => parsePolicy(Buffer.from(damaged(utf8(policy), one)).toString()))
        readOrRefused(() => manifestStatement(Buffer.from(damaged(utf8('{"version":"1","files":{}}'), one)).toString()))
      }),
      { numRuns: 400 },
    )
  })

  test('proves nothing', async () => {
    const leaf = log.leaves[7]
    if (!leaf) throw new Error('no leaf')
    const trusted = parsePolicy(policy)
    await expect(verifyTlogProof(proof, leaf, trusted)).resolves.toBeDefined()
    await assert(
      asyncProperty(damage, async (one) => {
        const text = Buffer.from(damaged(utf8(proof), one)).toString()
        const outcome = await verifyTlogProof(text, leaf, trusted).catch((error: unknown) => error)
        // What stays the same is no damage, and signatures of others below a note are nobody's business.
        if (!(outcome instanceof LedgerError)) expect(outcome).toMatchObject({ checkpoint: head })
      }),
      { numRuns: 150 },
    )
  })

  test('is an entry of at most 65,535 bytes', () => {
    expect(() => writeEntryBundle([new Uint8Array(65_536)])).toThrow(LedgerError)
  })
})
