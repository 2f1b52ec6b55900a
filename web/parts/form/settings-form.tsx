import { useRef, useState } from 'react'
import { sentenceFor } from '#web/messages/errors.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { useAction } from '../action/use-action.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingControl } from './setting-control.tsx'
import { cleaned, type SettingsField, type SettingValues } from './settings.ts'
import { useSettings } from './use-settings.ts'

type Props<Values> = {
  fields: readonly SettingsField<Values>[]
  /** Null where nothing is stored yet. */
  stored: Values | null
  /** Grows by one with every change of anybody. */
  version: number
  /** @param version that the values are based on: the server refuses them where it has a later one */
  save: (values: Values, version: number) => Promise<unknown>
  words: { save: string; saved: string; failed: string }
  /** Of the queries that are read again. */
  keys: readonly string[]
  onSaved?: () => void
}

/**
 * Settings as they are declared. Saving is offered only while something is changed, in a bar that says what; leaving the page asks then. What
 * somebody else stored meanwhile is shown next to what was typed, before it is overwritten.
 */
export function SettingsForm<Values extends SettingValues>(props: Props<Values>) {
  const { fields, words } = props
  const { box, settings, saving, isSent, submit, undo } = useForm(props)
  const { theirs, now, shown, changes } = settings
  const answer = (choose: () => void) => () => {
    choose()
    saving.reset()
  }
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {theirs.length > 0 && (
        <ChangedNotice
          {...{ fields: theirs, now, shown, changes }}
          onTake={answer(settings.take)}
          onKeep={answer(settings.keep)}
        />
      )}
      <Form onSubmit={submit}>
        {saving.error && theirs.length === 0 && <Notice tone="error">{sentenceFor(saving.error)}</Notice>}
        {fields.map((field) => (
          <SettingControl
            key={field.name}
            field={field}
            values={shown}
            onChange={(value) => settings.set(field.name, value)}
            isSent={isSent}
          />
        ))}
        <SaveBar
          changes={changes}
          before={settings.before}
          label={words.save}
          isBusy={saving.isPending}
          onUndo={undo}
        />
      </Form>
      <LeaveQuestion wouldLose={changes.length > 0} />
    </div>
  )
}

/** What is typed, and what saves it or takes it back; the form itself has the focus after that, because the bar is gone. */
function useForm<Values extends SettingValues>({ save, words, keys, onSaved, ...given }: Props<Values>) {
  const { fields } = given
  const settings = useSettings(given)
  const [isSent, setSent] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const rest = () => {
    setSent(false)
    box.current?.focus()
  }
  const saving = useAction(
    async (values: Values) => {
      await save(values, settings.version)
      return values
    },
    {
      done: words.saved,
      failed: words.failed,
      keys,
      isQuiet: true,
      onDone: (values) => {
        settings.saved(values)
        rest()
        onSaved?.()
      },
    },
  )
  const submit = () => {
    setSent(true)
    const isMissing = fields.some(
      (field) => field.kind === 'choice' && field.missing && settings.shown[field.name] === '',
    )
    if (!isMissing) saving.mutate(cleaned(fields, settings.shown))
  }
  const undo = () => {
    settings.undo()
    saving.reset()
    rest()
  }
  return { box, settings, saving, isSent, submit, undo }
}
