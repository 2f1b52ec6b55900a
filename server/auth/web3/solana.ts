import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import type { WalletMessage } from './wallet-message.ts'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const GREETING = ' wants you to sign in with your Solana account:'
const FIELDS = {
  URI: 'uri',
  Version: 'version',
  'Chain ID': 'chainId',
  Nonce: 'nonce',
  'Issued At': 'issuedAt',
  'Expiration Time': 'expirationTime',
  'Not Before': 'notBefore',
  'Request ID': 'requestId',
} as const
type Field = (typeof FIELDS)[keyof typeof FIELDS]

/**
 * Reads a message of Sign-In With Solana: a greeting, the address, perhaps one line of statement, then fields.
 *
 * By line, because supabase-js writes the fields in another order than the wallets do, and the parser of
 * `@solana/wallet-standard-util` then takes all of them for the statement. Every line must be known and come once.
 *
 * @returns undefined when it is no such message.
 */
export function readSolanaMessage(text: string): WalletMessage | undefined {
  const [greeting = '', address = '', blank, ...lines] = text.trimEnd().split('\n')
  if (!greeting.endsWith(GREETING) || blank !== '') return undefined
  const domain = greeting.slice(0, -GREETING.length)
  const hasStatement = lines[1] === '' && lines.length > 2
  const statement = hasStatement ? lines[0] : undefined
  const fields = readFields(hasStatement ? lines.slice(2) : lines)
  if (!fields || !domain || readKey(address) === undefined) return undefined
  const { uri, version, issuedAt, chainId, expirationTime, notBefore } = fields
  if (!uri || !version || !issuedAt) return undefined
  return { domain, address, statement, uri, version, issuedAt, chainId, expirationTime, notBefore }
}

function readFields(lines: string[]): Partial<Record<Field, string>> | undefined {
  const fields: Partial<Record<Field, string>> = {}
  for (const [index, line] of lines.entries()) {
    // supabase-js leaves the colon out. Resources come last.
    if (/^Resources:?$/.test(line))
      return lines.slice(index + 1).every((rest) => rest.startsWith('- ')) ? fields : undefined
    const at = line.indexOf(': ')
    const name = line.slice(0, Math.max(0, at))
    if (!isField(name) || fields[FIELDS[name]] !== undefined) return undefined
    fields[FIELDS[name]] = line.slice(at + 2)
  }
  return fields
}

const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name)

/**
 * True when the key that `address` is signed `text` (Ed25519).
 * @param signature 64 bytes in base64 or base64url.
 */
export function isSignedBySolana(text: string, signature: string, address: string): boolean {
  if (!/^[\w+/-]{86}(==)?$/.test(signature)) return false
  const bytes = Buffer.from(signature, 'base64')
  const key = readKey(address)
  if (!key || bytes.length !== SIGNATURE_BYTES) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  return verify(null, Buffer.from(text, 'utf8'), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
}

function readKey(address: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const key = base58.decode(address)
  return key.length === KEY_BYTES ? key : undefined
}
