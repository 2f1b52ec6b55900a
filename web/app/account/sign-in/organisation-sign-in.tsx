import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Stay, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor, serviceMessage } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { readDomain } from './code-receiver.ts'

const text = m.account.organisation

/** Sign-in at the identity provider of the organisation, which the domain names. */
export function OrganisationSignIn({ stay }: { stay: Stay }) {
  const { account } = useVault()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const leave = useMutation({
    mutationFn: account.leaveForOrganisation,
    onError: (error) => {
      toastError(m.account.toast.signInError, serviceMessage(error))
      field.current?.select()
    },
  })
  const isUnknown = leave.error instanceof VaultError && leave.error.code === 'organisation_unknown'

  return (
    <Form
      onSubmit={({ domain = '' }) => {
        const read = readDomain(domain)
        if (read) leave.mutate({ domain: read, stay })
      }}
    >
      <Text tone="soft">{text.lead}</Text>
      {leave.error && !isUnknown && <Notice tone="error">{sentenceFor(leave.error)}</Notice>}
      <TextField
        ref={field}
        name="domain"
        label={text.domain}
        hint={text.domainHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        problem={isUnknown ? sentenceFor(leave.error) : null}
        validate={(typed) => (typed && !readDomain(typed) ? text.invalid : null)}
        onValueChange={() => isUnknown && leave.reset()}
      />
      <Button type="submit" isBusy={leave.isPending}>
        {leave.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}
