import type { SupabaseClient } from '@supabase/supabase-js'
import { SoftAuthenticator } from '../counterparts/soft-authenticator.ts'
import type { TestServer } from '../server/test-server.ts'

/** Adds a passkey to the account that `client` is signed in to. */
export async function addSoftPasskey(server: TestServer, client: SupabaseClient) {
  const device = new SoftAuthenticator(server.url)
  const begun = await client.auth.passkey.startRegistration()
  if (begun.error) return { error: begun.error, device, id: '' }
  const credential = device.create(begun.data.options)
  const { data, error } = await client.auth.passkey.verifyRegistration({
    challengeId: begun.data.challenge_id,
    credential,
  })
  return { error, device, id: data?.id ?? '' }
}

/** A session that the passkey opened. */
export async function signInBySoftPasskey(server: TestServer, device: SoftAuthenticator): Promise<SupabaseClient> {
  const client = server.client({ experimental: { recoveryCodes: true } })
  const begun = await client.auth.passkey.startAuthentication()
  if (begun.error) throw begun.error
  const credential = device.get(begun.data.options)
  const { error } = await client.auth.passkey.verifyAuthentication({ challengeId: begun.data.challenge_id, credential })
  if (error) throw error
  return client
}
