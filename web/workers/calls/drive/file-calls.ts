import type { ReadPurpose } from '#contract/audit/read-purpose.ts'
import { checkFileName } from '#vault/files/file-name.ts'
import { readProof } from '#vault/files/file-proof.ts'
import { renameFile, touchFile } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import { touchFiles } from '#vault/files/touch-files.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { withVault } from '../bind-calls.ts'
import { syncFileLists } from '../../device/file-lists.ts'
import { connected, unlocked } from '../../vault-state.ts'

/** The list of files, and what changes in their records. */
export const fileCalls = {
  ...withVault({ proof: readProof }),
  sync: syncFileLists,
  rename: (shown: Shown, name: string): Promise<void> => renameFile(connected(), unlocked(), shown, validName(name)),
  touch: (id: string, purpose: ReadPurpose): Promise<void> => touchFile(connected(), id, purpose, new Date()),
  touchAll: (ids: readonly string[]): Promise<void> =>
    touchFiles(connected(), ids, { purpose: 'download', now: new Date() }),
}

/** @throws {VaultError} `bad_file_name` */
export function validName(name: string): string {
  const checked = checkFileName(name)
  if ('problem' in checked) throw new VaultError('bad_file_name', 'This name cannot be used.')
  return checked.name
}
