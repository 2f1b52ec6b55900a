import type { VaultFile } from '#vault/file-records.ts'
import { listLiveFiles } from '#vault/live-files.ts'
import { openedVault } from '../opened-vault.ts'
import { printable, table } from '../output.ts'
import type { Command } from './command.ts'

/** Lists files by name. */
export const ls: Command = {
  usage: 'ls',
  summary: 'list files: id, size in bytes, time added, name',
  options: ['password-stdin'],
  async run({ options, output }) {
    const { api, vault } = await openedVault({ passwordStdin: options['password-stdin'] })
    const files = (await listLiveFiles(api, vault)).toSorted((a, b) => a.name.localeCompare(b.name))
    output.result(
      files.map(asJson),
      table(files.map(({ id, sizeBytes, createdAt, name }) => [id, sizeBytes, day(createdAt), printable(name)])),
    )
  },
}

export function asJson({ id, name, mimeType, sizeBytes, createdAt, isShared }: VaultFile) {
  return { id, name, mime_type: mimeType, size: sizeBytes, created_at: createdAt, is_shared: isShared }
}

const day = (time: string): string => time.slice(0, 16).replace('T', ' ')
