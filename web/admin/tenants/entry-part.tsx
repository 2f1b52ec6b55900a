import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ENTRY_MINUTES } from '#contract/organisation/tenant-life.ts'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import type { Tenant } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { tenantEntry as text } from '#web/messages/tenant-entry.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ENTRY_KEY } from '../entry/entry.queries.ts'

type Minutes = (typeof ENTRY_MINUTES)[number]
const choices = () => ENTRY_MINUTES.map((minutes) => [String(minutes), text.minutes(minutes)] as const)

/** Enters the panel of an organisation, for a while and with a reason. */
export function EntryPart({ tenant }: { tenant: Tenant }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <EnglishArea>
      <section className="flex flex-col gap-2.5">
        <Heading>{text.title}</Heading>
        {isOpen ? (
          <Enter tenant={tenant} onCancel={() => setOpen(false)} />
        ) : (
          <Button variant="outline" className="self-start" onClick={() => setOpen(true)}>
            {text.open}
          </Button>
        )}
      </section>
    </EnglishArea>
  )
}

function Enter({ tenant, onCancel }: { tenant: Tenant; onCancel: () => void }) {
  const [minutes, setMinutes] = useState<Minutes>(ENTRY_MINUTES[0])
  const navigate = useNavigate()
  const { tenantLife } = useVault()
  const { guarded } = useProtection()
  const enter = useAction((reason: string) => guarded(tenantLife.enter)({ id: tenant.id, minutes, reason }), {
    done: text.entered(tenant.name),
    failed: text.failed,
    keys: [ENTRY_KEY],
    onDone: () => void navigate('/admin/overview'),
  })
  return (
    <Form onSubmit={({ reason = '' }) => enter.mutate(reason.trim())}>
      <Text tone="soft">{text.text}</Text>
      <TextArea
        name="reason"
        rows={2}
        label={text.reason}
        hint={text.reasonHint}
        maxLength={TENANT_LIMITS.reasonLetters}
        validate={(reason) => (reason.trim() === '' ? text.reasonMissing : null)}
      />
      <SelectField
        label={text.length}
        value={String(minutes)}
        onChange={(chosen) => setMinutes(ENTRY_MINUTES.find((one) => String(one) === chosen) ?? ENTRY_MINUTES[0])}
        options={choices()}
        isInForm
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          {m.common.cancel}
        </Button>
        <Button type="submit" isBusy={enter.isPending}>
          {enter.isPending ? text.entering : text.enter}
        </Button>
      </div>
    </Form>
  )
}
