import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountCosts } from '#web/lib/account/account-costs.ts'
import type { SignUpInput } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor, serviceMessage } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { passwordLimits } from '#web/parts/people/use-policies.ts'
import { installationQuery } from '#web/parts/vault/installation.queries.ts'
import { AgreeCheckbox } from './agree-checkbox.tsx'
import { companyProblem, PersonNameFields } from './person-name.tsx'

export function SignupForm({ onSent }: { onSent: (email: string) => void }) {
  const text = m.account.signup
  const { account, installation } = useVault()
  const { data: facts } = useQuery(installationQuery(installation))
  const [hasAgreed, setHasAgreed] = useState(false)
  const [agreeToMarketing, setMarketing] = useState(false)
  const signUp = useMutation({
    mutationFn: account.signUp,
    onSuccess: (_, { email }) => {
      toastDone(m.account.toast.checkEmail, m.account.toast.checkEmailText)
      onSent(email)
    },
    onError: (error) => toastError(m.account.toast.signUpError, serviceMessage(error)),
  })

  return (
    <Form onSubmit={(values) => signUp.mutate({ ...profileOf(values), agreeToMarketing })}>
      {signUp.error && <Notice tone="error">{sentenceFor(signUp.error)}</Notice>}
      <PersonNameFields />
      <TextField name="email" label={text.email} type="email" autoComplete="username" autoCapitalize="none" />
      <TextField name="company" label={text.company} isOptional autoComplete="organization" validate={companyProblem} />
      <NewPasswordFields limits={passwordLimits(facts?.least_password)} />
      <Notice tone="attention">{text.noReset}</Notice>
      <div className="flex flex-col gap-2.5">
        <AgreeCheckbox isChecked={hasAgreed} onChange={setHasAgreed} />
        <Checkbox checked={agreeToMarketing} onCheckedChange={setMarketing} label={text.marketing} />
      </div>
      <Button type="submit" size="lg" disabled={!hasAgreed} isBusy={signUp.isPending}>
        {signUp.isPending ? text.busy : text.submit}
      </Button>
      <Text tone="soft">{text.costs.release}</Text>
      {facts && <Text tone="soft">{accountCosts(facts.start, text.costs)}</Text>}
    </Form>
  )
}

function profileOf(values: Record<string, string>): Omit<SignUpInput, 'agreeToMarketing'> {
  const { email = '', password = '', firstName = '', lastName = '', company = '' } = values
  return {
    email: email.trim(),
    password,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    company: company.trim(),
  }
}
