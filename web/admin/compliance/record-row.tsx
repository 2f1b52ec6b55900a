import { Ellipsis, FileBadge } from 'lucide-react'
import { useRef } from 'react'
import { type Certification, certificationState } from '#contract/compliance/certification-state.ts'
import { dateLocale } from '#web/lib/format.ts'
import { CERTIFICATION_TONE } from '#web/lib/tones.ts'
import { compliance } from '#web/messages/compliance.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlay/menu.tsx'
import { Row } from '#web/ui/list/row-list.tsx'
import { useComplianceActions } from './use-compliance-actions.ts'

const text = compliance

type Props = { record: Certification; today: string; onEdit: () => void; onRemove: () => void }

export function RecordRow({ record, today, onEdit, onRemove }: Props) {
  const { upload, removeCertificate } = useComplianceActions()
  const chooser = useRef<HTMLInputElement>(null)
  const state = certificationState(record, today)
  const { id, name, certificate_name } = record
  return (
    <Row
      icon={<FileBadge size={18} aria-hidden="true" />}
      title={name}
      badge={<Badge tone={CERTIFICATION_TONE[state]}>{state}</Badge>}
      detail={factsOf(record).join(' · ')}
      actions={
        <>
          <Button variant="outline" size="sm" aria-label={text.editOf(name)} onClick={onEdit}>
            {text.edit}
          </Button>
          <Menu
            trigger={
              <IconButton label={text.more(name)}>
                <Ellipsis size={16} aria-hidden="true" />
              </IconButton>
            }
          >
            <MenuItem onClick={() => chooser.current?.click()}>
              {certificate_name === null ? text.upload : text.replace}
            </MenuItem>
            {certificate_name !== null && (
              <MenuItem onClick={() => removeCertificate.mutate(record)}>{text.removeCertificate}</MenuItem>
            )}
            <MenuSeparator />
            <MenuItem isDanger onClick={onRemove}>
              {text.remove}
            </MenuItem>
          </Menu>
          <FileInput
            inputRef={chooser}
            onFiles={([file]) => {
              if (file) upload.mutate({ id, file })
            }}
          />
        </>
      }
    />
  )
}

function factsOf({
  recorded_status,
  valid_until,
  issuer,
  certificate_name,
  report_available,
}: Certification): string[] {
  const until =
    valid_until && new Date(`${valid_until}T00:00:00Z`).toLocaleDateString(dateLocale(), { timeZone: 'UTC' })
  return [
    text.facts.recorded(text.form.statuses[recorded_status]),
    until ? text.facts.until(until) : text.facts.ongoing,
    ...(issuer === null ? [] : [issuer]),
    ...(certificate_name === null ? [] : [text.facts.certificate(certificate_name)]),
    ...(report_available ? [text.facts.reportAvailable] : []),
  ]
}
