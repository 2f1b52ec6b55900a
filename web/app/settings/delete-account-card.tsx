import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'

const words = settingWords.deletion

/** The end of an account: what goes, then the email and the password once more. */
export function DeleteAccountCard() {
  const state = useAccountState()
  const [isOpen, setOpen] = useState(false)
  if (state.kind !== 'open') return null
  return (
    <CardSection aria-label={words.title} className="flex max-w-2xl flex-col items-start gap-3 p-4 md:p-5">
      <div>
        <Heading>{words.title}</Heading>
        <Text tone="soft" className="mt-0.5">
          {words.lead}
        </Text>
      </div>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.title}>
        <DeleteForm email={state.email} />
      </Dialog>
    </CardSection>
  )
}

function DeleteForm({ email }: { email: string }) {
  const { account } = useVault()
  const remove = useMutation({
    gcTime: 0,
    mutationFn: account.deleteAccount,
    onSuccess: () => toastDone(words.done, words.doneText),
  })
  const isWrong = remove.error instanceof VaultError && remove.error.code === 'wrong_password'

  return (
    <Form onSubmit={({ password = '' }) => remove.mutate(password)}>
      <Notice tone="attention">{words.lead}</Notice>
      <Text tone="soft">{words.keep}</Text>
      {remove.error && !isWrong && <Notice tone="error">{sentenceFor(remove.error)}</Notice>}
      <TextField
        name="email"
        label={words.email(email)}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        validate={(typed) => (typed && typed.trim().toLowerCase() !== email ? words.emailWrong : null)}
      />
      <PasswordField
        name="password"
        label={words.password}
        autoComplete="current-password"
        problem={isWrong ? sentenceFor(remove.error) : null}
        onValueChange={() => isWrong && remove.reset()}
      />
      <Button type="submit" variant="danger" isBusy={remove.isPending}>
        {remove.isPending ? words.busy : words.submit}
      </Button>
    </Form>
  )
}
