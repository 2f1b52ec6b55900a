import { createPublicKey } from 'node:crypto'
import { verifyCheckpoint as sigstoreCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion as sigstoreInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '#crypto/encoding.ts'
import { parseNote } from '../notes/note.ts'
import { mlDsaCosigned, type NoteSigner } from '../notes/sign.ts'
import { memoryLog } from '../testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '../testing/signed-log.ts'
import { proveInclusion } from '../tree/prove.ts'

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

test('@noble/post-quantum accepts the other signature of our checkpoint, whichever path made it', () => {
  const { text, signatures } = parseNote(checkpoint)
  const signature = signatures[1]?.signature ?? new Uint8Array()
  const verify = (text: string) =>
    ml_dsa44.verify(signature.subarray(8), mlDsaCosigned(ORIGIN, text, NOW), signers[1].key.publicKey)
  expect(verify(text)).toBe(true)
  expect(verify(text.replace(`\n${SIZE}\n`, `\n${SIZE + 1}\n`))).toBe(false)
})
