import { randomBytes, randomUUID } from 'node:crypto'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { targetOfButton } from '../server/pressed-button.ts'
import { linkIn } from '../server/test-mailbox.ts'
import type { TestServer } from '../server/test-server.ts'

export const PASSWORD = 'correct horse battery staple'

/** An address nobody else in the test run has. */
export function newEmail(): string {
  return `${randomUUID().slice(0, 13)}@example.test`
}

/** What a vault client sends instead of the password, and the parameters beside it. */
export function derivedSecret(): {
  password: string
  kdf: { salt: string; m: number; t: number; p: number; v: number }
} {
  return {
    password: `qs1.${randomBytes(32).toString('base64url')}`,
    kdf: { salt: randomBytes(16).toString('base64url'), m: 65_536, t: 3, p: 4, v: 1 },
  }
}

/** Bytes that have the form of a wrapped account key and open with nothing. */
export function accountWrap(): string {
  const bytes = randomBytes(138)
  bytes.fill(0, 0, 10)
  bytes.writeUInt32BE(262_144, 2)
  bytes.writeUInt32BE(32, 6)
  bytes.writeUInt32BE(64, 74)
  return bytes.toString('base64url')
}

export type Person = { email: string; password: string; client: SupabaseClient; session: Session }

/** Signs up, confirms by mail and signs in. */
export async function signedInPerson(
  server: TestServer,
  { email = newEmail(), password = PASSWORD } = {},
): Promise<Person> {
  const client = server.client()
  const { error } = await client.auth.signUp({ email, password })
  if (error) throw error
  await confirm(server, email)
  const signedIn = await client.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  return { email, password, client, session: signedIn.data.session }
}

/** Presses the button of the confirmation mail. @returns where the browser is sent. */
export async function confirm(server: TestServer, email: string): Promise<URL> {
  return targetOfButton(linkIn(await server.mailbox.next(email)))
}
