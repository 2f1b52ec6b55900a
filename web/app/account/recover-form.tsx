import { useMutation, useQuery } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/field.tsx'
import { TextButton } from '#web/ui/link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Text } from '#web/ui/text.tsx'
import { useVault } from '../vault-context.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RecoveryWordsField } from './recovery-words-field.tsx'
import { StepFrame } from './step-frame.tsx'
import { useSignOut } from './use-sign-out.ts'
import { requireWords, sentenceForWords } from './words-problem.ts'

type Recovery = { words: string | null; password: string }

/** With a session but without the password: the recovery words open the vault, and a new password takes over. */
export function RecoverForm({ email }: { email: string }) {
  const text = m.account.recover
  const { account } = useVault()
  const signOut = useSignOut()
  const vault = useQuery({ queryKey: ['account', 'has-vault'], queryFn: account.hasVault, gcTime: 0 })
  const recover = useMutation({
    // gcTime 0: words and password leave memory with this screen.
    gcTime: 0,
    mutationFn: async (recovery: Recovery) => {
      if (recovery.words !== null) await requireWords(account, recovery.words)
      await account.recover(recovery)
    },
  })
  if (vault.isPending) return <PageSpinner label={m.common.loading} />
  const wordsProblem = sentenceForWords(recover.error)

  return (
    <StepFrame title={text.title} seed={email}>
      <Text tone="soft">{vault.data ? text.lead : text.leadWithoutVault}</Text>
      <Form
        onSubmit={({ words = '', password = '' }) => recover.mutate({ words: vault.data ? words : null, password })}
      >
        {vault.error && <Notice tone="error">{sentenceFor(vault.error)}</Notice>}
        {recover.error && !wordsProblem && <Notice tone="error">{sentenceFor(recover.error)}</Notice>}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {vault.data && (
          <RecoveryWordsField problem={wordsProblem} onValueChange={() => wordsProblem && recover.reset()} />
        )}
        <NewPasswordFields limits={LIMITS.passwordCharacters} />
        <Text tone="soft">{text.otherDevices}</Text>
        <Button type="submit" size="lg" isBusy={recover.isPending} disabled={vault.isError}>
          {recover.isPending ? text.busy : text.submit}
        </Button>
      </Form>
      {vault.data && (
        <details className="text-sm">
          <summary className="cursor-pointer font-semibold">{text.noWords}</summary>
          <Text tone="soft" className="mt-1.5">
            {text.noWordsText}
          </Text>
        </details>
      )}
      <Text className="flex flex-wrap justify-between gap-2">
        <span className="wrap-anywhere text-ink-3">{email}</span>
        <TextButton onClick={() => void signOut()}>{text.signOut}</TextButton>
      </Text>
    </StepFrame>
  )
}
