import { useEffect, useRef, useState } from 'react'
import { INCIDENT_STATUSES, type Incident, type IncidentStatus } from '#contract/status.ts'
import { statusAdmin } from '#web/messages/status.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useStatusWrite } from './use-status-write.ts'

const text = statusAdmin.incidents

/** An incident to write about; `isEnd` when it is to be resolved. */
export type PendingUpdate = { incident: Incident; isEnd: boolean }

export function UpdateIncidentDialog({ update, onClose }: { update: PendingUpdate | null; onClose: () => void }) {
  return (
    <Dialog isOpen={update !== null} onClose={onClose} title={update ? text.updateDialog(update.incident.title) : ''}>
      {update && <UpdateForm update={update} onDone={onClose} />}
    </Dialog>
  )
}

function UpdateForm({ update: { incident, isEnd }, onDone }: { update: PendingUpdate; onDone: () => void }) {
  const client = useVault().status
  const [status, setStatus] = useState<IncidentStatus>(isEnd ? 'resolved' : incident.status)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const write = useStatusWrite(client.update, { toast: text.updated, onDone })
  return (
    <Form onSubmit={({ news = '' }) => write.mutate({ incident: incident.id, status, text: news.trim() })}>
      {write.error && <Notice tone="error">{sentenceFor(write.error)}</Notice>}
      <SelectField
        isInForm
        label={text.status}
        value={status}
        onChange={(value) => setStatus(INCIDENT_STATUSES.find((one) => one === value) ?? status)}
        options={INCIDENT_STATUSES.map((value) => [value, statusAdmin.state(value)])}
      />
      <TextArea ref={field} name="news" label={text.text} rows={3} maxLength={4000} />
      <Button type="submit" isBusy={write.isPending} className="self-start">
        {write.isPending ? text.busy : text.submitUpdate}
      </Button>
    </Form>
  )
}
