import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { companyProblem, personNameProblem } from '../account/sign-up/person-name.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { profileQuery } from '../../parts/people/settings.queries.ts'

const words = settingWords.profileForm
const ROW_PX = 64

/** Who the person is, as they say. */
export function ProfileForm() {
  const profile = useQuery(profileQuery(useVault().settings))
  return (
    <CardSection aria-label={words.title} className="max-w-2xl p-4 md:p-5">
      <Heading>{words.title}</Heading>
      <Text tone="soft" className="mt-0.5 mb-4">
        {words.lead}
      </Text>
      <QueryView
        query={profile}
        text={{ failed: words.loadFailed, retry: settingWords.retry }}
        skeleton={<SkeletonRows label={settingWords.loading} rows={4} rowHeight={ROW_PX} />}
      >
        {(known) => <Fields profile={known} />}
      </QueryView>
    </CardSection>
  )
}

function Fields({ profile }: { profile: Profile }) {
  const { account, settings } = useVault()
  const state = useAccountState()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: account.saveProfile,
    onSuccess: (_, saved) => {
      queries.setQueryData(profileQuery(settings).queryKey, saved)
      toastDone(words.saved)
    },
    onError: (error) => toastError(settingWords.error, m.files.because(words.saveFailed, sentenceFor(error))),
  })

  return (
    <Form
      onSubmit={({ firstName = '', lastName = '', company = '' }) =>
        save.mutate({ firstName: firstName.trim(), lastName: lastName.trim(), company: company.trim() })
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="firstName"
          label={words.firstName}
          defaultValue={profile.firstName}
          autoComplete="given-name"
          validate={personNameProblem}
        />
        <TextField
          name="lastName"
          label={words.lastName}
          defaultValue={profile.lastName}
          autoComplete="family-name"
          validate={personNameProblem}
        />
      </div>
      <TextField
        name="company"
        label={words.company}
        defaultValue={profile.company}
        autoComplete="organization"
        validate={companyProblem}
        isOptional
      />
      <TextField
        name="email"
        label={words.email}
        hint={words.emailHint}
        value={state.kind === 'open' ? state.email : ''}
        readOnly
      />
      <Button type="submit" className="self-start" isBusy={save.isPending}>
        {save.isPending ? words.busy : words.submit}
      </Button>
    </Form>
  )
}
