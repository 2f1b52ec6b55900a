import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type InvitationAddress, noteInviter, notedInviter } from '#web/lib/account/arrival/invitation.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AccountFrame } from '../../account/account-frame.tsx'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import { AgreeCheckbox } from '../../account/sign-up/agree-checkbox.tsx'
import { PersonNameFields } from '../../account/sign-up/person-name.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { passwordLimits } from '#web/parts/people/use-policies.ts'

type Props = { invitation: InvitationAddress; token: string; by: string }

/** Name and password of somebody who was invited. The link is used up by the button, not by looking at it. */
export function JoinForm({ invitation: { email, inviter }, token, by }: Props) {
  const { account } = useVault()
  const navigate = useNavigate()
  const [hasAgreed, setHasAgreed] = useState(false)
  const known = useInvitation(token)
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
        <Organisation query={known} by={inviter.email} />
        <PersonNameFields />
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields limits={passwordLimits(known.data?.least_password)} />
        <Notice tone="attention">{m.account.signup.noReset}</Notice>
        <AgreeCheckbox isChecked={hasAgreed} onChange={setHasAgreed} />
        <Button type="submit" size="lg" disabled={!hasAgreed} isBusy={join.isPending}>
          {join.isPending ? m.join.busy : m.join.submit}
        </Button>
      </Form>
    </AccountFrame>
  )
}

/** Which organisation it is and what it wants of a password, from the server: in the address anybody could have written anything. */
function useInvitation(token: string) {
  const { installation } = useVault()
  const { kind } = useAccountState()
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => installation.readInvitation(token),
    // Accepting it signs in, and shows this once more on the way to the vault.
    enabled: kind === 'signed-out',
    retry: false,
    // The button uses the token up; asked again, the server would not know it.
    staleTime: Infinity,
    // Only here, and not longer than this screen.
    gcTime: 0,
  })
}

type Known = Pick<ReturnType<typeof useInvitation>, 'data' | 'error'>

function Organisation({ query: { data, error }, by }: { query: Known; by: string }) {
  if (error) {
    const isExpired = error instanceof VaultError && error.code === 'link_expired'
    return <Notice tone="error">{isExpired ? m.join.expired : m.join.unknown}</Notice>
  }
  if (!data) return <Text tone="soft">{m.join.asking}</Text>
  const isOther = data.inviter !== null && by !== '' && data.inviter.toLowerCase() !== by.toLowerCase()
  return (
    <>
      <Text size="base">{m.join.into(data.organisation, isOther ? null : data.inviter)}</Text>
      {isOther && <Notice tone="attention">{m.join.otherInviter(by, data.inviter ?? '')}</Notice>}
    </>
  )
}

function sentenceOf(error: Error): string {
  return error instanceof VaultError && error.code === 'link_expired' ? m.join.expired : sentenceFor(error)
}
