import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, mount } from '../testing/mount.tsx'
import { MailForm } from './mail-form.tsx'

const asked: string[] = []

function Subject() {
  const [isRefused, setRefused] = useState(false)
  return (
    <MailForm
      action="/elsewhere"
      label="Email"
      submit="Subscribe"
      isBusy={false}
      outcome={isRefused ? { tone: 'error', text: 'Enter an address.' } : null}
      onSubmit={(email) => {
        setRefused(false)
        asked.push(email)
      }}
      onInvalid={() => setRefused(true)}
    />
  )
}

test.each(['', 'not an address'])(
  '"%s" is refused with a sentence of the page, not a bubble of the browser',
  async (typed) => {
    asked.length = 0
    mount(<Subject />)
    const field = page.getByLabelText('Email')
    if (typed !== '') await userEvent.fill(field, typed)
    await userEvent.click(button('Subscribe'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Enter an address.')
    await expect.element(field).toHaveFocus()
    expect(asked).toEqual([])

    await userEvent.fill(field, 'ada@example.org')
    await userEvent.click(button('Subscribe'))
    await expect.poll(() => asked).toEqual(['ada@example.org'])
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  },
)
