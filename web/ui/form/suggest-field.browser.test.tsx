import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, focused, keys, mount } from '../testing/mount.tsx'
import { Button } from '../button/button.tsx'
import { Form } from './field.tsx'
import { SuggestField } from './suggest-field.tsx'

const ada = { id: '1', label: 'Ada Lovelace', detail: 'ada@example.org', text: 'ada@example.org' }
const field = () => page.getByRole('combobox', { name: 'Who' })

function ShareForm({ onSubmit }: { onSubmit: (who: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <Form onSubmit={({ who = '' }) => onSubmit(who)}>
      <SuggestField
        name="who"
        label="Who"
        value={value}
        onValueChange={setValue}
        suggestions={value !== '' && value !== ada.text ? [ada] : []}
        listLabel="Colleagues"
        isFirstChosen
      />
      <Button type="submit">Share</Button>
    </Form>
  )
}

async function typeAda() {
  const submitted: string[] = []
  mount(<ShareForm onSubmit={(who) => submitted.push(who)} />)
  await userEvent.click(field())
  await keys('ada')
  await expect.element(page.getByRole('option', { name: /Ada Lovelace/ })).toBeVisible()
  return submitted
}

test.for(['a press', 'Enter'])(
  '%s on a suggestion fills the field; the form is submitted by what comes next',
  async (way) => {
    const submitted = await typeAda()
    if (way === 'Enter') await keys('{Enter}')
    else await userEvent.click(page.getByRole('option', { name: /Ada Lovelace/ }))
    await expect.element(field()).toHaveValue('ada@example.org')
    await expect.element(page.getByRole('option')).not.toBeInTheDocument()
    expect(submitted).toEqual([])
    if (way === 'Enter') await keys('{Enter}')
    else await userEvent.click(button('Share'))
    await expect.poll(() => submitted).toEqual(['ada@example.org'])
    expect(focused()).not.toBe('the page')
  },
)
