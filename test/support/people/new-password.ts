import { preparePasswordChange } from '#vault/account/change-password.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import type { DeviceMemory } from '#vault/session/device-memory.ts'
import { type OpenVault, openVault, unwrapMasterKey } from '#vault/session/open-vault.ts'
import { unwrapMasterKeyByWords } from '#vault/account/recovery.ts'
import { VAULT_PASSWORD, type VaultPerson } from './vault-person.ts'

export const NEW_PASSWORD = 'another password of mine'

/** Changes the password as the app does. @returns whether recovery by others ended with it. */
export async function changePassword(
  { api, vault, email }: VaultPerson,
  { current = VAULT_PASSWORD, next = NEW_PASSWORD } = {},
): Promise<boolean> {
  const change = await preparePasswordChange(api, vault, { email, current, next })
  const { authSecret: password, currentSecret: current_password, fields } = change
  const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }
  const body = JSON.stringify({ password, current_password, vault: fields })
  await api.fetch('/auth/v1/user', { method: 'PUT', headers, body })
  await change.apply(vault)
  return change.endsAgreement
}

/** The vault as a device opens it that has nothing but the password. */
export async function openByPassword(
  { api, userId, email }: VaultPerson,
  password: string,
  memory: DeviceMemory | null = null,
): Promise<OpenVault> {
  const { kek } = await deriveCredentials(api, email, password)
  return openVault(api, userId, await unwrapMasterKey(api, userId, kek), memory)
}

export async function openByWords(
  { api, userId }: VaultPerson,
  words: string,
  memory: DeviceMemory | null = null,
): Promise<OpenVault> {
  return openVault(api, userId, await unwrapMasterKeyByWords(api, userId, words), memory)
}
