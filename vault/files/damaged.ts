import { VaultError } from '../session/vault-error.ts'

/** What does not verify is not told apart further: which check failed is in `cause`. */
export function damaged(cause: unknown): VaultError {
  return new VaultError('file_damaged', 'This file was changed or damaged; nothing was saved.', { cause })
}
