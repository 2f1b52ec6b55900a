import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { AuditFilter } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../vault-context.ts'

/** Saves exactly the events that the filters let through. */
export function ExportButton({ filter }: { filter: AuditFilter | undefined }) {
  const { audit } = useVault()
  const [rows, setRows] = useState<number | null>(null)
  const save = async () => {
    if (!filter) return
    let written = 0
    setRows(0)
    try {
      const file = await audit.exportCsv(filter, (count) => {
        written = count
        setRows(count)
      })
      saveBlob(file.name, file)
      toastDone(m.audit.exported, m.audit.exportedText(written))
    } catch (error) {
      toastError(m.audit.exportFailed, sentenceFor(error))
    } finally {
      setRows(null)
    }
  }
  return (
    <Button variant="outline" disabled={!filter} isBusy={rows !== null} onClick={() => void save()}>
      {rows === null && <Download size={16} aria-hidden="true" />}
      {rows === null ? m.audit.export : m.audit.exporting(rows)}
    </Button>
  )
}
