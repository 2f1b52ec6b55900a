import { type ComponentProps, useState } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import type { ShareDialog } from '../../sharing/share-dialog.tsx'
import type { Item } from '../item.ts'

export type Shared = Pick<ComponentProps<typeof ShareDialog>, 'files' | 'folderName'>

/** What the list asks or shows about some of its items, one at a time. */
export type FileDialog =
  | { kind: 'preview' | 'details' | 'unshare'; file: VaultFile }
  | { kind: 'rename' | 'put-back'; item: Item }
  | { kind: 'move' | 'copy'; items: readonly Item[] }
  | { kind: 'tags'; files: readonly VaultFile[] }
  /** `folderName`: what the files lie in; see `ShareDialog`. */
  | ({ kind: 'share' } & Shared)

export function useFileDialog() {
  const [dialog, open] = useState<FileDialog | null>(null)
  return {
    dialog,
    open,
    // A dialog that ends may say so when the next one is open already.
    closing: (kind: FileDialog['kind']) => () => open((current) => (current?.kind === kind ? null : current)),
  }
}
