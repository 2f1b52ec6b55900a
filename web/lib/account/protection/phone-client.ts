import type { User } from '@supabase/supabase-js'
import { fromAuth } from '../auth-refusal.ts'
import type { Backend } from '../../remote/backend.ts'
import { createEphemeralAuthClient } from '../arrival/ephemeral-auth-client.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { ProtectionClient } from './protection-types.ts'

type Phone = Pick<ProtectionClient, 'phone' | 'requestPhone' | 'confirmPhone' | 'removePhone'>

/** The number that receives codes for signing in. */
export function createPhone(backend: Promise<Backend>): Phone {
  async function readUser(): Promise<User> {
    const { data, error } = await (await backend).auth.getUser()
    if (error) throw fromAuth(error)
    return data.user
  }

  return {
    async phone() {
      const [{ phone }, isOffered] = await Promise.all([readUser(), sendsSms(await backend)])
      return { number: phone ? `+${phone}` : null, isOffered }
    },

    async requestPhone(number) {
      const { error } = await (await backend).auth.updateUser({ phone: number })
      if (error) throw fromAuth(error)
    },

    async confirmPhone(number, code) {
      const { config } = await backend
      // The answer is a session of its own, without the second factor that this one may have: it is ended, this one stays.
      const { client } = createEphemeralAuthClient(config.publishable_key)
      const { error } = await client.verifyOtp({ phone: number, token: code, type: 'phone_change' })
      if (error?.code === 'otp_expired') throw new VaultError('wrong_sent_code', error.message, { cause: error })
      if (error) throw fromAuth(error)
      await client.signOut({ scope: 'local' })
    },

    async removePhone() {
      const identity = (await readUser()).identities?.find(({ provider }) => provider === 'phone')
      if (!identity) return
      const { error } = await (await backend).auth.unlinkIdentity(identity)
      if (error) throw fromAuth(error)
    },
  }
}

async function sendsSms({ config }: Backend): Promise<boolean> {
  const response = await fetch('/auth/v1/settings', { headers: { apikey: config.publishable_key }, cache: 'no-store' })
  if (!response.ok) throw new VaultError('offline', 'The server gave no settings.')
  const { external } = (await response.json()) as { external: { phone?: boolean } }
  return external.phone === true
}
