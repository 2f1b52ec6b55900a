import { ChevronDown, Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { AuditFilter, AuditFormat } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StopButton } from './stop-button.tsx'

const OTHERS = ['ndjson', 'cef', 'ocsf'] as const

/** Saves exactly the events that the filters let through. */
export function ExportButton({ filter }: { filter: AuditFilter | undefined }) {
  const { rows, save, stop } = useAuditExport(filter)
  const main = useRef<HTMLButtonElement>(null)
  useChosenAction('exportLog', () => void save('csv'), filter !== undefined && rows === null)
  if (rows !== null) {
    return (
      <span className="flex">
        <Button ref={main} variant="outline" isBusy>
          {auditWords.exporting(rows)}
        </Button>
        <StopButton name={auditWords.stopExport} onStop={stop} backTo={main} />
      </span>
    )
  }
  return (
    <span className="flex">
      <Button
        ref={main}
        variant="outline"
        className="rounded-r-none"
        disabled={!filter}
        onClick={() => void save('csv')}
      >
        <Download size={16} aria-hidden="true" />
        {auditWords.export}
      </Button>
      <Menu
        trigger={
          <Button
            variant="outline"
            className="-ml-px rounded-l-none px-2!"
            aria-label={auditWords.otherFormats}
            title={auditWords.otherFormats}
            disabled={!filter}
          >
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        }
      >
        {OTHERS.map((format) => (
          <MenuItem key={format} onClick={() => void save(format)}>
            <span>
              <span className="block font-semibold">{format.toUpperCase()}</span>
              <span className="block text-xs text-ink-2">{auditWords.formatTexts[format]}</span>
            </span>
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}

/** An export of the log that can be stopped, and goes on when its page is left. @returns `rows` read so far, null while none is under way */
function useAuditExport(filter: AuditFilter | undefined) {
  const { audit } = useVault()
  const [rows, setRows] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  const save = async (format: AuditFormat) => {
    if (!filter) return
    const { signal } = (running.current = new AbortController())
    let written = 0
    setRows(0)
    try {
      const file = await audit.export(filter, format, (count) => {
        written = count
        setRows(count)
        return !signal.aborted
      })
      if (!file || signal.aborted) return
      if (format === 'csv') await saveCsv(file.name, file)
      else saveBlob(file.name, file)
      toastDone(auditWords.exported, auditWords.exportedText(written, format.toUpperCase()))
    } catch (error) {
      if (!signal.aborted) toastError(auditWords.exportFailed, sentenceFor(error))
    } finally {
      setRows(null)
    }
  }
  return { rows, save, stop: () => running.current?.abort() }
}
