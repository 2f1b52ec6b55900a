import { describe, expect, test } from 'vitest'
import { ed25519Scheme } from '../primitives/ed25519.ts'
import { fromHex, toHex } from '../encoding.ts'
import { mlDsa } from '../primitives/ml-dsa.ts'
import { needs } from './needs.ts'
import type { Platform } from './platform.ts'
import type { VectorSource } from './vector-source.ts'

type SignatureCase = {
  tcId: number
  msg?: string
  ctx?: string
  sig: string
  mu?: string
  rnd?: string
  result: string
}
type DsaVerifyFile = { testGroups: { publicKey: string; tests: SignatureCase[] }[] }
type DsaSignFile = { testGroups: { privateSeed: string; publicKey?: string; tests: SignatureCase[] }[] }
type EddsaFile = { testGroups: { publicKey: { pk: string }; tests: SignatureCase[] }[] }

/** Wycheproof for Ed25519 and ML-DSA-65, on every path that the platform has. */
export function signatureVectors(source: VectorSource, platform: Platform) {
  describe('Wycheproof signatures', () => {
    for (const path of ['native', 'noble'] as const) {
      test(`Ed25519, ${path}`, needs(path === 'noble' || platform.ed25519, 'Ed25519 in Web Crypto'), async () => {
        const file = await source<EddsaFile>('ed25519_test')
        expect(await ed25519Failures(file, path)).toEqual([])
      })
      test(
        `ML-DSA-65 verification, ${path}`,
        needs(path === 'noble' || platform.mlDsa65, 'ML-DSA-65 in Web Crypto'),
        async () => {
          const file = await source<DsaVerifyFile>('mldsa_65_verify_test')
          expect(await verificationFailures(file, path)).toEqual([])
        },
      )
      test(
        `ML-DSA-65 signing from a seed, ${path}`,
        needs(path === 'noble' || platform.mlDsa65, 'ML-DSA-65 in Web Crypto'),
        async () => {
          const file = await source<DsaSignFile>('mldsa_65_sign_seed_test')
          expect(await signingFailures(file, path)).toEqual([])
        },
      )
    }
  })
}

async function ed25519Failures(file: EddsaFile, path: 'native' | 'noble'): Promise<number[]> {
  const scheme = await ed25519Scheme(path)
  const failures: number[] = []
  for (const { publicKey, tests } of file.testGroups) {
    for (const one of tests) {
      const isValid = await scheme.verify(fromHex(publicKey.pk), fromHex(one.msg ?? ''), fromHex(one.sig))
      if (isValid !== (one.result === 'valid')) failures.push(one.tcId)
    }
  }
  return failures
}

async function verificationFailures(file: DsaVerifyFile, path: 'native' | 'noble'): Promise<number[]> {
  const scheme = await mlDsa(65, path)
  const failures: number[] = []
  for (const { publicKey, tests } of file.testGroups) {
    for (const one of tests) {
      const [key, message, context, signature] = [publicKey, one.msg ?? '', one.ctx ?? '', one.sig].map(fromHex)
      const isValid = await scheme.verify(key!, message!, context!, signature!)
      if (isValid !== (one.result === 'valid')) failures.push(one.tcId)
    }
  }
  return failures
}

/**
 * The deterministic variant is the hedged one with 32 zero bytes (FIPS 204 §5.2). Native signing draws its own bytes,
 * so there the new signature and the given one must both verify. Cases with an external `mu` have no message.
 */
async function signingFailures(file: DsaSignFile, path: 'native' | 'noble'): Promise<number[]> {
  const scheme = await mlDsa(65, path)
  const failures: number[] = []
  for (const { privateSeed, tests } of file.testGroups) {
    for (const one of tests.filter(({ msg }) => msg !== undefined)) {
      const [seed, message, context] = [privateSeed, one.msg!, one.ctx ?? ''].map(fromHex)
      const random = () => (one.rnd ? fromHex(one.rnd) : new Uint8Array(32))
      const made = scheme.signer(seed!).then((sign) => sign(message!, context!, random))
      const isRight = await made.then(
        async (made) => {
          if (path === 'noble') return toHex(made) === one.sig
          const publicKey = await scheme.publicKey(seed!)
          const both = [made, fromHex(one.sig)].map((each) => scheme.verify(publicKey, message!, context!, each))
          return (await Promise.all(both)).every(Boolean)
        },
        () => false,
      )
      if (isRight !== (one.result === 'valid')) failures.push(one.tcId)
    }
  }
  return failures
}
