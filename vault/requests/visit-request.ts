import { z } from 'zod'
import {
  type DeliveryKey,
  type KdfParameters,
  deriveRequest,
  deriveRequestDoor,
  fromBase64Url,
  fromUtf8,
  openDescription,
} from '#crypto/index.ts'
import { type AddressSecret, requireChecked } from '../sharing/links/address-secret.ts'
import type { VaultApi } from '../session/api.ts'
import { VaultError } from '../session/vault-error.ts'
import { rethrowWeakKdf } from '../session/credentials.ts'

/** An address as it was followed: the id from the path, the secret from the fragment. */
export type FollowedRequest = { id: string; secret: AddressSecret }

/** What somebody learns who has the address of a request, and what a delivery takes. */
export type OpenRequest = {
  id: string
  title: string
  note: string
  /** Who asks, as far as they chose to say; no signature stands behind it. Empty for nothing. */
  name: string
  email: string
  /** Their X-Wing key, out of the sealed description: neither the server nor another sender can put in one of theirs. */
  recipientKey: Uint8Array
  deliveryKey: DeliveryKey
  /** ISO 8601; this and the limits are promises of the server. */
  expiresAt: string
  filesLeft: number
  bytesLeft: number
  maxFileBytes: number
  ticket: string
}

const doorShape = z.object({
  kdf: z.object({ salt: z.string(), m: z.int(), t: z.int(), p: z.int(), v: z.int() }).nullable(),
})
const answerShape = z.object({
  description: z.string(),
  expires_at: z.string(),
  files_left: z.int(),
  bytes_left: z.int(),
  max_file_bytes: z.int(),
  ticket: z.string(),
})
const descriptionShape = z.strictObject({
  v: z.literal(1),
  title: z.string(),
  note: z.string(),
  name: z.string(),
  email: z.string(),
  recipient_key: z.string(),
})
const XWING_KEY_BYTES = 1216

/**
 * Asks whether the request runs and how its password is stretched; null without a password.
 * @throws {VaultError} `request_unknown` | `request_ended` | `request_expired`
 */
export async function knockAtRequest(api: VaultApi, { id, secret }: FollowedRequest): Promise<KdfParameters | null> {
  const { token } = await deriveRequestDoor(secret.key)
  const { kdf } = await ask(api, `${id}/door`, { 'x-request-door': token }, doorShape)
  return kdf && { ...kdf, salt: saltOf(kdf.salt) }
}

/**
 * Opens what the request says. With a wrong password the token is another one, so the server answers as for an unknown request.
 * @throws {VaultError} as `knockAtRequest`; `request_password`, `request_damaged`, `weak_settings`
 */
export async function openRequest(
  api: VaultApi,
  { id, secret }: FollowedRequest,
  password: { text: string; parameters: KdfParameters } | null,
): Promise<OpenRequest> {
  const { token: door } = await deriveRequestDoor(secret.key)
  const keys = await deriveRequest({ secret: secret.key, ...(password ? { password } : {}) }).catch(rethrowWeakKdf)
  const headers = { 'x-request-door': door, 'x-request-token': keys.accessToken }
  const answer = await ask(api, `${id}/enter`, headers, answerShape).catch((error: unknown) => {
    if (!password || !(error instanceof VaultError) || error.code !== 'request_unknown') throw error
    throw new VaultError('request_password', 'The password does not open this request.', { cause: error })
  })
  try {
    const sealed = fromBase64Url(answer.description)
    const plain = await openDescription({ key: keys.descriptionKey, requestId: id, sealed })
    await requireChecked('request', secret, plain)
    const { recipient_key, title, note, name, email } = descriptionShape.parse(JSON.parse(fromUtf8(plain)))
    const recipientKey = fromBase64Url(recipient_key)
    if (recipientKey.length !== XWING_KEY_BYTES)
      throw new VaultError('request_damaged', 'The key is of another length.')
    return {
      id,
      title,
      note,
      name,
      email,
      recipientKey,
      deliveryKey: keys.deliveryKey,
      expiresAt: answer.expires_at,
      filesLeft: answer.files_left,
      bytesLeft: answer.bytes_left,
      maxFileBytes: answer.max_file_bytes,
      ticket: answer.ticket,
    }
  } catch (cause) {
    throw new VaultError('request_damaged', 'What this request says was changed; nothing was sent.', { cause })
  }
}

async function ask<T>(api: VaultApi, path: string, headers: Record<string, string>, shape: z.ZodType<T>): Promise<T> {
  const response = await api.fetch(`/requests/v1/${path}`, { method: 'POST', headers })
  const parsed = shape.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  throw new VaultError('request_damaged', 'The server did not answer as a request does.', { cause: parsed.error })
}

function saltOf(text: string): Uint8Array {
  try {
    return fromBase64Url(text)
  } catch (cause) {
    throw new VaultError('weak_settings', 'The server offered settings that are none.', { cause })
  }
}
