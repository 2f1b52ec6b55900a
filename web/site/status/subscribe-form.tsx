import { useState } from 'react'
import { status } from '#web/messages/site/status.ts'
import { MailForm } from '#web/ui/site/mail-form.tsx'

const text = status.subscribe
const ADDRESS = '/status/subscriptions'

/** Asks for mails about incidents. The answer is the same whether the address gets them already or not. */
export function SubscribeForm() {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'done' | 'error'; text: string } | null>(null)
  const subscribe = async (email: string) => {
    setBusy(true)
    setOutcome(null)
    setOutcome(await ask(email))
    setBusy(false)
  }
  return (
    <MailForm
      action={ADDRESS}
      label={text.email}
      submit={isBusy ? text.busy : text.submit}
      isBusy={isBusy}
      outcome={outcome}
      onSubmit={(email) => void subscribe(email)}
      onInvalid={() => setOutcome({ tone: 'error', text: text.invalid })}
    />
  )
}

async function ask(email: string): Promise<{ tone: 'done' | 'error'; text: string }> {
  try {
    const response = await fetch(ADDRESS, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    if (response.ok) return { tone: 'done', text: text.asked }
    if (response.status === 400) return { tone: 'error', text: text.invalid }
    const waitSeconds = Number(response.headers.get('retry-after'))
    if (response.status === 429 && waitSeconds > 0)
      return { tone: 'error', text: text.tooMany(Math.ceil(waitSeconds / 60)) }
  } catch (error) {
    // The sentence below says that nothing came of it.
    console.warn(error)
  }
  return { tone: 'error', text: text.failed }
}
