import { Stamp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { AuditFilter } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StopButton } from './stop-button.tsx'

/** Saves the events that the filters let through with all that proves them. */
export function EvidenceButton({ filter }: { filter: AuditFilter | undefined }) {
  const { ledger } = useVault()
  const [proved, setProved] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)
  const main = useRef<HTMLButtonElement>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const { evidence } = auditWords

  const save = async () => {
    if (!filter) return
    const { signal } = (stop.current = new AbortController())
    setProved(0)
    const shouldContinue = (done: number): boolean => {
      setProved(done)
      return !signal.aborted
    }
    try {
      const saved = await ledger.evidence(filter, shouldContinue)
      if (!saved || signal.aborted) return
      saveBlob(saved.file.name, saved.file)
      toastDone(evidence.saved, evidence.savedText(saved.events, saved.left))
    } catch (error) {
      if (!signal.aborted) toastError(evidence.failed, sentenceFor(error))
    } finally {
      setProved(null)
    }
  }
  return (
    <>
      <Button
        ref={main}
        variant="outline"
        title={evidence.hint}
        disabled={!filter}
        isBusy={proved !== null}
        onClick={() => void save()}
      >
        {proved === null && <Stamp size={16} aria-hidden="true" />}
        {proved === null ? evidence.save : evidence.saving(proved)}
      </Button>
      {proved !== null && (
        <StopButton name={auditWords.stopEvidence} onStop={() => stop.current?.abort()} backTo={main} />
      )}
    </>
  )
}
