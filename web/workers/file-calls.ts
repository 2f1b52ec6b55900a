import { checkFileName } from '#vault/file-name.ts'
import { renameFile, touchFile } from '#vault/file-records.ts'
import { VaultError } from '#vault/vault-error.ts'
import { connected, unlocked } from './vault-state.ts'

/** What changes in the records of files. */
export const fileCalls = {
  rename: (id: string, name: string): Promise<void> => renameFile(connected(), unlocked(), id, validName(name)),
  touch: (id: string): Promise<void> => touchFile(connected(), id, new Date()),
}

/** @throws {VaultError} `bad_file_name` */
export function validName(name: string): string {
  const checked = checkFileName(name)
  if ('problem' in checked) throw new VaultError('bad_file_name', 'This name cannot be used.')
  return checked.name
}
