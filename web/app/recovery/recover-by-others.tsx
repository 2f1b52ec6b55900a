import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProofNeeded, VaultError } from '#vault/session/vault-error.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { AskedRecovery, RecoveryByOthers } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DigitGroups } from '#web/ui/code/digit-groups.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text, TextButton } from '#web/ui/layout/text.tsx'
import { byOthersQuery } from './recovery.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { VaultProblem } from '../account/unlock/vault-problem.tsx'
import { usePasswordLimits } from '../../parts/people/use-policies.ts'

const text = byOthers.ask

type Props = {
  email: string
  /** Sets the new password by what was answered. */
  onRecover: (password: string) => void
  isRecovering: boolean
  problem: Error | null
  onForgotten: () => void
}

/** Asking the organisation: the code to read aloud, who has answered, and, with enough answers, the new password. */
export function RecoverByOthers({ email, onRecover, isRecovering, problem, onForgotten }: Props) {
  const limits = usePasswordLimits()
  const { recovery } = useVault()
  const queries = useQueryClient()
  const { data, error } = useQuery(byOthersQuery(recovery))
  const onSettled = () => queries.invalidateQueries({ queryKey: ['recovery'] })
  const ask = useMutation({ mutationFn: () => recovery.ask(), onSettled })
  const cancel = useMutation({ mutationFn: () => recovery.cancel(), onSettled })
  const failed = problem ?? withoutPassword(ask.error ?? cancel.error) ?? error
  const asked = data?.asked

  return (
    <>
      {failed && <VaultProblem error={failed} onForgotten={onForgotten} />}
      {data && !asked && (
        <>
          <Text tone="soft">{text.lead(data.threshold, data.holders.length)}</Text>
          <HolderList standing={data} />
          <Button size="lg" isBusy={ask.isPending} onClick={() => ask.mutate()}>
            {ask.isPending ? text.busy : text.submit}
          </Button>
        </>
      )}
      {data && asked?.code === null && (
        <>
          <Notice tone="attention">{text.elsewhere}</Notice>
          <Button size="lg" isBusy={ask.isPending} onClick={() => ask.mutate()}>
            {ask.isPending ? text.busy : text.again}
          </Button>
        </>
      )}
      {data && asked?.code != null && <OpenRequest standing={data} asked={asked} code={asked.code} />}
      {asked?.code != null && asked.answered.length >= asked.threshold && (
        <Form onSubmit={({ password = '' }) => onRecover(password)}>
          <Notice tone="done">{text.ready}</Notice>
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordFields limits={limits} />
          <Text tone="soft">{m.account.recover.otherDevices}</Text>
          <Button type="submit" size="lg" isBusy={isRecovering}>
            {isRecovering ? text.opening : text.setPassword}
          </Button>
        </Form>
      )}
      {asked && (
        <Text>
          <TextButton disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {text.cancel}
          </TextButton>
        </Text>
      )}
    </>
  )
}

/** Where a password could be given, it would not have been forgotten: a sign-in of now shows who asks. */
function withoutPassword(error: Error | null): Error | null {
  return isProofNeeded(error)
    ? new VaultError('sign_in_too_old', 'This takes a sign-in of now.', { cause: error })
    : error
}

function OpenRequest({ standing, asked, code }: { standing: RecoveryByOthers; asked: AskedRecovery; code: string }) {
  return (
    <>
      <Text tone="soft">{text.codeLead(asked.threshold)}</Text>
      <DigitGroups label={text.code} text={code} />
      <HolderList standing={standing} asked={asked} />
      <Text tone="soft" aria-live="polite">
        {text.count(asked.answered.length, asked.threshold)}
      </Text>
      <Text tone="soft" size="xs">
        {text.until(formatDateTime(new Date(asked.expiresAt)))}
      </Text>
    </>
  )
}

function HolderList({ standing: { holders }, asked }: { standing: RecoveryByOthers; asked?: AskedRecovery }) {
  return (
    <section aria-label={text.holders} className="flex flex-col gap-1.5">
      <Heading>{text.holders}</Heading>
      <FactList
        facts={holders.map(({ userId, name, email }) => [
          name || email,
          asked ? (asked.answered.includes(userId) ? text.answered : text.waiting) : email,
        ])}
      />
    </section>
  )
}
