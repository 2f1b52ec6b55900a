import { Download } from 'lucide-react'
import { saveBlob } from '#web/lib/files/save-text.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useAction } from '#web/parts/action/use-action.ts'

type Props = { label: string; read: () => Promise<Blob>; fileName: string; done: string; failed: string }

/** Saves exactly the bytes whose hash is in the audit log, whichever separator this browser's spreadsheets take. */
export function EvidenceButton({ label, read, fileName, done, failed }: Props) {
  const save = useAction(read, { done, failed, keys: [], onDone: (file) => saveBlob(fileName, file) })
  return (
    <Button variant="outline" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
      {!save.isPending && <Download size={16} aria-hidden="true" />}
      {label}
    </Button>
  )
}
