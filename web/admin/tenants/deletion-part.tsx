import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DELETION_DAYS } from '#contract/organisation/tenant-life.ts'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { Tenant, TenantDeletion, VaultClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { tenantDeletions as text } from '#web/messages/tenant-life.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const KEY = 'tenantDeletion'
const ROW_PX = 28

const deletionQuery = (client: VaultClient['tenantLife'], tenant: string) =>
  queryOptions({ queryKey: [KEY, tenant], queryFn: () => client.deletion(tenant), staleTime: 0 })

/** Deletes an organisation after its days of grace, or shows how far that is and restores it. */
export function DeletionPart({ tenant }: { tenant: Tenant }) {
  const { tenantLife } = useVault()
  const isLeaving = tenant.status === 'leaving'
  const deletion = useQuery({ ...deletionQuery(tenantLife, tenant.id), enabled: isLeaving })
  return (
    <EnglishArea>
      <section className="flex flex-col gap-2.5">
        <Heading>{text.title}</Heading>
        {isLeaving ? (
          <QueryView
            query={deletion}
            text={text}
            skeleton={<SkeletonRows label={text.loading} rows={2} rowHeight={ROW_PX} />}
          >
            {(one) => one && <Leaving id={tenant.id} deletion={one} />}
          </QueryView>
        ) : (
          <Delete tenant={tenant} />
        )}
      </section>
    </EnglishArea>
  )
}

function Leaving({ id, deletion }: { id: string; deletion: TenantDeletion }) {
  const { tenantLife } = useVault()
  const { guarded } = useProtection()
  const restore = useAction(() => guarded(tenantLife.restore)(id), {
    done: text.restored,
    failed: text.restoreFailed,
    keys: ['tenants', KEY],
  })
  const { asker, reason, ends_at: end, kept_at: kept, keeper, keeping } = deletion
  return (
    <>
      <Notice tone="attention">{text.until(formatDateTime(new Date(end)))}</Notice>
      <Text tone="soft">{text.why(asker, reason)}</Text>
      {kept !== null && <Notice tone="info">{text.asked(keeper, keeping)}</Notice>}
      <Button className="self-start" isBusy={restore.isPending} onClick={() => restore.mutate(undefined)}>
        {restore.isPending ? text.restoring : text.restore}
      </Button>
    </>
  )
}

function Delete({ tenant }: { tenant: Tenant }) {
  const [isOpen, setOpen] = useState(false)
  const { tenantLife } = useVault()
  const { guarded } = useProtection()
  const remove = useAction(
    (given: { name: string; reason: string }) => guarded(tenantLife.beginDeletion)({ id: tenant.id, ...given }),
    {
      done: text.begun(tenant.name),
      failed: text.failedToBegin,
      keys: ['tenants', KEY],
    },
  )
  if (!isOpen)
    return (
      <Button variant="outline" className="self-start" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
    )
  return (
    <Form onSubmit={({ name = '', reason = '' }) => remove.mutate({ name, reason: reason.trim() })}>
      <Text tone="soft">{text.text(tenant.people, DELETION_DAYS.grace)}</Text>
      <TextArea
        name="reason"
        rows={2}
        label={text.reason}
        hint={text.reasonHint}
        maxLength={TENANT_LIMITS.reasonLetters}
        validate={(reason) => (reason.trim() === '' ? text.reasonMissing : null)}
      />
      <TextField
        name="name"
        label={text.name(tenant.name)}
        autoComplete="off"
        spellCheck={false}
        validate={(name) => (name.trim() === tenant.name.trim() ? null : text.nameWrong)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => setOpen(false)}>
          {m.common.cancel}
        </Button>
        <Button type="submit" variant="danger" isBusy={remove.isPending}>
          {remove.isPending ? text.busy : text.confirm}
        </Button>
      </div>
    </Form>
  )
}
