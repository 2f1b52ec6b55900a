import { VaultApi } from '#vault/session/api.ts'
import type { Backend } from '../remote/backend.ts'
import type { SignUpInput } from './account-types.ts'

/** Makes the account; its address is not confirmed yet. @returns the salt of its password. */
export async function signUp(
  { workers, config }: Backend,
  { email, password, firstName, lastName, company, agreeToMarketing }: SignUpInput,
  { captchaToken }: { captchaToken?: string },
): Promise<{ salt: string }> {
  const { authSecret, kdf } = await workers.vault.account.newAccount(password)
  const data = { first_name: firstName, last_name: lastName, company, marketing: agreeToMarketing }
  // Not through the auth client: it has no place for `kdf`.
  const api = new VaultApi({ baseUrl: '', publishableKey: config.publishable_key, accessToken: async () => undefined })
  const path = `signup?redirect_to=${encodeURIComponent(`${location.origin}/login`)}`
  const security = { gotrue_meta_security: { captcha_token: captchaToken } }
  await api.auth(path, { email, password: authSecret, data, kdf, ...security })
  return { salt: kdf.salt }
}
