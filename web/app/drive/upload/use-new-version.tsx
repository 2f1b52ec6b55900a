import { useRef } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useFolderTree } from '../use-drive.ts'

/** Lets the person choose other content for a stored file. `input` must be on the page. */
export function useNewVersion() {
  const { files } = useVault()
  const tree = useFolderTree()
  const chooser = useRef<HTMLInputElement>(null)
  const wanted = useRef<VaultFile>(null)
  return {
    choose: (file: VaultFile) => {
      wanted.current = file
      chooser.current?.click()
    },
    input: (
      <FileInput
        inputRef={chooser}
        onFiles={([chosen]) => {
          const { current } = wanted
          if (chosen && current) files.replace(chosen, { ...current, within: tree.path(current.folderId) })
        }}
      />
    ),
  }
}
