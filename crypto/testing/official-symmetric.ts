import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../encoding.ts'
import {
  aesGcmOpen,
  aesGcmSeal,
  hkdf,
  type HashName,
  hmac,
  importAesKey,
  importHmacKey,
} from '../primitives/symmetric.ts'
import { x25519SharedSecret } from '../primitives/x25519.ts'
import type { VectorSource } from './vector-source.ts'

type File<Case, Group = unknown> = { testGroups: (Group & { tests: (Case & { tcId: number; result: string })[] })[] }
type GcmCase = { key: string; iv: string; aad: string; msg: string; ct: string; tag: string }
type HkdfCase = { ikm: string; salt: string; info: string; size: number; okm: string }
type HmacCase = { key: string; msg: string; tag: string }
type X25519Case = { public: string; private: string; shared: string; flags: string[] }

/** Wycheproof for what WebCrypto gives us: AES-GCM, HKDF, HMAC, X25519. */
export function symmetricVectors(source: VectorSource) {
  describe('Wycheproof primitives', () => {
    test('AES-GCM', async () => {
      const { failures, count } = await gcmFailures(await source('aes_gcm_test'))
      expect(failures).toEqual([])
      expect(count).toBeGreaterThan(60)
    })
    test.for(['SHA-256', 'SHA-384'] as const)('HKDF %s', async (hash) => {
      expect(await hkdfFailures(await source(`hkdf_${hash.toLowerCase().replace('-', '')}_test`), hash)).toEqual([])
    })
    test('HMAC SHA-384', async () => {
      expect(await hmacFailures(await source('hmac_sha384_test'))).toEqual([])
    })
    test('X25519', async () => {
      expect(await x25519Failures(await source('x25519_test'))).toEqual([])
    })
  })
}

/** Our keys are 256 bits and our IVs 96: the other groups are not ours to open. */
async function gcmFailures(file: File<GcmCase, { keySize: number; ivSize: number }>) {
  const failures: number[] = []
  const groups = file.testGroups.filter(({ keySize, ivSize }) => keySize === 256 && ivSize === 96)
  const cases = groups.flatMap(({ tests }) => tests)
  for (const one of cases) {
    const key = await importAesKey(fromHex(one.key), ['encrypt', 'decrypt'])
    const sealed = fromHex(one.ct + one.tag)
    const opened = await aesGcmOpen(key, fromHex(one.iv), fromHex(one.aad), sealed).then(toHex, () => null)
    const actual = await aesGcmSeal(key, fromHex(one.iv), fromHex(one.aad), fromHex(one.msg))
    const isRight = opened === one.msg && toHex(actual) === toHex(sealed)
    if (isRight !== (one.result === 'valid')) failures.push(one.tcId)
  }
  return { failures, count: cases.length }
}

async function hkdfFailures(file: File<HkdfCase>, hash: HashName): Promise<number[]> {
  const failures: number[] = []
  for (const one of file.testGroups.flatMap(({ tests }) => tests)) {
    const [secret, salt, info] = [one.ikm, one.salt, one.info].map(fromHex)
    const actual = await hkdf({ hash, secret: secret!, salt: salt!, info: info!, length: one.size }).then(
      toHex,
      () => null,
    )
    if ((actual === one.okm) !== (one.result === 'valid')) failures.push(one.tcId)
  }
  return failures
}

async function hmacFailures(file: File<HmacCase, { tagSize: number }>): Promise<number[]> {
  const failures: number[] = []
  for (const { tagSize, tests } of file.testGroups) {
    for (const one of tests) {
      const actual = await hmac(await importHmacKey('SHA-384', fromHex(one.key)), fromHex(one.msg))
      const isRight = toHex(actual.subarray(0, tagSize / 8)) === one.tag
      if (isRight !== (one.result === 'valid')) failures.push(one.tcId)
    }
  }
  return failures
}

/** A zero shared secret must be refused (RFC 7748 §6.1); Wycheproof marks those points `acceptable`. */
async function x25519Failures(file: File<X25519Case>): Promise<number[]> {
  const failures: number[] = []
  for (const one of file.testGroups.flatMap(({ tests }) => tests)) {
    const actual = await x25519SharedSecret(fromHex(one.private), fromHex(one.public)).then(toHex, () => null)
    const expected = one.flags.includes('ZeroSharedSecret') ? null : one.shared
    if (actual !== expected) failures.push(one.tcId)
  }
  return failures
}
