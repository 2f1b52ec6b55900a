import { type FormEvent, useId, useSyncExternalStore } from 'react'
import { buttonStyle } from '../button/button-style.ts'
import { Notice } from '../feedback/notice.tsx'

type Props = {
  /** Where the form goes without JavaScript. */
  action: string
  label: string
  submit: string
  isBusy: boolean
  outcome: { tone: 'done' | 'error'; text: string } | null
  onSubmit: (email: string) => void
  /** What was typed is no address; the sentence comes as `outcome`. */
  onInvalid: () => void
}

const subscribe = () => () => {}
const inBrowser = () => true
const prerendered = () => false

/** One address and a button: plain controls, so that it works before, and without, any script. */
export function MailForm({ action, label, submit, isBusy, outcome, onSubmit, onInvalid }: Props) {
  const id = useId()
  // A browser without scripts says itself what is missing; with them the message is ours, like everywhere else.
  const isScripted = useSyncExternalStore(subscribe, inBrowser, prerendered)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!event.currentTarget.checkValidity()) {
      event.currentTarget.querySelector('input')?.focus()
      return onInvalid()
    }
    const email = new FormData(event.currentTarget).get('email')
    if (!isBusy && typeof email === 'string') onSubmit(email.trim())
  }
  return (
    <form
      method="post"
      action={action}
      noValidate={isScripted}
      onSubmit={send}
      className="flex max-w-md flex-col gap-3"
    >
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id={id}
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            className="h-11 min-w-0 flex-1 basis-56 rounded-md border border-control bg-surface px-3 text-base text-ink transition-colors duration-120 hover:border-ink-3 focus-visible:outline-offset-0"
          />
          <button type="submit" aria-busy={isBusy} className={buttonStyle({ size: 'lg' })}>
            {submit}
          </button>
        </div>
      </div>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </form>
  )
}
