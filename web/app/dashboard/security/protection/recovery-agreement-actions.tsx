import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PolicyView } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { DigitGroups } from '#web/ui/digit-groups.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Text } from '#web/ui/text.tsx'
import { ownRecoveryQuery } from '../../../recovery.queries.ts'
import { useVault } from '../../../vault-context.ts'
import type { Standing } from './recovery-standing.ts'
import { useRecoveryActions } from './use-recovery-actions.ts'

const text = m.byOthers.agreement

/** Allow, allow a newer list, stop allowing. */
export function RecoveryAgreementActions({ policy, standing }: { policy: PolicyView | null; standing: Standing }) {
  const { data: own } = useQuery(ownRecoveryQuery(useVault().recovery))
  const { allow, stop } = useRecoveryActions()
  const [asks, setAsks] = useState<'allow' | 'stop' | null>(null)
  const stopButton = useRef<HTMLButtonElement>(null)
  const close = () => setAsks(null)
  const mayAllow = standing === 'open' || standing === 'older'

  return (
    <div className="flex flex-wrap gap-2">
      {mayAllow && (
        <Button isBusy={allow.isPending} onClick={() => setAsks('allow')}>
          {allow.isPending ? text.allowing : standing === 'older' ? text.allowNew : text.allow}
        </Button>
      )}
      {own?.agreement && (
        <Button ref={stopButton} variant="outline" isBusy={stop.isPending} onClick={() => setAsks('stop')}>
          {text.stop}
        </Button>
      )}
      {policy && (
        <Dialog isOpen={asks === 'allow'} onClose={close} title={text.allowTitle}>
          <div className="flex flex-col gap-5">
            <Text tone="soft">{text.meaning(policy.threshold, policy.holders.filter(({ isMe }) => !isMe).length)}</Text>
            <Text tone="soft">{text.lead}</Text>
            {policy.authorNumber && <DigitGroups label={m.sharing.safety.label} text={policy.authorNumber} />}
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="outline" onClick={close}>
                {m.common.cancel}
              </Button>
              <Button isBusy={allow.isPending} onClick={() => allow.mutate(policy.hash, { onSettled: close })}>
                {allow.isPending ? text.allowing : text.allow}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      <AlertDialog
        isOpen={asks === 'stop'}
        title={text.stopTitle}
        text={text.stopText}
        confirmLabel={text.stop}
        cancelLabel={text.keep}
        onConfirm={() => stop.mutate()}
        onClose={close}
        finalFocus={stopButton}
      />
    </div>
  )
}
