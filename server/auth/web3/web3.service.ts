import { createHash } from 'node:crypto'
import type { Client } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { resolveExternalAccount, type ExternalIdentity } from '../external/external-account.service.ts'
import { isLoopback } from '../oauth/provider-settings.ts'
import { openSession, type SessionAnswer } from '../session/sessions.service.ts'
import { isSignedByEthereum, readEthereumMessage } from './ethereum.ts'
import { isSignedBySolana, readSolanaMessage } from './solana.ts'
import type { WalletMessage } from './wallet-message.ts'
import { useWalletMessage } from './web3.sql.ts'

const MESSAGE_BYTES = { least: 64, most: 20 * 1024 }
/** A message must be fresh, and clocks may differ by a minute. */
const LIFE_MS = 600_000
const CLOCK_MS = 60_000
const LONGEST_STATEMENT = 300

type Chain = 'ethereum' | 'solana'
export type WalletGrant = { chain: string; message: string; signature: string; client: Client }

/** Before anything of the request is looked at. @throws {AuthError} `web3_provider_disabled` */
export function requireWallets({ config }: AuthContext): void {
  if (!config.web3) throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}

/**
 * Signs in with a message that a wallet signed. The account has no address; it belongs to no organisation until it adds one.
 * @throws {AuthError} `web3_unsupported_chain`, `invalid_credentials`, and refusals of `enter`.
 */
export async function signInWithWallet(context: AuthContext, grant: WalletGrant): Promise<SessionAnswer> {
  const { chain, client } = grant
  if (chain !== 'ethereum' && chain !== 'solana') {
    throw new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain: use ethereum or solana')
  }
  const message = await readSigned(chain, grant)
  requirePlace(context, message)
  const issuedAtMs = requireTimes(message, context.clock.nowMs())
  const hash = createHash('sha256').update(`${chain}\n${grant.message}`).digest()
  const identity = identityOf(chain, message)

  return context.database.asOwner(async (db) => {
    if (!(await useWalletMessage(db, hash, new Date(issuedAtMs + LIFE_MS + CLOCK_MS)))) {
      throw refused('Signed message was used already')
    }
    const user = await resolveExternalAccount(context, db, { identity, needsEmail: false, mayJoin: false, client })
    return openSession(context, db, { userId: user.id, method: 'web3', provider: chain, client })
  })
}

async function readSigned(chain: Chain, { message: text, signature }: WalletGrant): Promise<WalletMessage> {
  const size = Buffer.byteLength(text)
  if (size < MESSAGE_BYTES.least) throw refused('Message is too short')
  if (size > MESSAGE_BYTES.most) throw refused('Message is too long')
  const message = await (chain === 'ethereum' ? readEthereumMessage(text) : readSolanaMessage(text))
  if (!message)
    throw refused(`Message does not conform to Sign in with ${chain === 'ethereum' ? 'Ethereum' : 'Solana'}`)
  if (message.version !== '1') throw refused('Unsupported version of the message')
  const isSigned = chain === 'ethereum' ? isSignedByEthereum : isSignedBySolana
  if (!isSigned(text, signature, message.address)) throw refused('Signature does not match address in message')
  return message
}

// A page elsewhere could have its visitors sign, and sign in here as them.
function requirePlace(context: AuthContext, { uri, domain }: WalletMessage): void {
  if (!URL.canParse(uri)) throw refused('URI is malformed')
  const { protocol, hostname, host, username, password } = new URL(uri)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    throw refused('URI must be https, or http on localhost')
  }
  if (username || password) throw refused('URI must not carry credentials')
  if (host !== domain.toLowerCase()) throw refused('Domain and URI do not match')
  // What is not allowed comes back as the site's own address.
  if (new URL(context.redirectTo(uri)).host !== host) throw refused('URI is not allowed on this server')
}

/** @returns when the message was made, in milliseconds since 1970. */
function requireTimes({ issuedAt, expirationTime, notBefore }: WalletMessage, nowMs: number): number {
  const issuedAtMs = timeOf(issuedAt)
  if (issuedAtMs > nowMs + CLOCK_MS) throw refused('Message was issued in the future')
  if (issuedAtMs < nowMs - LIFE_MS) throw refused('Message was issued too long ago')
  if (expirationTime !== undefined && timeOf(expirationTime) <= nowMs) throw refused('Message is expired')
  if (notBefore !== undefined && timeOf(notBefore) > nowMs + CLOCK_MS) throw refused('Message is not yet valid')
  return issuedAtMs
}

function timeOf(text: string): number {
  const timeMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(timeMs)) throw refused('A time in the message is malformed')
  return timeMs
}

function identityOf(chain: Chain, message: WalletMessage): ExternalIdentity {
  // Capitals are only a checksum on Ethereum, and part of the name on Solana.
  const address = chain === 'ethereum' ? message.address.toLowerCase() : message.address
  const subject = `web3:${chain}:${address}`
  const claims = {
    address,
    chain,
    domain: message.domain,
    ...(message.chainId && { network: message.chainId.slice(0, LONGEST_STATEMENT) }),
    ...(message.statement && { statement: message.statement.slice(0, LONGEST_STATEMENT) }),
  }
  const data = { sub: subject, custom_claims: claims, email_verified: false, phone_verified: false }
  return { provider: 'web3', subject, email: undefined, isEmailVerified: false, data }
}

const refused = (message: string) => new AuthError(400, 'invalid_credentials', message, { oauthError: 'invalid_grant' })
