import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type OpenedRequest, VaultError } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Text } from '#web/ui/text.tsx'
import { StepFrame } from '../account/step-frame.tsx'
import { useVault } from '../vault-context.ts'
import type { Followed } from './request-page.tsx'

const text = m.requests.sender.password

/** Asks for the password that was put on a request. */
export function RequestPassword({ id, fragment, onOpen }: Followed & { onOpen: (request: OpenedRequest) => void }) {
  const { sender } = useVault()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const open = useMutation({
    mutationFn: (password: string) => sender.open(id, fragment, password),
    onSuccess: onOpen,
    onError: () => field.current?.select(),
  })
  const isWrong = open.error instanceof VaultError && open.error.code === 'request_password'

  return (
    <StepFrame title={text.title} seed={id}>
      <Text tone="soft">{text.lead}</Text>
      <Form onSubmit={({ password = '' }) => open.mutate(password)}>
        {open.error && !isWrong && <Notice tone="error">{sentenceFor(open.error)}</Notice>}
        <PasswordField
          ref={field}
          name="password"
          label={text.label}
          autoComplete="off"
          problem={isWrong ? sentenceFor(open.error) : null}
          onValueChange={() => isWrong && open.reset()}
        />
        <Button type="submit" size="lg" isBusy={open.isPending}>
          {open.isPending ? text.busy : text.submit}
        </Button>
      </Form>
    </StepFrame>
  )
}
