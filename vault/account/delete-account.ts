import type { VaultApi } from '../session/api.ts'
import { deriveCredentials } from '../session/credentials.ts'

/**
 * Deletes the caller's account with its vault and files, once the server has compared the password.
 * @throws {VaultError} `wrong_password`, `last_owner`, `needs_second_factor`
 */
export async function deleteAccount(api: VaultApi, email: string, password: string): Promise<void> {
  const { authSecret } = await deriveCredentials(api, email, password)
  const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }
  await api.fetch('/auth/v1/user', { method: 'DELETE', headers, body: JSON.stringify({ password: authSecret }) })
}
