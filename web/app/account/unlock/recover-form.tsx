import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isProofNeeded } from '#vault/session/vault-error.ts'
import type { RecoveryProof } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { ProveByCode } from '../../threats/prove-by-code.tsx'
import { byOthersQuery } from '../../recovery/recovery.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { RecoverByOthers } from '../../recovery/recover-by-others.tsx'
import { RecoveryWordsField } from '../recovery-kit/recovery-words-field.tsx'
import { StepFrame } from '../step-frame.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { VaultProblem } from './vault-problem.tsx'
import { requireWords, sentenceForWords } from '../recovery-kit/words-problem.ts'
import { usePasswordLimits } from '#web/parts/people/use-policies.ts'

type Recovery = { proof: RecoveryProof; password: string }
type Props = {
  email: string
  /** Called when the words are lost for good: once the vault is open, new ones are due. */
  onLostWords: (areLost: boolean) => void
}

/**
 * With a session but without the password: the words, or people of the organisation, open the vault for a new password. A session that proves too
 * little for that, as by a passkey that was just added, takes a mailed code first.
 */
export function RecoverForm({ email, onLostWords }: Props) {
  const text = m.account.recover
  const { account, recovery } = useVault()
  const vault = useQuery({ queryKey: ['account', 'has-vault'], queryFn: account.hasVault, gcTime: 0 })
  const others = useQuery({ ...byOthersQuery(recovery), enabled: vault.data === true })
  const [way, setWay] = useState<'words' | 'others' | null>(null)
  const recover = useMutation({
    // gcTime 0: words and password leave memory with this screen.
    gcTime: 0,
    mutationFn: async ({ proof, password }: Recovery) => {
      if (proof.by === 'words') await requireWords(account, proof.words)
      onLostWords(proof.by === 'others')
      const { endsAgreement } = await account.recover({ proof, password })
      // Said here: the open vault takes the person away from this form.
      if (endsAgreement) toastDone(m.protection.password.changed, byOthers.agreement.ended)
    },
  })
  if (vault.isPending) return <PageSpinner label={m.common.loading} />
  const mayAsk = others.data !== undefined && others.data.holders.length > 0
  // Somebody who has asked comes back to their code.
  const isAsking = mayAsk && (way ?? (others.data.asked ? 'others' : 'words')) === 'others'
  const turn = (to: 'words' | 'others') => {
    recover.reset()
    setWay(to)
  }

  const { variables: tried } = recover
  if (tried && isProofNeeded(recover.error)) return <CodeFirst email={email} onProven={() => recover.mutate(tried)} />
  return (
    <StepFrame title={isAsking ? byOthers.ask.title : text.title} seed={email}>
      {isAsking ? (
        <RecoverByOthers
          email={email}
          problem={recover.error}
          isRecovering={recover.isPending}
          onForgotten={() => recover.reset()}
          onRecover={(password) => recover.mutate({ proof: { by: 'others' }, password })}
        />
      ) : (
        <WordsForm
          email={email}
          hasVault={vault.data}
          problem={vault.error ?? recover.error}
          isBusy={recover.isPending}
          onRetype={() => recover.reset()}
          onRecover={recover.mutate}
        />
      )}
      {mayAsk && (
        <Text>
          <TextButton onClick={() => turn(isAsking ? 'words' : 'others')}>
            {isAsking ? byOthers.ask.back : byOthers.ask.offer}
          </TextButton>
        </Text>
      )}
      {vault.data && !mayAsk && (
        <details className="text-sm">
          <summary className="cursor-pointer font-semibold">{text.noWords}</summary>
          <Text tone="soft" className="mt-1.5">
            {text.noWordsText}
          </Text>
        </details>
      )}
      <WhoSignsOut email={email} />
    </StepFrame>
  )
}

/** A code from the mailbox, where the session proves too little; then what was typed is sent once more. */
function CodeFirst({ email, onProven }: { email: string; onProven: () => void }) {
  const { threats: client } = useVault()
  return (
    <StepFrame title={m.account.recover.title} seed={email}>
      <Text tone="soft">{threats.confirm.forPassword}</Text>
      <ProveByCode
        email={email}
        apps={[]}
        onMailedCode={(code) => client.confirmByCode(code)}
        onAppCode={async () => {}}
        onProven={onProven}
      />
      <WhoSignsOut email={email} />
    </StepFrame>
  )
}

function WhoSignsOut({ email }: { email: string }) {
  const signOut = useSignOut()
  return (
    <Text className="flex flex-wrap justify-between gap-2">
      <span className="wrap-anywhere text-ink-3">{email}</span>
      <TextButton onClick={() => void signOut()}>{m.account.recover.signOut}</TextButton>
    </Text>
  )
}

type WordsProps = {
  email: string
  /** Undefined when it could not be found out. */
  hasVault: boolean | undefined
  problem: Error | null
  isBusy: boolean
  onRetype: () => void
  onRecover: (recovery: Recovery) => void
}

function WordsForm({ email, hasVault, problem, isBusy, onRetype, onRecover }: WordsProps) {
  const text = m.account.recover
  const wordsProblem = sentenceForWords(problem)
  return (
    <>
      <Text tone="soft">{hasVault ? text.lead : text.leadWithoutVault}</Text>
      <Form
        onSubmit={({ words = '', password = '' }) =>
          onRecover({ proof: hasVault ? { by: 'words', words } : { by: 'no-vault' }, password })
        }
      >
        {problem && !wordsProblem && <VaultProblem error={problem} onForgotten={onRetype} />}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasVault && <RecoveryWordsField problem={wordsProblem} onValueChange={() => wordsProblem && onRetype()} />}
        <NewPasswordFields limits={usePasswordLimits()} />
        <Text tone="soft">{text.otherDevices}</Text>
        <Button type="submit" size="lg" isBusy={isBusy} disabled={hasVault === undefined}>
          {isBusy ? text.busy : text.submit}
        </Button>
      </Form>
    </>
  )
}
