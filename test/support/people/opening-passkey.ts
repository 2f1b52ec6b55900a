import { randomBytes } from 'node:crypto'
import { letPasskeyOpen, unwrapMasterKeyByPasskey } from '#vault/account/passkeys.ts'
import type { DeviceMemory } from '#vault/session/device-memory.ts'
import { type OpenVault, openVault } from '#vault/session/open-vault.ts'
import { SoftAuthenticator } from '../counterparts/soft-authenticator.ts'
import { VAULT_PASSWORD, type VaultPerson } from './vault-person.ts'

export type OpeningPasskey = { id: string; credentialId: string; prfOutput: Uint8Array }

/** A passkey of this person, which only signs in so far. @param origin of the server that the person believes to speak to. */
export async function addPasskey({ api }: VaultPerson, origin: string): Promise<OpeningPasskey> {
  const begun = (await api.auth('passkeys/registration/options', {})) as {
    challenge_id: string
    options: Parameters<SoftAuthenticator['create']>[0]
  }
  const device = new SoftAuthenticator(origin)
  const credential = device.create(begun.options)
  const made = await api.auth('passkeys/registration/verify', { challenge_id: begun.challenge_id, credential })
  const { id } = made as { id: string }
  return { id, credentialId: device.id.toString('base64url'), prfOutput: randomBytes(32) }
}

/** A passkey of this person that opens the vault. */
export async function addOpeningPasskey(
  person: VaultPerson,
  origin: string,
  password = VAULT_PASSWORD,
): Promise<OpeningPasskey> {
  const passkey = await addPasskey(person, origin)
  await letPasskeyOpen(person.api, person.vault, { passkey, email: person.email, password })
  return passkey
}

/** The vault as a device opens it that has nothing but the passkey. */
export async function openByPasskey(
  { api, userId }: VaultPerson,
  { prfOutput }: Pick<OpeningPasskey, 'prfOutput'>,
  memory: DeviceMemory | null = null,
): Promise<OpenVault> {
  return openVault(api, userId, await unwrapMasterKeyByPasskey(api, userId, prfOutput), memory)
}
