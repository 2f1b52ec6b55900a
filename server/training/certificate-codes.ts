import { createHash, createHmac, hkdfSync } from 'node:crypto'

/** Of Crockford: no letter that is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 100 bits: nobody finds one by trying. */
const CHARACTERS = 20
const GROUP = /.{5}(?!$)/g
const CODE = new RegExp(`^[${ALPHABET}]{${CHARACTERS}}$`)

/**
 * Codes of certificates, with which anybody checks one. A code follows from the secret of the server and the random id of the certificate, so it
 * can be printed again and is stored nowhere; the database finds it by its SHA-256.
 */
export class CertificateCodes {
  readonly #key: Buffer

  constructor(serverSecret: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'qs1/training/certificate', 32))
  }

  /** @returns four groups of five characters. */
  codeOf(completion: string): string {
    const mac = createHmac('sha256', this.#key).update(completion).digest()
    const letters = Array.from({ length: CHARACTERS }, (_, at) => ALPHABET[(mac[at] ?? 0) % ALPHABET.length])
    return letters.join('').replace(GROUP, '$&-')
  }
}

/** @returns what the database knows a code by; undefined for what is none. Case, spaces and dashes do not matter, nor O for 0, I and L for 1. */
export function hashOfCode(code: string): Buffer | undefined {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return CODE.test(plain) ? createHash('sha256').update(`qs1/training/code/${plain}`).digest() : undefined
}
