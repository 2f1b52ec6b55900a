import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../encoding.ts'
import { hpkeSchedule } from '../primitives/hpke.ts'
import type { Kem, Path } from '../primitives/kem.ts'
import { mlKem, type MlKemLevel } from '../primitives/ml-kem.ts'
import { aesGcmOpen, type HashName, importAesKey } from '../primitives/symmetric.ts'
import { xWing } from '../primitives/xwing.ts'
import { needs } from './needs.ts'
import type { Platform } from './platform.ts'
import type { VectorSource } from './vector-source.ts'

type XWingCase = { seed: string; eseed: string; ss: string; pk: string; ct: string }
type KemCase = { tcId: number; seed: string; ek: string; c: string; K: string; m: string; result: string }
type KemFile = { testGroups: { tests: KemCase[] }[] }
type HpkeCase = {
  mode: number
  kem_id: number
  kdf_id: number
  aead_id: number
  info: string
  ikmE: string
  skRm: string
  pkRm: string
  enc: string
  shared_secret: string
  key: string
  base_nonce: string
  encryptions: { aad: string; ct: string; nonce: string; pt: string }[]
}

/** X-Wing draft vectors, HPKE-PQ vectors and Wycheproof ML-KEM, on every path that the platform has. */
export function kemVectors(source: VectorSource, platform: Platform) {
  describe('official X-Wing answers', () => {
    for (const path of ['native', 'composite', 'noble'] as const) {
      test(path, needs(platform.xWing[path], `the ${path} path of X-Wing`), async () =>
        xWingAnswers(await source('xwing'), path),
      )
    }
  })

  describe('official HPKE-PQ answers', () => {
    for (const path of ['native', 'composite', 'noble'] as const) {
      test(`X-Wing, ${path}`, needs(platform.xWing[path], `the ${path} path of X-Wing`), async () => {
        expect(await hpkeAnswers(await source('hpke-pq'), 0x647a, await xWing(path))).toBe(1)
      })
    }
    for (const [level, id, count] of [
      [512, 0x40, 1],
      [768, 0x41, 1],
      [1024, 0x42, 1],
    ] as const) {
      for (const path of ['native', 'noble'] as const) {
        test(
          `ML-KEM-${level}, ${path}`,
          needs(path === 'noble' || platform.mlKem[level], `ML-KEM-${level} in Web Crypto`),
          async () => {
            const kem = await mlKem(level, path)
            expect(await hpkeAnswers(await source('hpke-pq'), id, kem)).toBe(count)
          },
        )
      }
    }
  })

  describe('Wycheproof ML-KEM', () => {
    for (const level of [512, 768, 1024] as const) {
      for (const path of ['native', 'noble'] as const) {
        test(
          `ML-KEM-${level}, ${path}`,
          needs(path === 'noble' || platform.mlKem[level], `ML-KEM-${level} in Web Crypto`),
          async () => {
            const file = await source<KemFile>(`mlkem_${level}_test`)
            expect(await decapsulationFailures(file, await mlKem(level, path))).toEqual([])
          },
        )
      }
    }
    for (const path of ['native', 'noble'] as const) {
      test(
        `ML-KEM-768 encapsulation, ${path}`,
        needs(path === 'noble' || platform.mlKem[768], 'ML-KEM-768 in Web Crypto'),
        async () => {
          const file = await source<KemFile>('mlkem_768_encaps_test')
          expect(await encapsulationFailures(file, path)).toEqual([])
        },
      )
    }
  })
}

async function xWingAnswers(cases: XWingCase[], path: Path) {
  const kem = await xWing(path)
  expect(cases.length).toBe(3)
  for (const { seed, eseed, ss, pk, ct } of cases) {
    expect(toHex(await kem.publicKey(fromHex(seed)))).toBe(pk)
    expect(toHex(await kem.decapsulate(fromHex(seed), fromHex(ct)))).toBe(ss)
    if (path !== 'noble') continue
    const made = await kem.encapsulate(fromHex(pk), () => fromHex(eseed))
    expect([toHex(made.enc), toHex(made.sharedSecret)]).toEqual([ct, ss])
  }
}

/** Checks the vectors of one KEM whose KDF is HKDF (ours are); gives their number. */
async function hpkeAnswers(cases: HpkeCase[], id: number, kem: Kem): Promise<number> {
  const hashes = new Map<number, HashName>([
    [1, 'SHA-256'],
    [2, 'SHA-384'],
  ])
  const ours = cases.filter((one) => one.mode === 0 && one.kem_id === id && hashes.has(one.kdf_id))

  for (const one of ours) {
    const seed = fromHex(one.skRm)
    expect(toHex(await kem.publicKey(seed))).toBe(one.pkRm)
    const sharedSecret = await kem.decapsulate(seed, fromHex(one.enc))
    expect(toHex(sharedSecret)).toBe(one.shared_secret)

    const ids = { kem: id, kdf: one.kdf_id, aead: one.aead_id, hash: hashes.get(one.kdf_id)! }
    const keyBytes = one.key.length / 2
    const { key, baseNonce } = await hpkeSchedule({ ids, sharedSecret, info: fromHex(one.info), keyBytes })
    expect([toHex(key), toHex(baseNonce)]).toEqual([one.key, one.base_nonce])

    for (const { aad, ct, nonce, pt } of one.encryptions) {
      expect(toHex(await openWith(one.aead_id, key, [nonce, aad, ct].map(fromHex)))).toBe(pt)
    }
  }
  return ours.length
}

/** Two of the official suites use ChaCha20-Poly1305, which none of ours does. */
async function openWith(aead: number, key: Uint8Array, [nonce, aad, ct]: Uint8Array[]): Promise<Uint8Array> {
  if (aead === 3) return chacha20poly1305(key, nonce!, aad).decrypt(ct!)
  return aesGcmOpen(await importAesKey(key, ['decrypt']), nonce!, aad!, ct!)
}

async function decapsulationFailures(file: KemFile, kem: Kem): Promise<number[]> {
  const failures: number[] = []
  for (const one of file.testGroups.flatMap((group) => group.tests)) {
    const isRight = await kem.decapsulate(fromHex(one.seed), fromHex(one.c)).then(
      (secret) => toHex(secret) === one.K,
      () => false,
    )
    if (isRight !== (one.result === 'valid')) failures.push(one.tcId)
  }
  return failures
}

/** Native encapsulation takes no seed, so there only acceptance is compared. */
async function encapsulationFailures(file: KemFile, path: 'native' | 'noble', level: MlKemLevel = 768) {
  const kem = await mlKem(level, path)
  const failures: number[] = []
  for (const one of file.testGroups.flatMap((group) => group.tests)) {
    const isRight = await kem
      .encapsulate(fromHex(one.ek), () => fromHex(one.m))
      .then(
        (made) => path === 'native' || (toHex(made.enc) === one.c && toHex(made.sharedSecret) === one.K),
        () => false,
      )
    if (isRight !== (one.result === 'valid')) failures.push(one.tcId)
  }
  return failures
}
