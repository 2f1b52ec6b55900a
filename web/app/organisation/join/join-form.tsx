import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LIMITS } from '#contract/limits.ts'
import { type InvitationAddress, noteInviter, notedInviter } from '#web/lib/account/arrival/invitation.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { AccountFrame } from '../../account/account-frame.tsx'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import { AgreeCheckbox } from '../../account/sign-up/agree-checkbox.tsx'
import { PersonNameFields } from '../../account/sign-up/person-name-fields.tsx'
import { useVault } from '../../vault-context.ts'

type Props = { invitation: InvitationAddress; token: string; by: string }

/** Name and password of somebody who was invited. The link is used up by the button, not by looking at it. */
export function JoinForm({ invitation: { email, inviter }, token, by }: Props) {
  const { account } = useVault()
  const navigate = useNavigate()
  const [hasAgreed, setHasAgreed] = useState(false)
  const join = useMutation({
    // gcTime 0: the password leaves memory with this screen.
    gcTime: 0,
    mutationFn: account.join,
    onSuccess: () => navigate('/dashboard', { replace: true }),
  })
  const submit = ({ firstName = '', lastName = '', password = '' }: Record<string, string>) => {
    // What was handed over stands: its address was not written by the sender of the mail.
    if (!notedInviter()) noteInviter({ email, inviter })
    join.mutate({ token, password, firstName: firstName.trim(), lastName: lastName.trim() })
  }

  return (
    <AccountFrame title={m.join.title} lead={m.join.lead(by, email)}>
      <Form onSubmit={submit}>
        {join.error && <Notice tone="error">{sentenceOf(join.error)}</Notice>}
        <PersonNameFields />
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields limits={LIMITS.passwordCharacters} />
        <Notice tone="attention">{m.account.signup.noReset}</Notice>
        <AgreeCheckbox isChecked={hasAgreed} onChange={setHasAgreed} />
        <Button type="submit" size="lg" disabled={!hasAgreed} isBusy={join.isPending}>
          {join.isPending ? m.join.busy : m.join.submit}
        </Button>
      </Form>
    </AccountFrame>
  )
}

function sentenceOf(error: Error): string {
  return error instanceof VaultError && error.code === 'link_expired' ? m.join.expired : sentenceFor(error)
}
