import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ServiceId } from '#contract/status.ts'
import { statusAdmin } from '#web/messages/status.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ServiceChoice } from './service-choice.tsx'
import { useStatusWrite } from './use-status-write.ts'

const text = statusAdmin.maintenance
const MINUTE_MS = 60_000
const LONGEST_MS = 7 * 24 * 60 * MINUTE_MS

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

export function PlanMaintenanceDialog({ isOpen, onClose, finalFocus }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.dialog} finalFocus={finalFocus}>
      <PlanForm onDone={onClose} />
    </Dialog>
  )
}

function PlanForm({ onDone }: { onDone: () => void }) {
  const { status } = useVault()
  const [services, setServices] = useState<ServiceId[]>([])
  const [isTried, setTried] = useState(false)
  const [begin] = useState(() => new Date())
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const write = useStatusWrite(status.plan, { toast: text.planned, onDone })
  const announce = ({ title = '', description = '', starts = '', ends = '' }: Record<string, string>) => {
    setTried(true)
    if (services.length === 0) return
    const times = { startsAt: new Date(starts).toISOString(), endsAt: new Date(ends).toISOString() }
    write.mutate({ title: title.trim(), description: description.trim(), services, ...times })
  }
  return (
    <Form onSubmit={announce}>
      {write.error && <Notice tone="error">{sentenceFor(write.error)}</Notice>}
      <TextField ref={field} name="title" label={text.name} maxLength={200} autoComplete="off" />
      <TextArea name="description" label={text.description} rows={2} maxLength={4000} isOptional />
      <ServiceChoice chosen={services} onChange={setServices} isMissing={isTried && services.length === 0} />
      <TextField
        name="starts"
        type="datetime-local"
        label={text.starts}
        defaultValue={localValue(begin)}
        // The minute that has begun is now.
        validate={(value) => (new Date(value).getTime() < Date.now() - 4 * MINUTE_MS ? text.past : null)}
      />
      <TextField
        name="ends"
        type="datetime-local"
        label={text.ends}
        defaultValue={localValue(new Date(begin.getTime() + 60 * MINUTE_MS))}
        hint={text.zone(timeZone())}
        validate={(value, values) => (isInOrder(values['starts'], value) ? null : text.order)}
      />
      <Button type="submit" isBusy={write.isPending} className="self-start">
        {write.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}

function isInOrder(starts: unknown, ends: string): boolean {
  const lengthMs = new Date(ends).getTime() - new Date(String(starts)).getTime()
  return lengthMs > 0 && lengthMs <= LONGEST_MS
}

function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** As a field for local times writes it: `2026-11-21T18:30`. */
function localValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS)
  return local.toISOString().slice(0, 16)
}
