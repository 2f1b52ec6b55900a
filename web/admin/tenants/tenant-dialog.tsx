import { useState } from 'react'
import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { Tenant } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { invoices } from '#web/messages/invoicing/invoices.ts'
import { tenants as text } from '#web/messages/tenants.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DeletionPart } from './deletion-part.tsx'
import { EntryPart } from './entry-part.tsx'
import { ExportPart } from './export-part.tsx'
import { LimitsForm } from './limits-form.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { TenantMark } from './tenant-table.tsx'
import { useTenantActs } from './use-tenant-acts.ts'

const { facts } = text

type Props = { tenant: Tenant | null; onClose: () => void; onBilling: () => void }

/** One organisation: its facts, its plan, and what suspends and resumes it. */
export function TenantDialog({ tenant, onClose, onBilling }: Props) {
  const [isSuspending, setSuspending] = useState(false)
  const close = () => {
    setSuspending(false)
    onClose()
  }
  const name = tenant?.name ?? ''
  return (
    <Dialog isOpen={tenant !== null} onClose={close} title={isSuspending ? text.suspend.title(name) : name}>
      {tenant && isSuspending && <Suspend tenant={tenant} onBack={() => setSuspending(false)} onDone={close} />}
      {tenant && !isSuspending && (
        <Details
          key={`${tenant.id} ${tenant.tier} ${tenant.limits_version}`}
          tenant={tenant}
          onSuspend={() => setSuspending(true)}
          onBilling={onBilling}
        />
      )}
    </Dialog>
  )
}

type DetailsProps = { tenant: Tenant; onSuspend: () => void; onBilling: () => void }

function Details({ tenant, onSuspend, onBilling }: DetailsProps) {
  const { resume } = useTenantActs()
  const isSuspended = tenant.status === 'suspended'
  const isActive = tenant.status === 'active'
  return (
    <div className="flex flex-col gap-5">
      <FactList isNarrow facts={factsOf(tenant)} />
      {tenant.owners.length === 0 && isActive && <InviteOwner tenant={tenant} />}
      <PlanForm tenant={tenant} />
      <LimitsForm tenant={tenant} />
      <Button variant="outline" className="self-start" onClick={onBilling}>
        {invoices.tenant.open}
      </Button>
      {!tenant.is_operator && <EntryPart tenant={tenant} />}
      <ExportPart tenant={tenant.id} />
      {!tenant.is_operator &&
        (isSuspended ? (
          <Button isBusy={resume.isPending} className="self-start" onClick={() => resume.mutate(tenant)}>
            {resume.isPending ? text.resume.busy : text.resume.submit}
          </Button>
        ) : (
          isActive && (
            <Button variant="outline" className="self-start" onClick={onSuspend}>
              {text.suspend.open}
            </Button>
          )
        ))}
      {!tenant.is_operator && <DeletionPart tenant={tenant} />}
    </div>
  )
}

function factsOf(tenant: Tenant) {
  const {
    owners,
    domains,
    people,
    invited,
    seats,
    bytes,
    limit_bytes: most,
    suspended_at: since,
    last_active_at: active,
  } = tenant
  const count = text.seats(people, seats)
  return [
    [text.state, <TenantMark key="state" status={tenant.status} />] as const,
    ...(since === null
      ? []
      : ([
          [facts.suspended, formatDateTime(new Date(since))],
          [facts.reason, tenant.suspended_reason],
        ] as const)),
    [facts.owners, owners.length > 0 ? owners.join(', ') : text.noOwner] as const,
    [facts.people, invited > 0 ? `${count}, ${text.invited(invited)}` : count] as const,
    [facts.stored, text.stored(bytes, most)] as const,
    [facts.domains, domains.length > 0 ? domains.join(', ') : facts.noDomain] as const,
    [facts.active, active === null ? facts.never : formatDateTime(new Date(active))] as const,
    [facts.created, formatDateTime(new Date(tenant.created_at))] as const,
  ]
}

function PlanForm({ tenant }: { tenant: Tenant }) {
  const [plan, setPlan] = useState<TenantPlan>(tenant.tier)
  const { changePlan } = useTenantActs()
  return (
    <div className="flex flex-col gap-2.5">
      <Heading>{text.plan.title}</Heading>
      <PlanChoice value={plan} onChange={setPlan} />
      <Button
        className="self-start"
        disabled={plan === tenant.tier}
        isBusy={changePlan.isPending}
        onClick={() => changePlan.mutate({ id: tenant.id, tier: tenant.tier, plan })}
      >
        {changePlan.isPending ? text.plan.busy : text.plan.save}
      </Button>
    </div>
  )
}

function InviteOwner({ tenant: { id } }: { tenant: Tenant }) {
  const { inviteOwner } = useTenantActs()
  return (
    <div className="flex flex-col gap-2.5">
      <Heading>{text.owner.title}</Heading>
      <Text tone="soft">{text.owner.text}</Text>
      <Form onSubmit={({ email = '' }) => inviteOwner.mutate({ id, email: email.trim() })}>
        <TextField
          name="email"
          type="email"
          label={text.new.email}
          autoComplete="off"
          spellCheck={false}
          validate={(email) => (/^\S+@\S+$/.test(email.trim()) ? null : m.common.emailInvalid)}
        />
        <Button type="submit" variant="outline" isBusy={inviteOwner.isPending} className="self-start">
          {inviteOwner.isPending ? text.owner.busy : text.owner.submit}
        </Button>
      </Form>
    </div>
  )
}

function Suspend({ tenant, onBack, onDone }: { tenant: Tenant; onBack: () => void; onDone: () => void }) {
  const { suspend } = useTenantActs()
  const words = text.suspend
  return (
    <Form onSubmit={({ reason = '' }) => suspend.mutate({ ...tenant, reason: reason.trim() }, { onSuccess: onDone })}>
      <Text tone="soft">{words.text(tenant.people)}</Text>
      <TextArea
        name="reason"
        rows={2}
        label={words.reason}
        hint={words.reasonHint}
        maxLength={TENANT_LIMITS.reasonLetters}
        validate={(reason) => (reason.trim() === '' ? words.reasonMissing : null)}
      />
      <TextField
        name="name"
        label={words.name(tenant.name)}
        autoComplete="off"
        spellCheck={false}
        validate={(name) => (name.trim() === tenant.name.trim() ? null : words.nameWrong)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onBack}>
          {m.common.cancel}
        </Button>
        <Button type="submit" variant="danger" isBusy={suspend.isPending}>
          {suspend.isPending ? words.busy : words.confirm}
        </Button>
      </div>
    </Form>
  )
}
