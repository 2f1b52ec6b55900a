import { sentenceFor } from '#web/messages/errors.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'

/** What the server said of a refusal that has no sentence of its own in the app. It answers in English, as the studio is written. */
export const said = (error: Error): string =>
  error instanceof VaultError && error.code === 'unexpected' ? error.message : sentenceFor(error)
