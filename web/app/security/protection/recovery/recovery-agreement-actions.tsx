import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PolicyView, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DigitGroups } from '#web/ui/code/digit-groups.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { ownRecoveryQuery } from '../../../recovery/recovery.queries.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import type { Standing } from './recovery-standing.ts'
import { useRecoveryActions } from './use-recovery-actions.ts'

const text = byOthers.agreement

/** Allow, allow a newer list, stop allowing. */
export function RecoveryAgreementActions({ policy, standing }: { policy: PolicyView | null; standing: Standing }) {
  const { data: own } = useQuery(ownRecoveryQuery(useVault().recovery))
  const { allow } = useRecoveryActions()
  const [asks, setAsks] = useState<'allow' | 'stop' | null>(null)
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
        <Button variant="outline" onClick={() => setAsks('stop')}>
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
      <Dialog isOpen={asks === 'stop'} onClose={close} title={text.stopTitle}>
        <StopForm onDone={close} />
      </Dialog>
    </div>
  )
}

/** The password, because a new account key comes with it: what the holders could put together opens nothing any more. */
function StopForm({ onDone }: { onDone: () => void }) {
  const state = useAccountState()
  const { stop } = useRecoveryActions()
  const isWrong = stop.error instanceof VaultError && stop.error.code === 'wrong_password'
  return (
    <Form onSubmit={({ password = '' }) => stop.mutate(password, { onSuccess: onDone })}>
      <Text tone="soft">{text.stopText}</Text>
      {stop.error && !isWrong && <Notice tone="error">{sentenceFor(stop.error)}</Notice>}
      {state.kind === 'open' && (
        <input type="email" name="username" autoComplete="username" value={state.email} readOnly hidden />
      )}
      <PasswordField
        name="password"
        label={text.stopPassword}
        autoComplete="current-password"
        problem={isWrong ? sentenceFor(stop.error) : null}
        onValueChange={() => isWrong && stop.reset()}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onDone}>
          {text.keep}
        </Button>
        <Button type="submit" isBusy={stop.isPending}>
          {stop.isPending ? text.stopBusy : text.stop}
        </Button>
      </div>
    </Form>
  )
}
