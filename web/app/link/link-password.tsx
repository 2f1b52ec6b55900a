import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { VaultError, type VisitedFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Text } from '#web/ui/text.tsx'
import { StepFrame } from '../account/step-frame.tsx'
import { useVault } from '../vault-context.ts'
import type { Followed } from './link-page.tsx'

/** Asks for the password that the owner put on a link. */
export function LinkPassword({ id, fragment, onOpen }: Followed & { onOpen: (file: VisitedFile) => void }) {
  const text = m.link.password
  const { visit } = useVault()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const open = useMutation({
    mutationFn: (password: string) => visit.open(id, fragment, password),
    onSuccess: onOpen,
    onError: () => field.current?.select(),
  })
  const isWrong = open.error instanceof VaultError && open.error.code === 'share_link_password'

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
