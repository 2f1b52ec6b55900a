import { beforeAll, describe, expect, test } from 'vitest'
import { memoryLog } from '../testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '../testing/signed-log.ts'
import { formatCheckpoint } from '../notes/checkpoint.ts'
import { formatNote } from '../notes/note.ts'
import { ed25519Cosigner, type NoteSigner } from '../notes/sign.ts'
import { type Policy, parsePolicy } from '../notes/policy.ts'
import { formatVerifierKey } from '../notes/verifier-key.ts'
import { EMPTY_ROOT, leafHash } from '../tree/hash.ts'
import { proveInclusion } from '../tree/prove.ts'
import { formatTlogProof, parseTlogProof, verifyTlogProof } from './tlog-proof.ts'
import { verifyCheckpoint } from './verify-checkpoint.ts'

const ORIGIN = 'vault.example/audit/t/1'
const NOW = 1_790_000_000
const SIZE = 21
const log = memoryLog(SIZE)
const head = { size: SIZE, root: log.rootOf(SIZE) }

let signers: [NoteSigner, NoteSigner]
let witness: NoteSigner
let policy: Policy
beforeAll(async () => {
  signers = await logSigners(ORIGIN)
  witness = await ed25519Cosigner('witness.example', new Uint8Array(32).fill(9))
  policy = policyOf([...signers], witness)
})

const policyOf = (logs: readonly NoteSigner[], quorum?: NoteSigner): Policy =>
  parsePolicy(
    [
      ...logs.map(({ key }) => `log ${formatVerifierKey(key)}`),
      ...(quorum ? [`witness W ${formatVerifierKey(quorum.key)}`, 'quorum W'] : ['quorum none']),
    ].join('\n'),
  )

const signedBy = (...by: readonly NoteSigner[]) => signedCheckpoint(ORIGIN, head, by, NOW)

describe('a checkpoint', () => {
  test('that the log and its witness signed is accepted, with the time of the witness', async () => {
    const { checkpoint, witnesses } = await verifyCheckpoint(await signedBy(...signers, witness), policy)
    expect(checkpoint).toEqual({ origin: ORIGIN, ...head, extensions: [] })
    expect(witnesses).toEqual([{ key: witness.key, seconds: NOW }])
  })

  test('with one of its two signatures is refused, whichever is missing', async () => {
    for (const signer of signers) {
      await expect(verifyCheckpoint(await signedBy(signer, witness), policy)).rejects.toMatchObject({
        code: 'not_signed',
      })
    }
  })

  test('of a log that the policy does not name is refused', async () => {
    const other = policyOf(await logSigners('vault.example/audit/t/2'))
    await expect(verifyCheckpoint(await signedBy(...signers), other)).rejects.toMatchObject({ code: 'not_signed' })
    await expect(verifyCheckpoint(await signedBy(...signers), policyOf([]))).rejects.toMatchObject({
      code: 'not_signed',
    })
  })

  test('under the origin with other keys is refused', async () => {
    const others = await logSigners(ORIGIN, 2)
    await expect(verifyCheckpoint(await signedBy(...others, witness), policy)).rejects.toMatchObject({
      code: 'not_signed',
    })
  })

  test('without its witness is refused, and accepted where the policy needs none', async () => {
    const note = await signedBy(...signers)
    await expect(verifyCheckpoint(note, policy)).rejects.toMatchObject({ code: 'not_witnessed' })
    expect((await verifyCheckpoint(note, policyOf([...signers]))).witnesses).toEqual([])
  })

  test('that a witness saw too long ago, or in the future, is refused', async () => {
    const note = await signedBy(...signers, witness)
    const at = (now: number) => verifyCheckpoint(note, policy, { now, maxSeconds: 3600 })
    await expect(at(NOW + 3601)).rejects.toMatchObject({ code: 'not_witnessed' })
    await expect(at(NOW - 301)).rejects.toMatchObject({ code: 'not_witnessed' })
    expect((await at(NOW + 3600)).witnesses).toHaveLength(1)
    expect((await at(NOW - 300)).witnesses).toHaveLength(1)
  })

  test('of nothing has one root', async () => {
    const note = (root: typeof head.root) => signedCheckpoint(ORIGIN, { size: 0, root }, [...signers, witness], NOW)
    expect((await verifyCheckpoint(await note(EMPTY_ROOT), policy)).checkpoint.size).toBe(0)
    await expect(verifyCheckpoint(await note(head.root), policy)).rejects.toMatchObject({ code: 'malformed' })
  })

  test('has only the extension lines that a signature covers', async () => {
    const extensions = async (by: readonly NoteSigner[], change = (text: string) => text) => {
      const text = formatCheckpoint({ origin: ORIGIN, ...head, extensions: ['more'] })
      const note = formatNote({ text, signatures: await Promise.all(by.map((one) => one.sign(text, NOW))) })
      return (await verifyCheckpoint(change(note), policyOf(by))).checkpoint.extensions
    }
    expect(await extensions(signers)).toEqual(['more'])
    expect(await extensions([signers[1]], (note) => note.replace('more', 'other'))).toEqual([])
    await expect(extensions(signers, (note) => note.replace('more', 'other'))).rejects.toMatchObject({
      code: 'bad_signature',
    })
  })

  test('with a cosignature that has no time is refused', async () => {
    const note = await signedCheckpoint(ORIGIN, head, [...signers, witness], 0)
    await expect(verifyCheckpoint(note, policy)).rejects.toMatchObject({ code: 'not_witnessed' })
  })
})

