import type { SupabaseClient } from '@supabase/supabase-js'
import { generateSync } from 'otplib'
import { type Person, signedInPerson } from './people.ts'
import type { TestServer } from '../server/test-server.ts'

const STEP_SECONDS = 30

/** The code that an authenticator app shows `steps` half minutes from now, by another implementation than the server's. */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS })
}

/** Enrols an authenticator app that waits for its first code. */
export async function enrolTotp(
  client: SupabaseClient,
  friendlyName?: string,
): Promise<{ id: string; secret: string }> {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    ...(friendlyName && { friendlyName }),
  })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret }
}

/** Proves an authenticator app, as often as a test likes: the server forgets that the present code was used. */
export async function proveTotp(
  server: TestServer,
  client: SupabaseClient,
  { id, secret }: { id: string; secret: string },
): Promise<void> {
  await server.database.owner('update auth.mfa_factors set last_used_step = null where id = $1', [id])
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
  if (error) throw error
}

export type ProtectedPerson = Person & { factor: { id: string; secret: string } }

/** A person with an authenticator app, whose session has proven it. */
export async function personWithTotp(server: TestServer, friendlyName?: string): Promise<ProtectedPerson> {
  const person = await signedInPerson(server)
  const factor = await enrolTotp(person.client, friendlyName)
  await proveTotp(server, person.client, factor)
  return { ...person, factor }
}

/** Another session of a person, by password alone. */
export async function secondSession(server: TestServer, { email, password }: Person): Promise<SupabaseClient> {
  const client = server.client({ experimental: { recoveryCodes: true } })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

/** `aal` and the methods of `amr` in the access token. */
export async function assuranceOf(client: SupabaseClient): Promise<{ aal: unknown; methods: unknown[] }> {
  const { data } = await client.auth.getClaims()
  const amr = (data?.claims.amr ?? []) as { method: string }[]
  return { aal: data?.claims.aal, methods: amr.map(({ method }) => method) }
}
