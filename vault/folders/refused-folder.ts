import { VaultError } from '../session/vault-error.ts'

const NAMED = /^The folder “(?<name>[\s\S]*)” is not as it was shown/

/** A folder whose signed record does not hold, or says another place or name than a list showed; nothing was given away, signed or changed. */
export function folderRefused(name: string, cause?: unknown): VaultError {
  const sentence = `The folder “${name}” is not as it was shown, or what is signed about it does not hold.`
  return new VaultError('folder_refused', sentence, { cause })
}

/** How the folder was called that was refused; null for another failure. */
export function refusedFolderOf(error: unknown): string | null {
  if (!(error instanceof VaultError) || error.code !== 'folder_refused') return null
  return NAMED.exec(error.message)?.groups?.['name'] ?? null
}
