import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SIGNING_ALGORITHMS } from '#server/signing-keys.ts'
import { CRYPTO_INVENTORY } from './inventory.ts'
import { SUITES } from './suites.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const names = new Set(CRYPTO_INVENTORY.map(({ name }) => name))

/** What the code calls an algorithm, beside what the inventory calls it. */
const IN_CODE: Record<string, string> = {
  ed25519: 'Ed25519',
  ml_dsa44: 'ML-DSA-44',
  ml_dsa65: 'ML-DSA-65',
  ml_dsa87: 'ML-DSA-87',
  ml_kem512: 'ML-KEM-512',
  ml_kem768: 'ML-KEM-768',
  ml_kem1024: 'ML-KEM-1024',
  ml_kem768_x25519: 'X-Wing',
  sha256: 'SHA-256',
  hmac: 'HMAC-SHA-256',
  sha3_256: 'SHA3-256',
  shake256: 'SHAKE256',
  sha512: 'SHA-512',
  secp256k1: 'secp256k1 ECDSA',
  keccak_256: 'Keccak-256',
  "createHash('sha256')": 'SHA-256',
  "createHash('sha1')": 'SHA-1',
  "createHmac('sha256')": 'HMAC-SHA-256',
  "createCipheriv('aes-256-gcm')": 'AES-256-GCM',
  "hkdfSync('sha256')": 'HKDF-SHA-256',
}

function sources(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file))
    .map((file) => fs.readFileSync(path.join(ROOT, folder, file), 'utf8'))
}

/** Names imported from noble, and the named algorithms of Node's crypto. */
function usedIn(text: string): string[] {
  const imported = [...text.matchAll(/import \{([^}]+)\} from '@noble\/[^']+'/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  )
  const called = [...text.matchAll(/(createHash|createHmac|createCipheriv|hkdfSync)\('([\w-]+)'/g)].map(
    ([, call, name]) => `${call}('${name}')`,
  )
  return [...imported.filter((name) => name && !name.startsWith('type ')), ...called]
}

test('every id of every suite is in the inventory', () => {
  const listed = new Set(CRYPTO_INVENTORY.flatMap(({ hpke }) => (hpke ? [`${hpke.kind} ${hpke.id}`] : [])))
  const used = Object.values(SUITES).flatMap(({ kem, kdf, aead }) => [`kem ${kem}`, `kdf ${kdf}`, `aead ${aead}`])
  expect(used.filter((id) => !listed.has(id))).toEqual([])
})

test('every algorithm of access tokens is in the inventory', () => {
  expect(SIGNING_ALGORITHMS.filter((name) => !names.has(name))).toEqual([])
})

test('every algorithm that the code imports or names is in the inventory', () => {
  const used = new Set(['crypto', 'ledger', 'server', 'vault', 'cli'].flatMap(sources).flatMap(usedIn))

  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((name) => !names.has(IN_CODE[name] ?? ''))).toEqual([])
})

test('an algorithm is listed once', () => {
  expect(names.size).toBe(CRYPTO_INVENTORY.length)
})
