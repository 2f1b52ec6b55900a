import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { WalletMessage } from './wallet-message.ts'

const UNCOMPRESSED = 65
const ADDRESS_BYTES = 20

/** Reads a message by EIP-4361. @returns undefined when it is none, or its address has a wrong checksum (EIP-55). */
export async function readEthereumMessage(text: string): Promise<WalletMessage | undefined> {
  const { ParsedMessage, SiweParseError } = await import('@signinwithethereum/siwe-parser')
  // The standard asks for a nonce; supabase-js leaves it out unless the app gives one. A message counts once with or without.
  const complete = text.includes('\nNonce: ') ? text : text.replace('\nIssued At: ', '\nNonce: 00000000\nIssued At: ')
  try {
    const { domain, address, statement, uri, version, chainId, issuedAt, expirationTime, notBefore } =
      new ParsedMessage(complete)
    const times = { issuedAt, expirationTime, notBefore }
    return { domain, address, statement, uri, version, chainId: String(chainId), ...times }
  } catch (error) {
    if (error instanceof SiweParseError) return undefined
    throw error
  }
}

/**
 * True when the key behind `address` signed `text` (EIP-191 version 0x45). Contracts as wallets (EIP-1271) would need a node
 * of their chain.
 * @param signature 65 bytes in hexadecimal: r, s, v.
 */
export function isSignedByEthereum(text: string, signature: string, address: string): boolean {
  if (!/^0x[\da-f]{130}$/i.test(signature)) return false
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes[64] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1) return false
  const message = Buffer.from(text, 'utf8')
  const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]))
  try {
    const recovered = secp256k1.Signature.fromBytes(
      Buffer.concat([Buffer.of(recovery), bytes.subarray(0, 64)]),
      'recovered',
    )
    const key = recovered.recoverPublicKey(digest).toBytes(false)
    if (key.length !== UNCOMPRESSED) return false
    const signer = keccak_256(key.subarray(1)).subarray(-ADDRESS_BYTES)
    return `0x${Buffer.from(signer).toString('hex')}` === address.toLowerCase()
  } catch {
    // No point of the curve, so nobody signed.
    return false
  }
}
