import { z } from 'zod'
import {
  CryptoError,
  fromBase64Url,
  openShare,
  recoveryCode,
  sealShare,
  systemRandom,
  toBase64Url,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { keyChanged, readPeer } from '../sharing/people.ts'
import { type Trust, isBlocked } from '../pins/trust.ts'
import { VaultError } from '../session/vault-error.ts'

/** Somebody who asks to be let back in, and whose share this account holds. */
export type RecoveryToAnswer = {
  id: string
  userId: string
  email: string
  name: string
  trust: Trust
  threshold: number
  answers: number
  isAnswered: boolean
  /** ISO 8601. */
  createdAt: string
  expiresAt: string
}

const row = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  public_key: z.string(),
  revision: z.int(),
  threshold: z.int(),
  created_at: z.string(),
  expires_at: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  statement: z.string(),
  signature: z.string(),
  sealed_share: z.string(),
  wrapped_key: z.string(),
  answers: z.int(),
  is_answered: z.boolean(),
})
type Row = z.infer<typeof row>

/** Requests of members whose share this account holds; empty for everybody else. */
export async function listRecoveriesToAnswer(api: VaultApi, vault: OpenVault): Promise<RecoveryToAnswer[]> {
  const rows = await fetchRows(api)
  return Promise.all(
    rows.map(async (one) => ({
      id: one.id,
      userId: one.user_id,
      email: one.email ?? '',
      name: nameOf(one),
      trust: await trustOf(vault, one),
      threshold: one.threshold,
      answers: one.answers,
      isAnswered: one.is_answered,
      createdAt: one.created_at,
      expiresAt: one.expires_at,
    })),
  )
}

/**
 * Hands this account's share to who asks, sealed to the key of their request, when the digits are those of that key.
 *
 * @param typed what the person said aloud, with or without spaces.
 * @throws {VaultError} `recovery_code_wrong` | `key_changed` | `recovery_share_refused` | `not_member` when the request is over
 */
export async function answerRecovery(
  api: VaultApi,
  vault: OpenVault,
  { requestId, typed }: { requestId: string; typed: string },
): Promise<void> {
  const request = (await fetchRows(api)).find(({ id }) => id === requestId)
  if (!request) throw new VaultError('not_member', 'This request is over.')
  if (isBlocked(await trustOf(vault, request))) throw keyChanged()
  const recipientPublicKey = publicKeyOf(request)
  const code = recoveryCode(request.user_id, recipientPublicKey)
  if (typed.replaceAll(/\D/g, '') !== code.replaceAll(' ', '')) {
    throw new VaultError('recovery_code_wrong', 'This is not the code of the request.')
  }
  const share = await ownShare(vault, request)
  const context = { kind: 'answer', id: request.id, revision: request.revision, holderId: vault.userId } as const
  const sealed = await sealShare(context, { share, recipientPublicKey, random: systemRandom })
  await api.rest('rpc/answer_recovery', {
    method: 'POST',
    body: { request: request.id, sealed_share: toBase64Url(sealed.sealed), wrapped_key: toBase64Url(sealed.wrapped) },
  })
}

/** Ends the request for everybody. @throws {VaultError} `not_member` when it is over */
export async function refuseRecovery(api: VaultApi, requestId: string): Promise<void> {
  await api.rest('rpc/refuse_recovery', { method: 'POST', body: { request: requestId } })
}

async function fetchRows(api: VaultApi): Promise<Row[]> {
  return z.array(row).parse(await api.rest('rpc/recoveries_to_answer', { method: 'POST', body: {} }))
}

const nameOf = ({ first_name, last_name }: Row): string => [first_name, last_name].filter(Boolean).join(' ')

async function trustOf(vault: OpenVault, request: Row): Promise<Trust> {
  const { user_id: userId, email, statement, signature } = request
  try {
    return (await readPeer(vault, { userId, email: email ?? '', name: nameOf(request), statement, signature })).trust
  } catch (error) {
    if (error instanceof VaultError && error.code === 'key_changed') return 'changed'
    throw error
  }
}

function publicKeyOf({ public_key }: Row): Uint8Array {
  try {
    return fromBase64Url(public_key)
  } catch (cause) {
    throw new VaultError('recovery_code_wrong', 'The key of the request is none.', { cause })
  }
}

async function ownShare(vault: OpenVault, request: Row): Promise<Uint8Array> {
  const { user_id: id, revision } = request
  try {
    const share = { sealed: fromBase64Url(request.sealed_share), wrapped: fromBase64Url(request.wrapped_key) }
    return await openShare({ kind: 'stored', id, revision, holderId: vault.userId }, { share, recipient: vault.kem })
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw new VaultError('recovery_share_refused', 'What is stored is no share of this account for this holder.', {
      cause,
    })
  }
}
