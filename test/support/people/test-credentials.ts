import { type Credentials, newCredentials } from '#vault/session/credentials.ts'

/** Stretching a password costs most of a sign-up: so many salts serve all people of a process, and those of one test differ. */
const SALTS = 6

const stretched = new Map<string, Promise<Credentials>[]>()
let turn = 0

/** Of the next person with this password, under another salt than that of the five before. */
export function nextCredentials(password: string): Promise<Credentials> {
  const kept = stretched.get(password) ?? []
  stretched.set(password, kept)
  const at = turn++ % SALTS
  return (kept[at] ??= newCredentials(password))
}
