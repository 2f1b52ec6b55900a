import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ENTRY_MINUTES } from '#contract/organisation/tenant-life.ts'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import { type Tenant, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { tenantEntry as text } from '#web/messages/tenant-entry.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useEntry } from './entry-context.ts'
import { ENTRY_KEY } from './entry.queries.ts'

type Minutes = (typeof ENTRY_MINUTES)[number]
const choices = () => ENTRY_MINUTES.map((minutes) => [String(minutes), text.minutes(minutes)] as const)

type Props = { organisation: Pick<Tenant, 'id' | 'name'>; onCancel: () => void; onEntered?: () => void }

/** Enters the panel of an organisation, for a while and with a reason: the one way into it. */
export function EnterForm({ organisation: { id, name }, onCancel, onEntered }: Props) {
  const [minutes, setMinutes] = useState<Minutes>(ENTRY_MINUTES[0])
  const entered = useEntry()
  const navigate = useNavigate()
  const enter = useEntering()
  const entering = useAction((reason: string) => enter({ id, minutes, reason }), {
    done: text.entered(name),
    failed: text.failed,
    keys: [ENTRY_KEY],
    onDone: () => {
      onEntered?.()
      void navigate('/admin/overview')
    },
  })
  return (
    <Form onSubmit={({ reason = '' }) => entering.mutate(reason.trim())}>
      <Text tone="soft">{text.text}</Text>
      {entered && <Text tone="soft">{text.leavesFirst(entered.entry.name)}</Text>}
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
        <Button type="submit" isBusy={entering.isPending}>
          {entering.isPending ? text.entering : text.enter}
        </Button>
      </div>
    </Form>
  )
}

/** Enters an organisation. Out of another one, that is left once the server would let the person into this one, so that a refusal changes nothing. */
function useEntering() {
  const { tenantLife } = useVault()
  const { guarded } = useProtection()
  const current = useEntry()?.entry.id
  const enter = guarded(tenantLife.enter)
  return async (wanted: Parameters<typeof enter>[0]): Promise<void> => {
    try {
      await enter(wanted)
    } catch (error) {
      if (current === undefined || !(error instanceof VaultError) || error.code !== 'already_entered') throw error
      await tenantLife.leave(current)
      await enter(wanted)
    }
  }
}
