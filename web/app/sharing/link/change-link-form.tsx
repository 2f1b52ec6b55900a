import { useEffect, useRef, useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import type { LinkChange, OwnLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { usePolicies } from '#web/parts/people/use-policies.ts'
import { changeRules } from './link-rules.ts'
import { dayOf, numberIn, numberProblem } from '../share-fields.ts'
import { useChangeLink } from './use-change-link.ts'

type Props = { link: OwnLink; fileName: string; onDone: () => void }
type PasswordChoice = 'keep' | 'other' | 'none'

/** Other terms for a link that was sent already; its address stays. */
export function ChangeLinkForm({ link, fileName, onDone }: Props) {
  const text = m.sharing.shown
  const first = useRef<HTMLInputElement>(null)
  // The button that asked for it is gone.
  useEffect(() => first.current?.focus(), [])
  const [choice, setChoice] = useState<PasswordChoice>('keep')
  const changeLink = useChangeLink()
  const rules = changeRules(usePolicies(), link, useNow())
  const mayEndOtherwise = rules.days.max >= rules.days.min
  const save = (typed: Record<string, string>) => {
    const wanted = wantedIn(typed, link, choice)
    if (Object.keys(wanted).length === 0) onDone()
    else changeLink.mutate({ link, wanted, name: fileName }, { onSuccess: onDone })
  }

  return (
    <Form onSubmit={save} className="border-t border-line pt-4">
      {rules.says && <Text tone="soft">{rules.says}</Text>}
      <div className="grid gap-4 sm:grid-cols-2">
        {mayEndOtherwise && (
          <TextField
            ref={first}
            name="days"
            label={text.days}
            isOptional
            hint={text.daysHint(rules.days.max, dayOf(link.expiresAt))}
            inputMode="numeric"
            autoComplete="off"
            validate={numberProblem({ ...rules.days, isOptional: true })}
          />
        )}
        <TextField
          ref={mayEndOtherwise ? undefined : first}
          name="limit"
          label={m.sharing.link.limit}
          isOptional
          hint={text.limitHint(link.downloads)}
          defaultValue={link.maxDownloads ?? ''}
          inputMode="numeric"
          autoComplete="off"
          validate={numberProblem(rules.downloads)}
        />
      </div>
      {link.problem === null && (
        <PasswordChange
          hasPassword={link.hasPassword}
          mayRemove={!rules.needsPassword}
          choice={choice}
          onChoice={setChoice}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={changeLink.isPending}>
          {changeLink.isPending ? text.saving : text.save}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {m.common.cancel}
        </Button>
      </div>
    </Form>
  )
}

function wantedIn(
  { days, limit, password = '' }: Record<string, string>,
  link: OwnLink,
  choice: PasswordChoice,
): LinkChange {
  const inDays = numberIn(days)
  const maxDownloads = numberIn(limit)
  return {
    ...(inDays === null ? {} : { days: inDays }),
    ...(maxDownloads === link.maxDownloads ? {} : { maxDownloads }),
    ...(choice === 'other' && password !== '' ? { password } : {}),
    ...(choice === 'none' ? { password: null } : {}),
  }
}

type PasswordProps = {
  hasPassword: boolean
  mayRemove: boolean
  choice: PasswordChoice
  onChoice: (choice: PasswordChoice) => void
}

function PasswordChange({ hasPassword, mayRemove, choice, onChoice }: PasswordProps) {
  const text = m.sharing.shown.password
  const options: readonly (readonly [PasswordChoice, string])[] = hasPassword
    ? [['keep', text.keep], ['other', text.other], ...(mayRemove ? ([['none', text.remove]] as const) : [])]
    : [
        ['keep', text.without],
        ['other', text.add],
      ]
  return (
    <>
      <SelectField
        isInForm
        label={text.label}
        value={choice}
        onChange={(value) => onChoice(options.find(([id]) => id === value)?.[0] ?? 'keep')}
        options={options}
      />
      {choice === 'other' && <NewPasswordField label={text.typed} hint={m.sharing.link.passwordHint} isRequired />}
      {hasPassword && choice !== 'keep' && (
        <Text tone="hint" size="xs">
          {text.opened}
        </Text>
      )}
    </>
  )
}
