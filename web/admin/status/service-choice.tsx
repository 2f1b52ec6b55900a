import { STATUS_SERVICES, type ServiceId } from '#contract/status.ts'
import { statusAdmin } from '#web/messages/status.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Span } from '#web/ui/layout/text.tsx'

const text = statusAdmin.services

type Props = { chosen: readonly ServiceId[]; onChange: (services: ServiceId[]) => void; isMissing: boolean }

/** Which services an incident or a window is about. */
export function ServiceChoice({ chosen, onChange, isMissing }: Props) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5">
        <Span className="text-sm font-semibold">{text.label}</Span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {STATUS_SERVICES.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onCheckedChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
      {isMissing && <Notice tone="error">{text.needed}</Notice>}
    </fieldset>
  )
}
