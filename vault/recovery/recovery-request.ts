import { z } from 'zod'
import {
  type AccountMasterKey,
  CryptoError,
  type KemKeyPair,
  combineRecoveryKey,
  draw,
  fromBase64Url,
  openShare,
  randomUuid,
  recoveryCode,
  systemRandom,
  toBase64Url,
  unwrapAccountKey,
  xWing,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { type OwnRecoveryRequest, readOwnRecovery } from './recovery-agreement.ts'
import { VaultError } from '../session/vault-error.ts'

const SEED_BYTES = 32
const wraps = z.array(z.object({ wrapped_key: z.string() }))

/** A request as the browser sees it that asked; `code` is computed here, from its own key. */
export type AskedRecovery = {
  /** Null when this browser does not hold the key of the open request. */
  code: string | null
  threshold: number
  /** Who answered. */
  answered: string[]
  /** ISO 8601. */
  expiresAt: string
}

/** A new key pair for one request. Only the seed needs to be kept. */
export const newRequestSeed = (): Uint8Array => draw(systemRandom, SEED_BYTES)

/** Asks the holders. What was asked before ends. @throws {VaultError} `recovery_asked_often` | `not_member` without an agreement */
export async function askForRecovery(api: VaultApi, seed: Uint8Array): Promise<void> {
  const { publicKey } = await pairOf(seed)
  const body = { id: randomUuid(systemRandom), public_key: toBase64Url(publicKey) }
  await api.rest('rpc/ask_recovery', { method: 'POST', body })
}

export async function cancelRecovery(api: VaultApi): Promise<void> {
  await api.rest('rpc/cancel_recovery', { method: 'POST', body: {} })
}

/** The open request of this account, if there is one. @param seed of the request that this browser made, if it made one */
export async function readAskedRecovery(
  { userId, seed }: { userId: string; seed: Uint8Array | undefined },
  request: OwnRecoveryRequest | null,
): Promise<AskedRecovery | null> {
  if (!request) return null
  const pair = seed && (await pairOf(seed))
  const isOurs = pair && toBase64Url(pair.publicKey) === request.publicKey
  return {
    code: isOurs ? recoveryCode(userId, pair.publicKey) : null,
    threshold: request.threshold,
    answered: request.answers.map(({ holderId }) => holderId),
    expiresAt: request.expiresAt,
  }
}

/**
 * The account master key, from what the holders answered. An answer that does not open is passed over, and so is one that does
 * not fit the others, when enough are left.
 *
 * @throws {VaultError} `recovery_elsewhere` | `recovery_waiting` | `recovery_refused`
 */
export async function openByAnswers(
  api: VaultApi,
  userId: string,
  seed: Uint8Array | undefined,
): Promise<AccountMasterKey> {
  const { request } = await readOwnRecovery(api)
  const recipient = seed && (await pairOf(seed))
  if (!request || !recipient || toBase64Url(recipient.publicKey) !== request.publicKey) {
    throw new VaultError('recovery_elsewhere', 'This browser holds no key of an open request.')
  }
  if (request.threshold < 1 || request.answers.length < request.threshold) {
    throw new VaultError('recovery_waiting', 'Fewer have answered than it takes.')
  }
  const opened = await Promise.all(request.answers.map((answer) => openAnswer(request, answer, recipient)))
  const shares = opened.filter((share) => share !== null)
  const [wrap] = wraps.parse(await api.rest('account_wraps?select=wrapped_key&kind=eq.organisation'))
  if (!wrap) throw refused()
  const wrapped = fromBase64Url(wrap.wrapped_key)
  for (const chosen of choose(shares, request.threshold)) {
    const amk = await tryShares(chosen, { wrapped, userId })
    if (amk) return amk
  }
  throw refused()
}

async function openAnswer(
  { id, revision }: OwnRecoveryRequest,
  { holderId, sealedShare, wrappedKey }: OwnRecoveryRequest['answers'][number],
  recipient: KemKeyPair,
): Promise<Uint8Array | null> {
  try {
    const share = { sealed: fromBase64Url(sealedShare), wrapped: fromBase64Url(wrappedKey) }
    return await openShare({ kind: 'answer', id, revision, holderId }, { share, recipient })
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return null
  }
}

async function tryShares(
  shares: readonly Uint8Array[],
  { wrapped, userId }: { wrapped: Uint8Array; userId: string },
): Promise<AccountMasterKey | null> {
  try {
    const kek = await combineRecoveryKey(shares)
    return await unwrapAccountKey({ wrapped, kek, userId, kind: 'organisation' })
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return null
  }
}

/** Every choice of `count`, in order; at most 252, of ten. */
function* choose<T>(from: readonly T[], count: number): Generator<T[]> {
  if (count === 0) yield []
  for (const [at, first] of from.entries()) {
    for (const rest of count > 0 ? choose(from.slice(at + 1), count - 1) : []) yield [first, ...rest]
  }
}

async function pairOf(seed: Uint8Array): Promise<KemKeyPair> {
  return { suite: 'std', seed, publicKey: await (await xWing()).publicKey(seed) }
}

function refused(): VaultError {
  return new VaultError('recovery_refused', 'What was answered does not open this account.')
}
