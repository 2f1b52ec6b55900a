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
import { pinRefusal, pinnedPasskeys, withPasskey, withoutPasskeys } from '../session/passkey-pins.ts'
import { VaultError } from '../session/vault-error.ts'

const wraps = z.array(z.object({ passkey_id: z.uuid(), wrapped_key: z.string() }))
const owned = z.array(z.object({ id: z.uuid(), credential_id: z.string() }))
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

/** Ids of the passkeys that open the vault, as the server has them: all that is known of a locked one. */
export async function listOpeningPasskeys(api: VaultApi): Promise<string[]> {
  return (await readWraps(api)).map(({ passkey_id: id }) => id)
}

/**
 * The passkeys that open the vault: those that its newest keyring has, and those for which the server has a wrap. What the server says about
 * the first is not believed.
 * @throws {VaultError} `keys_replaced`
 */
export async function readVaultPasskeys(
  api: VaultApi,
  vault: OpenVault,
): Promise<{ pinned: string[]; wrapped: string[] }> {
  const [wrapped] = await Promise.all([listOpeningPasskeys(api), changeKeyring(api, vault, leave).catch(whereOlder)])
  return { pinned: pinnedPasskeys(vault.keyring.pins).map(({ id }) => id), wrapped }
}

const leave = () => null
/** A server that went back has nothing to add: what this device knows stays. */
function whereOlder(error: unknown): void {
  if (!(error instanceof VaultError) || error.code !== 'vault_rolled_back') throw error
}

/**
 * From now on the passkey opens this vault. The password proves the person: an open vault that was left alone must not take a new passkey.
 * The keyring has it first: whatever fails after that leaves a passkey that opens nothing, and can be removed.
 * @throws {VaultError} `wrong_password`; `passkey_needs_words` in accounts whose key cannot be replaced yet: a lost passkey would open it for
 *   good; `passkey_removed` | `passkey_unknown` | `keys_replaced` | `vault_rolled_back`
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
  const id = await idOf(api, passkey.credentialId)
  await changeKeyring(api, vault, ({ peers, pins }) => {
    const refusal = pinRefusal(pins, id, publicKey)
    if (refusal === 'removed') throw new VaultError('passkey_removed', 'This passkey was removed from the vault.')
    if (refusal) throw unknownPasskey()
    return { peers, pins: withPasskey(pins, id, publicKey) }
  })
  const answer = await api.auth('passkeys/opening', {
    credential_id: passkey.credentialId,
    wrapped_key: toBase64Url(wrapped),
    epoch: personalSpace.epoch,
    current_password: authSecret,
  })
  if (allowed.parse(answer).passkey_id !== id) throw unknownPasskey()
}

/**
 * A passkey that only signs in is about to be removed: the keyring keeps that it never opens the vault.
 * @throws {VaultError} `passkey_opens_vault` for one that does, which takes a new account key; `vault_rolled_back` | `keys_replaced`
 */
export async function ruleOutPasskey(api: VaultApi, vault: OpenVault, id: string): Promise<void> {
  const wrapped = await listOpeningPasskeys(api)
  await changeKeyring(api, vault, ({ peers, pins }) => {
    if (wrapped.includes(id) || pinnedPasskeys(pins).some((pinned) => pinned.id === id)) {
      throw new VaultError('passkey_opens_vault', 'Removing a passkey that opens the vault takes the password.')
    }
    return { peers, pins: withoutPasskeys(pins, [id]) }
  })
}

/**
 * A new account key for the passkeys that keep opening the vault: those that the keyring knows and the server still has, without `lost`.
 * The server can leave one out, and add none. Each that is left out is marked as removed, for good.
 * @returns the wraps, and the pins of the new keyring.
 */
export async function wrapForPasskeys(
  api: VaultApi,
  { amk, userId, pins, lost }: { amk: AccountMasterKey; userId: string; pins: Keyring['pins']; lost?: string },
): Promise<{ passkeys: PasskeyWrap[]; pins: Keyring['pins'] }> {
  const known = lost === undefined ? pins : withoutPasskeys(pins, [lost])
  const opening = pinnedPasskeys(known)
  if (opening.length === 0) return { passkeys: [], pins: known }
  const there = new Set(await listOpeningPasskeys(api))
  const left = opening.filter(({ id }) => !there.has(id)).map(({ id }) => id)
  const next = left.length === 0 ? known : withoutPasskeys(known, left)
  const passkeys = await Promise.all(
    pinnedPasskeys(next).map(async ({ id, publicKey }) => {
      const wrapped = await wrapAccountKeyForPasskey({ amk, publicKey, userId, random: systemRandom })
      return { passkey_id: id, wrapped_key: toBase64Url(wrapped) }
    }),
  )
  return { passkeys, pins: next }
}

/** Under which id the server has a passkey of this account. */
async function idOf(api: VaultApi, credentialId: string): Promise<string> {
  const listed = owned.parse(await (await api.fetch('/auth/v1/passkeys', {})).json())
  const passkey = listed.find(({ credential_id: id }) => id === credentialId)
  if (!passkey) throw unknownPasskey()
  return passkey.id
}

const unknownPasskey = () => new VaultError('passkey_unknown', 'This account has no such passkey.')

async function readWraps(api: VaultApi): Promise<PasskeyWrap[]> {
  return wraps.parse(await api.rest('account_wraps?select=passkey_id,wrapped_key&kind=eq.passkey'))
}
