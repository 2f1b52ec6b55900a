import { readUint } from '../bytes.ts'
import { CryptoError } from '../errors.ts'
import type { Kem, Path } from '../primitives/kem.ts'
import { mlKem } from '../primitives/ml-kem.ts'
import type { HashName } from '../primitives/symmetric.ts'
import { xWing } from '../primitives/xwing.ts'

/** `std` is the default; `cnsa2` has the KEM and the lengths of CNSA 2.0, not its signatures; `iot` is for small devices (category 1, not hybrid). */
export type SuiteName = 'std' | 'cnsa2' | 'iot'

/** A suite is its three IANA ids; the other fields follow from them. */
export type Suite = {
  readonly name: SuiteName
  readonly kem: number
  readonly kdf: number
  readonly aead: number
  readonly hash: HashName
  readonly encBytes: number
  readonly seedBytes: number
  readonly publicKeyBytes: number
}

/** @see https://www.iana.org/assignments/hpke and draft-ietf-hpke-pq */
export const SUITES: Readonly<Record<SuiteName, Suite>> = {
  std: {
    name: 'std',
    kem: 0x647a,
    kdf: 0x0001,
    aead: 0x0002,
    hash: 'SHA-256',
    encBytes: 1120,
    seedBytes: 32,
    publicKeyBytes: 1216,
  },
  cnsa2: {
    name: 'cnsa2',
    kem: 0x0042,
    kdf: 0x0002,
    aead: 0x0002,
    hash: 'SHA-384',
    encBytes: 1568,
    seedBytes: 64,
    publicKeyBytes: 1568,
  },
  iot: {
    name: 'iot',
    kem: 0x0040,
    kdf: 0x0001,
    aead: 0x0002,
    hash: 'SHA-256',
    encBytes: 768,
    seedBytes: 64,
    publicKeyBytes: 800,
  },
}

/**
 * Reads a suite's six bytes: KEM, KDF and AEAD id.
 *
 * @throws {CryptoError} `unsupported_suite`: an unknown id is an error, never a reason to fall back.
 */
export function readSuite(bytes: Uint8Array, offset: number): Suite {
  const [kem, kdf, aead] = [0, 2, 4].map((at) => readUint(bytes, offset + at, 2))
  const suite = Object.values(SUITES).find((known) => known.kem === kem && known.kdf === kdf && known.aead === aead)
  if (!suite) throw new CryptoError('unsupported_suite', 'suite')
  return suite
}

/** The KEM of a suite. @param path for tests; ML-KEM has no composite path and takes native for it. */
export function kemOf(suite: Suite, path?: Path): Promise<Kem> {
  switch (suite.name) {
    case 'std':
      return xWing(path)
    case 'cnsa2':
      return mlKem(1024, path === 'composite' ? 'native' : path)
    case 'iot':
      return mlKem(512, path === 'composite' ? 'native' : path)
  }
}
