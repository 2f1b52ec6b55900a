import { z } from 'zod'
import {
  type AccountMasterKey,
  CryptoError,
  type Keyring,
  fromBase64Url,
  passkeyKeyPair,
  systemRandom,
  toBase64Url,
  unwrapAccountKeyByPasskey,
  wrapAccountKeyForPasskey,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { deriveCredentials } from '../session/credentials.ts'
import { changeKeyring } from '../session/keyring-store.ts'
import { type OpenVault, unwrapMasterKey } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'

/** Pins of the keyring: the public key of each passkey that opens the vault, by its id. */
const PIN = 'passkey/'
const wraps = z.array(z.object({ passkey_id: z.uuid(), wrapped_key: z.string() }))
const allowed = z.object({ passkey_id: z.uuid() })

/** A new account key for one passkey, as auth/v1 takes it. */
export type PasskeyWrap = { passkey_id: string; wrapped_key: string }

/** What a passkey answered in the browser. */
export type PresentedPasskey = {
  /** base64url. */
  credentialId: string
  /** 32 bytes of its PRF extension; they never leave this device. */
  prfOutput: Uint8Array
}

/**
 * The account master key, by a passkey. Each wrap is tried: which belongs to which passkey is the server's saying.
 * @throws {VaultError} `passkey_opens_nothing`
 */
export async function unwrapMasterKeyByPasskey(
  api: VaultApi,
  userId: string,
  prfOutput: Uint8Array,
): Promise<AccountMasterKey> {
  const passkey = await passkeyKeyPair(prfOutput)
  for (const { wrapped_key: wrapped } of await readWraps(api)) {
    try {
      return await unwrapAccountKeyByPasskey({ wrapped: fromBase64Url(wrapped), passkey, userId })
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error
    }
  }
  throw new VaultError('passkey_opens_nothing', 'This passkey does not open this vault.')
}

/** Ids of the passkeys that open the vault, as the server has them. */
export async function listOpeningPasskeys(api: VaultApi): Promise<string[]> {
  return (await readWraps(api)).map(({ passkey_id: id }) => id)
}

/**
 * From now on the passkey opens this vault. The password proves the person: an open vault that was left alone must not take a new passkey.
 * @throws {VaultError} `wrong_password`; `passkey_needs_words` in accounts whose key cannot be replaced yet: a lost passkey would open it for
 *   good; `keys_replaced` | `vault_rolled_back` | `passkey_unknown`
 */
export async function letPasskeyOpen(
  api: VaultApi,
  vault: OpenVault,
  { passkey, email, password }: { passkey: PresentedPasskey; email: string; password: string },
): Promise<void> {
  const { userId, amk, personalSpace } = vault
  if (!vault.keyring.replaceable) throw new VaultError('passkey_needs_words', 'Make new recovery words first.')
  const { kek, authSecret } = await deriveCredentials(api, email, password)
  await unwrapMasterKey(api, userId, kek)
  const { publicKey } = await passkeyKeyPair(passkey.prfOutput)
  const wrapped = await wrapAccountKeyForPasskey({ amk, publicKey, userId, random: systemRandom })
  const answer = await api.auth('passkeys/opening', {
    credential_id: passkey.credentialId,
    wrapped_key: toBase64Url(wrapped),
    epoch: personalSpace.epoch,
    current_password: authSecret,
  })
  const { passkey_id: id } = allowed.parse(answer)
  await changeKeyring(api, vault, ({ peers, pins }) => ({
    peers,
    pins: { ...pins, [PIN + id]: toBase64Url(publicKey) },
  }))
}

/**
 * A new account key for the passkeys that go on opening the vault: those that the keyring knows and the server still has, without `lost`.
 * The server can leave one out, and add none.
 * @returns the wraps, and the pins of the new keyring.
 */
export async function wrapForPasskeys(
  api: VaultApi,
  { amk, userId, pins, lost }: { amk: AccountMasterKey; userId: string; pins: Keyring['pins']; lost?: string },
): Promise<{ passkeys: PasskeyWrap[]; pins: Keyring['pins'] }> {
  const known = Object.entries(pins).filter(([name]) => name.startsWith(PIN))
  if (known.length === 0) return { passkeys: [], pins }
  const there = new Set(await listOpeningPasskeys(api))
  const kept = known.filter(([name]) => there.has(name.slice(PIN.length)) && name !== PIN + lost)
  const passkeys = await Promise.all(
    kept.map(async ([name, key]) => {
      const publicKey = fromBase64Url(key)
      const wrapped = await wrapAccountKeyForPasskey({ amk, publicKey, userId, random: systemRandom })
      return { passkey_id: name.slice(PIN.length), wrapped_key: toBase64Url(wrapped) }
    }),
  )
  const others = Object.entries(pins).filter(([name]) => !name.startsWith(PIN))
  return { passkeys, pins: Object.fromEntries([...others, ...kept]) }
}

async function readWraps(api: VaultApi): Promise<PasskeyWrap[]> {
  return wraps.parse(await api.rest('account_wraps?select=passkey_id,wrapped_key&kind=eq.passkey'))
}
