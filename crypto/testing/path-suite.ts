import { describe, expect, test } from 'vitest'
import { ed25519Scheme } from '../primitives/ed25519.ts'
import { utf8 } from '../encoding.ts'
import { hpkeOpen, hpkeSeal } from '../primitives/hpke.ts'
import type { Kem, Path } from '../primitives/kem.ts'
import { mlDsa } from '../primitives/ml-dsa.ts'
import { mlKem } from '../primitives/ml-kem.ts'
import { systemRandom } from '../primitives/random.ts'
import { createSigner, verifySignature } from '../primitives/signature.ts'
import { SUITES } from '../suites/suites.ts'
import { xWing, xWingPath } from '../primitives/xwing.ts'
import { needs } from './needs.ts'
import type { Platform } from './platform.ts'

const PATHS = ['native', 'composite', 'noble'] as const

/** Everything that one path makes, every other path reads; and changed input gives the same refusal on all. */
export function pathSuite(platform: Platform) {
  describe('X-Wing paths', () => {
    test('the chosen path is the fastest one that works', async () => {
      expect(await xWingPath()).toBe(PATHS.find((path) => platform.xWing[path]))
    })

    for (const from of PATHS) {
      for (const to of PATHS) {
        const isThere = platform.xWing[from] && platform.xWing[to]
        test(`${from} to ${to}`, needs(isThere, `the paths ${from} and ${to} of X-Wing`), () => exchange(from, to))
      }
    }

    test('a changed ciphertext gives the same other secret on every path', async () => {
      const seed = systemRandom(32)
      const noble = await xWing('noble')
      const { enc, sharedSecret } = await noble.encapsulate(await noble.publicKey(seed), systemRandom)
      for (const position of [5, 1100]) {
        const changed = enc.slice()
        changed[position]! ^= 1
        const expected = await noble.decapsulate(seed, changed)
        expect(expected).not.toEqual(sharedSecret)
        for (const path of PATHS.filter((path) => platform.xWing[path])) {
          expect(await (await xWing(path)).decapsulate(seed, changed)).toEqual(expected)
        }
      }
    })
  })

  describe('wrong lengths are refused on every path', () => {
    for (const path of PATHS) {
      test(`X-Wing ${path}`, needs(platform.xWing[path], `the ${path} path of X-Wing`), async () =>
        refusesWrongLengths(await xWing(path)),
      )
    }
    for (const level of [512, 768, 1024] as const) {
      test(`ML-KEM-${level} native`, needs(platform.mlKem[level], `ML-KEM-${level} in Web Crypto`), async () =>
        refusesWrongLengths(await mlKem(level, 'native')),
      )
      test(`ML-KEM-${level} noble`, async () => refusesWrongLengths(await mlKem(level, 'noble')))
    }
  })

  signaturePaths(platform)
}

function signaturePaths(platform: Platform) {
  const isNative = platform.mlDsa65 && platform.ed25519
  const paths = (['native', 'noble'] as const).filter((path) => path === 'noble' || isNative)

  describe('signature paths', () => {
    for (const from of paths) {
      for (const to of paths) {
        test(`${from} to ${to}`, async () => {
          const keys = { ed25519Seed: systemRandom(32), mlDsa65Seed: systemRandom(32) }
          const [signer, message] = [await createSigner(keys, systemRandom, from), utf8('{}')]
          const signature = await signer.sign('qs1/manifest', message)
          const claim = { keys: signer.verifyingKeys, message, signature, path: to }
          expect(await verifySignature({ ...claim, label: 'qs1/manifest' })).toBe(true)
          expect(await verifySignature({ ...claim, label: 'qs1/grant' })).toBe(false)
        })
      }
    }
    test.for(paths)('%s refuses keys and signatures of a wrong length', async (path) => {
      const [classical, quantum, bytes] = [await ed25519Scheme(path), await mlDsa(65, path), systemRandom(31)]
      expect(await classical.verify(bytes, bytes, systemRandom(64))).toBe(false)
      expect(await quantum.verify(bytes, bytes, bytes, systemRandom(3309))).toBe(false)
      await expect(classical.signer(bytes)).rejects.toMatchObject({ code: 'bad_argument' })
      await expect(quantum.signer(bytes)).rejects.toMatchObject({ code: 'bad_argument' })
    })
  })
}

async function exchange(from: Path, to: Path) {
  const [suite, seed, info, plain] = [SUITES.std, systemRandom(32), utf8('info'), systemRandom(32)]
  const publicKey = await (await xWing(to)).publicKey(seed)
  const { enc, ciphertext } = await hpkeSeal({ suite, publicKey, info, plain, random: systemRandom, path: from })
  const opened = hpkeOpen({ suite, seed, enc, info, ciphertext, path: to })
  expect(await opened).toEqual(plain)

  const other = hpkeOpen({ suite, seed, enc, info: utf8('other'), ciphertext, path: to })
  await expect(other).rejects.toMatchObject({ code: 'open_failed' })
}

async function refusesWrongLengths(kem: Kem) {
  const seed = systemRandom(kem.seedBytes)
  const refusal = { code: 'bad_argument' }
  const { publicKeyBytes, encBytes, seedBytes } = kem
  await expect(kem.publicKey(systemRandom(seedBytes - 1))).rejects.toMatchObject(refusal)
  await expect(kem.encapsulate(systemRandom(publicKeyBytes + 1), systemRandom)).rejects.toMatchObject(refusal)
  await expect(kem.decapsulate(seed, systemRandom(encBytes - 1))).rejects.toMatchObject(refusal)
  await expect(kem.decapsulate(seed.slice(1), systemRandom(encBytes))).rejects.toMatchObject(refusal)
  // All ones: coefficients at or above the modulus (FIPS 203 §7.2).
  const notAKey = new Uint8Array(publicKeyBytes).fill(255)
  await expect(kem.encapsulate(notAKey, systemRandom)).rejects.toMatchObject(refusal)
}
