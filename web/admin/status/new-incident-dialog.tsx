import { type RefObject, useEffect, useRef, useState } from 'react'
import { INCIDENT_SEVERITIES, type IncidentSeverity, type ServiceId } from '#contract/status.ts'
import { statusAdmin } from '#web/messages/status.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ServiceChoice } from './service-choice.tsx'
import { useStatusWrite } from './use-status-write.ts'

const text = statusAdmin.incidents

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

export function NewIncidentDialog({ isOpen, onClose, finalFocus }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.newDialog} finalFocus={finalFocus}>
      <NewIncidentForm onDone={onClose} />
    </Dialog>
  )
}

function NewIncidentForm({ onDone }: { onDone: () => void }) {
  const { status } = useVault()
  const [severity, setSeverity] = useState<IncidentSeverity>('medium')
  const [services, setServices] = useState<ServiceId[]>([])
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const write = useStatusWrite(status.openIncident, { toast: text.published, onDone })
  const publish = ({ title = '', description = '' }: Record<string, string>) => {
    setTried(true)
    if (services.length > 0) write.mutate({ title: title.trim(), description: description.trim(), severity, services })
  }
  return (
    <Form onSubmit={publish}>
      {write.error && <Notice tone="error">{sentenceFor(write.error)}</Notice>}
      <TextField ref={field} name="title" label={text.name} hint={text.nameHint} maxLength={200} autoComplete="off" />
      <TextArea name="description" label={text.description} rows={3} maxLength={4000} />
      <div className="flex flex-col gap-1.5">
        <Span className="text-sm font-semibold" aria-hidden="true">
          {text.severity}
        </Span>
        <RadioChoices
          label={text.severity}
          choices={INCIDENT_SEVERITIES.map((value) => ({
            value,
            label: statusAdmin.severity(value),
            hint: statusAdmin.severityHint(value),
          }))}
          value={severity}
          onChange={setSeverity}
        />
      </div>
      <ServiceChoice chosen={services} onChange={setServices} isMissing={isTried && services.length === 0} />
      <Button type="submit" isBusy={write.isPending} className="self-start">
        {write.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}
