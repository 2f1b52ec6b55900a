import { type RefObject, useState } from 'react'
import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import { m } from '#web/messages/app.ts'
import { tenants as text } from '#web/messages/tenants.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { useTenantActs } from './use-tenant-acts.ts'

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

const words = text.new

export function NewTenantDialog({ isOpen, onClose, finalFocus }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} finalFocus={finalFocus}>
      <NewTenant onDone={onClose} />
    </Dialog>
  )
}

/** Apart from the dialog, so that each opening starts empty. */
function NewTenant({ onDone }: { onDone: () => void }) {
  const [plan, setPlan] = useState<TenantPlan>('starter')
  const { create } = useTenantActs()
  return (
    <Form
      onSubmit={({ name = '', email = '' }) =>
        create.mutate({ name: name.trim(), email: email.trim(), plan }, { onSuccess: onDone })
      }
    >
      <TextField
        name="name"
        label={words.name}
        maxLength={TENANT_LIMITS.nameLetters}
        autoComplete="off"
        validate={(name) => (/^[^\p{Cc}\p{Cf}<>]*\S[^\p{Cc}\p{Cf}<>]*$/u.test(name) ? null : words.badName)}
      />
      <TextField
        name="email"
        type="email"
        label={words.email}
        hint={words.emailHint}
        autoComplete="off"
        spellCheck={false}
        validate={(email) => (/^\S+@\S+$/.test(email.trim()) ? null : m.common.emailInvalid)}
      />
      <div className="flex flex-col gap-1.5">
        <Span className="text-sm font-semibold" aria-hidden="true">
          {words.plan}
        </Span>
        <PlanChoice value={plan} onChange={setPlan} />
      </div>
      <Button type="submit" isBusy={create.isPending} className="self-start">
        {create.isPending ? words.busy : words.submit}
      </Button>
    </Form>
  )
}
