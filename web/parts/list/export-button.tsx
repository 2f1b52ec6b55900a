import { Download } from 'lucide-react'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useAction } from '../action/use-action.ts'

type Props = {
  label: string
  /** Returns exactly the rows that the filters show. */
  read: () => Promise<Blob>
  fileName: string
  /** Undefined: the file that arrives says enough. */
  done?: string
  failed: string
  className?: string
}

/** Saves what a list shows as a CSV file, separated as this browser's spreadsheets read it. */
export function ExportButton({ label, read, fileName, done, failed, className }: Props) {
  const save = useAction(read, { done: () => done, failed, keys: [], onDone: (file) => void saveCsv(fileName, file) })
  return (
    <Button
      variant="outline"
      isBusy={save.isPending}
      onClick={() => save.mutate(undefined)}
      {...(className && { className })}
    >
      {!save.isPending && <Download size={16} aria-hidden="true" />}
      {label}
    </Button>
  )
}
