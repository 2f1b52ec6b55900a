import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import { formatDateTime, formatShortDateTime } from '#web/lib/format.ts'
import type { TenantDeletion } from '#web/lib/remote/vault-client.ts'
import { ownDeletion as text } from '#web/messages/tenant-life.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

type Props = {
  deletion: TenantDeletion
  /** Key of the question that is asked again after the answer. */
  queryKey: string
}

/** Says that the organisation is being deleted, and lets an owner ask to keep it. */
export function LeavingNotice({ deletion, queryKey }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <EnglishArea>
      <Strip Icon={Building2}>
        <span className="min-w-0">{text.notice(formatShortDateTime(new Date(deletion.ends_at)))}</span>
        <Button variant="outline" size="sm" className="ml-auto shrink-0" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      </Strip>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={text.title}>
        <What deletion={deletion} queryKey={queryKey} onDone={() => setOpen(false)} />
      </Dialog>
    </EnglishArea>
  )
}

function What({ deletion, queryKey, onDone }: Props & { onDone: () => void }) {
  const { tenantLife } = useVault()
  const ask = useAction((reason: string) => tenantLife.askToKeep(reason), {
    done: text.asked,
    failed: text.askFailed,
    keys: [queryKey],
    onDone,
  })
  const { asker, reason, ends_at: end, kept_at: kept } = deletion
  return (
    <div className="flex flex-col gap-4">
      <Text>{text.what(formatDateTime(new Date(end)))}</Text>
      <Text tone="soft">{text.why(asker, reason)}</Text>
      {kept !== null && <Text tone="soft">{text.askedBefore(formatDateTime(new Date(kept)))}</Text>}
      <Form onSubmit={({ keeping = '' }) => ask.mutate(keeping.trim())}>
        <TextArea
          name="keeping"
          rows={3}
          label={text.keeping}
          hint={text.keepingHint}
          maxLength={TENANT_LIMITS.reasonLetters}
          validate={(keeping) => (keeping.trim() === '' ? text.keepingMissing : null)}
        />
        <Button type="submit" className="self-start" isBusy={ask.isPending}>
          {ask.isPending ? text.asking : text.ask}
        </Button>
      </Form>
    </div>
  )
}
