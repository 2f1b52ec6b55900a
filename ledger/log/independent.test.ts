import { createPublicKey } from 'node:crypto'
import { verifyCheckpoint as sigstoreCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion as sigstoreInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import RFC9162 from '@transmute/rfc9162'
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '#crypto/encoding.ts'
import { parseNote } from '../notes/note.ts'
import { mlDsaCosigned, type NoteSigner } from '../notes/sign.ts'
import { memoryLog } from '../testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '../testing/signed-log.ts'
import { proveConsistency, proveInclusion } from '../tree/prove.ts'
import { isConsistent, type TreeHead } from '../tree/verify-proof.ts'

const ORIGIN = 'vault.example/audit/t/1'
const NOW = 1_790_000_000
const SIZE = 300
const log = memoryLog(SIZE)

let signers: [NoteSigner, NoteSigner]
let checkpoint: string
beforeAll(async () => {
  signers = await logSigners(ORIGIN)
  checkpoint = await signedCheckpoint(ORIGIN, { size: SIZE, root: log.rootOf(SIZE) }, signers, NOW)
})

/** What sigstore calls an entry of its own log, as far as it reads it. */
type SigstoreEntry = Parameters<typeof sigstoreInclusion>[0]
const entryOf = (fields: object): SigstoreEntry => fields as SigstoreEntry

describe('@sigstore/verify', () => {
  const verified = (text: string) => {
    const { keyId, publicKey } = signers[0].key
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
      format: 'jwk',
    })
    const log = {
      baseURL: `https://${ORIGIN}`,
      logID: Buffer.from(fromHex(keyId)),
      publicKey: key,
      validFor: { start: new Date(0), end: new Date() },
    }
    return sigstoreCheckpoint(entryOf({ inclusionProof: { checkpoint: { envelope: text } } }), [log])
  }

  test('accepts our checkpoint, and not a changed one', () => {
    const { origin, logSize, logHash } = verified(checkpoint)
    expect([origin, logSize, new Uint8Array(logHash)]).toEqual([ORIGIN, BigInt(SIZE), log.rootOf(SIZE)])
    expect(() => verified(checkpoint.replace(`\n${SIZE}\n`, `\n${SIZE + 1}\n`))).toThrow('invalid checkpoint signature')
  })

  test('accepts our proof of each entry, and not one for another', async () => {
    const head = verified(checkpoint)
    for (let index = 0; index < SIZE; index++) {
      const hashes = (await proveInclusion(index, SIZE, log.read)).map((hash) => Buffer.from(hash))
      const verify = (canonicalizedBody: Uint8Array | undefined) =>
        sigstoreInclusion(entryOf({ inclusionProof: { logIndex: String(index), hashes }, canonicalizedBody }), head)
      expect(() => verify(log.entries[index])).not.toThrow()
      expect(() => verify(log.entries[(index + 1) % SIZE])).toThrow('does not match')
    }
  })
})

describe('@transmute/rfc9162', () => {
  const MOST = 64
  /** Step 2 of RFC 9162 §2.1.4.2, which that package leaves to its caller: the root of a perfect earlier tree comes first. */
  const pathOf = (earlier: number, proof: readonly Uint8Array[]): Uint8Array[] =>
    Number.isInteger(Math.log2(earlier)) ? [log.rootOf(earlier), ...proof] : [...proof]
  const accepts = (earlier: number, later: number, proof: readonly Uint8Array[], root = log.rootOf(earlier)) =>
    RFC9162.verifyConsistencyProof(root, log.rootOf(later), {
      log_id: '',
      tree_size_1: earlier,
      tree_size_2: later,
      consistency_path: pathOf(earlier, proof),
    })

  test('has the roots that we have', async () => {
    for (const size of [1, 2, 3, 7, 8, 33, MOST]) {
      expect(new Uint8Array(await RFC9162.treeHead(log.entries.slice(0, size)))).toEqual(log.rootOf(size))
    }
  })

  test('accepts our proof that a tree begins with another, for each pair of sizes, and not one of other trees', async () => {
    for (let later = 2; later <= MOST; later++) {
      for (let earlier = 1; earlier < later; earlier++) {
        const proof = await proveConsistency(earlier, later, log.read)
        expect(await accepts(earlier, later, proof), `${earlier} of ${later}`).toBe(true)
        const forged = [...proof.slice(0, -1), log.rootOf(MOST + 1)]
        expect(await accepts(earlier, later, forged), `${earlier} of ${later}, forged`).toBe(false)
      }
    }
    const proof = await proveConsistency(21, 60, log.read)
    expect(await accepts(21, 60, proof, log.rootOf(22))).toBe(false)
    expect(await accepts(21, 59, proof)).toBe(false)
  })

  test('makes proofs that we accept', async () => {
    const entries = log.entries.slice(0, MOST)
    for (let earlier = 1; earlier < MOST; earlier++) {
      const made = await RFC9162.consistencyProof(
        { log_id: '', tree_size: earlier, leaf_index: 0, inclusion_path: [] },
        entries,
      )
      const path = made.consistency_path.map((hash) => new Uint8Array(hash))
      // It begins with the root of a perfect earlier tree, which ours leaves out.
      const proof = pathOf(earlier, []).length > 0 ? path.slice(1) : path
      const heads = [earlier, MOST].map((size) => ({ size, root: log.rootOf(size) })) as [TreeHead, TreeHead]
      expect(isConsistent(...heads, proof), `${earlier}`).toBe(true)
      expect(isConsistent(...heads, proof.slice(1)), `${earlier}, less`).toBe(false)
    }
  })
})

test('@noble/post-quantum accepts the other signature of our checkpoint, whichever path made it', () => {
  const { text, signatures } = parseNote(checkpoint)
  const signature = signatures[1]?.signature ?? new Uint8Array()
  const verify = (text: string) =>
    ml_dsa44.verify(signature.subarray(8), mlDsaCosigned(ORIGIN, text, NOW), signers[1].key.publicKey)
  expect(verify(text)).toBe(true)
  expect(verify(text.replace(`\n${SIZE}\n`, `\n${SIZE + 1}\n`))).toBe(false)
})