describe('a proof', () => {
  const INDEX = 7
  const leaf = log.leaves[INDEX] ?? EMPTY_ROOT
  const proofText = async (extra?: Uint8Array) =>
    formatTlogProof({
      index: INDEX,
      proof: await proveInclusion(INDEX, SIZE, log.read),
      checkpoint: await signedBy(...signers, witness),
      ...(extra && { extra }),
    })

  test('is read as it was written, and holds for its entry', async () => {
    for (const extra of [undefined, Uint8Array.of(1, 2, 3)]) {
      const text = await proofText(extra)
      expect(formatTlogProof(parseTlogProof(text))).toBe(text)
      expect((await verifyTlogProof(text, leaf, policy)).checkpoint.size).toBe(SIZE)
    }
  })

  test('does not hold for another entry or index', async () => {
    const text = await proofText()
    const bad = { code: 'bad_proof' }
    await expect(verifyTlogProof(text, leafHash(new Uint8Array()), policy)).rejects.toMatchObject(bad)
    await expect(verifyTlogProof(text.replace('index 7', 'index 6'), leaf, policy)).rejects.toMatchObject(bad)
  })

  test('of the only entry has no hashes', async () => {
    const one = memoryLog(1)
    const checkpoint = await signedCheckpoint(ORIGIN, { size: 1, root: one.rootOf(1) }, [...signers, witness], NOW)
    const text = formatTlogProof({ index: 0, proof: [], checkpoint })
    await expect(verifyTlogProof(text, one.leaves[0] ?? EMPTY_ROOT, policy)).resolves.toBeDefined()
  })

  test.each<[string, (text: string) => string]>([
    ['another first line', (text) => text.replace('@v1', '@v2')],
    ['no index', (text) => text.replace(/index 7\n/, '')],
    ['an index with a zero in front', (text) => text.replace('index 7', 'index 07')],
    ['a hash that is too short', (text) => text.replace(/index 7\n..../, 'index 7\n')],
    ['no checkpoint', (text) => text.slice(0, text.indexOf('\n\n'))],
    ['too many hashes', (text) => text.replace(/index 7\n(.*\n)/, (_, line: string) => `index 7\n${line.repeat(64)}`)],
    ['nothing', () => ''],
  ])('with %s is refused', async (_, change) => {
    await expect(verifyTlogProof(change(await proofText()), leaf, policy)).rejects.toMatchObject({ code: 'malformed' })
  })
})
