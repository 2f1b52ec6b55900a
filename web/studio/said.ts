import { isOwnWords, VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { studio as words } from '#web/messages/studio/studio.ts'

/** Codes whose sentences in the app are about files, or too general: the server says more. */
const TOLD_BY_SERVER: ReadonlySet<string> = new Set(['unexpected', 'file_too_large', 'offline', 'limit_reached'])

/** Returns the sentence of a refusal in the studio. The server answers in English, as the studio is written. */
export function said(error: Error): string {
  if (!(error instanceof VaultError) || !TOLD_BY_SERVER.has(error.code)) return sentenceFor(error)
  if (error.code === 'unexpected' || isOwnWords(error)) return error.message
  if (error.code === 'file_too_large') return words.tooLong
  return error.code === 'offline' ? words.away : sentenceFor(error)
}
