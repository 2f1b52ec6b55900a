import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { VaultError, type VaultErrorCode } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { StepFrame } from '../step-frame.tsx'

type Props<T> = {
  /** What the figure above it is drawn from. */
  seed: string
  text: { title: string; lead: string; label: string; submit: string; busy: string }
  /** The refusal that means another password. */
  wrongCode: VaultErrorCode
  open: (password: string) => Promise<T>
  onOpen: (opened: T) => void
}

/** Asks for the password that was put on an address which somebody without an account follows. */
export function AddressPassword<T>({ seed, text, wrongCode, open: tryIt, onOpen }: Props<T>) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  // Whichever password opens it does, also one that another was sent after.
  const open = useMutation({ mutationFn: (password: string) => tryIt(password), onSuccess: (opened) => onOpen(opened) })
  const isWrong = open.error instanceof VaultError && open.error.code === wrongCode
  const submit = (password: string) => {
    if (open.isPending && open.variables === password) return
    open.mutate(password, {
      // Called for the newest attempt only. What was typed while it ran is another try, not the one that was refused.
      onError: () => (field.current?.value === password ? field.current.select() : open.reset()),
    })
  }

  return (
    <StepFrame title={text.title} seed={seed}>
      <Text tone="soft">{text.lead}</Text>
      <Form onSubmit={({ password = '' }) => submit(password)}>
        {open.error && !isWrong && <Notice tone="error">{sentenceFor(open.error)}</Notice>}
        <PasswordField
          ref={field}
          name="password"
          label={text.label}
          autoComplete="off"
          problem={isWrong ? sentenceFor(open.error) : null}
          onValueChange={() => isWrong && open.reset()}
        />
        {/* Not disabled meanwhile: Enter would do nothing while a wrong password is still being stretched. */}
        <Button type="submit" size="lg" aria-busy={open.isPending}>
          {open.isPending && <Spinner />}
          {open.isPending ? text.busy : text.submit}
        </Button>
      </Form>
    </StepFrame>
  )
}
