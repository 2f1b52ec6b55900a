import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BareCheckbox, Checkbox } from './checkbox.tsx'
import { ColorChoice } from './color-choice.tsx'
import { RadioChoices } from './radio-choices.tsx'
import { SearchField } from './search-field.tsx'
import { ChoiceBar } from '../list/choice-bar.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, keys, mount } from '../testing/mount.tsx'

const radio = (name: string) => page.getByRole('radio', { name, exact: true })
const checkbox = () => page.getByRole('checkbox')

describe('a checkbox', () => {
  test('is ticked by its whole sentence and by Space, and reads its hint', async () => {
    mount(<Checkbox label="Send me a copy" hint="To your own address." />)
    await expect.element(checkbox()).toHaveAccessibleName('Send me a copy')
    await expect.element(checkbox()).toHaveAccessibleDescription('To your own address.')
    await userEvent.click(page.getByText('Send me a copy'))
    await expect.element(checkbox()).toBeChecked()
    checkbox().element().focus()
    await keys(' ')
    await expect.element(checkbox()).not.toBeChecked()
    await expectAccessible()
  })

  test('without text has a name and can be mixed', async () => {
    mount(<BareCheckbox label="Select all" indeterminate />)
    await expect.element(checkbox()).toHaveAccessibleName('Select all')
    await expect.element(checkbox()).toHaveAttribute('aria-checked', 'mixed')
  })
})

describe('one of a few', () => {
  function Ways() {
    const [way, setWay] = useState('link')
    const [days, setDays] = useState('7')
    const [color, setColor] = useState('#0a5f52')
    return (
      <>
        <RadioChoices
          label="How to share"
          value={way}
          onChange={setWay}
          choices={[
            { value: 'link', label: 'By link', hint: 'Anyone who has it can read.' },
            { value: 'person', label: 'With a person', hint: 'Only they can read.' },
          ]}
        />
        <ChoiceBar
          label="Days"
          value={days}
          onChange={setDays}
          options={[
            ['7', 'A week'],
            ['30', 'A month'],
          ]}
        />
        <ColorChoice
          label="Colour"
          value={color}
          onChange={setColor}
          colors={[
            ['#0a5f52', 'Green'],
            ['#9a4712', 'Copper'],
          ]}
        />
      </>
    )
  }

  test('arrows choose within a group and leave the other groups alone', async () => {
    mount(<Ways />)
    radio('By link').element().focus()
    await keys('{ArrowDown}')
    await expect.element(radio('With a person')).toBeChecked()
    await expect.element(radio('By link')).not.toBeChecked()
    await expect.element(radio('A week')).toBeChecked()
    await keys('{Tab}', '{ArrowRight}')
    await expect.element(radio('A month')).toBeChecked()
    await expect.element(radio('With a person')).toBeChecked()
    await keys('{Tab}', '{ArrowRight}')
    await expect.element(radio('Copper')).toBeChecked()
  })

  test('groups and choices have names; a choice reads what it does', async () => {
    mount(<Ways />)
    for (const name of ['How to share', 'Days', 'Colour'])
      await expect.element(page.getByRole('group', { name })).toBeVisible()
    await expect.element(radio('By link')).toHaveAccessibleDescription('Anyone who has it can read.')
    await expectAccessible()
  })

  test('the whole of a choice can be pressed', async () => {
    mount(<Ways />)
    await userEvent.click(page.getByText('Only they can read.'))
    await expect.element(radio('With a person')).toBeChecked()
    await userEvent.click(page.getByText('A month'))
    await expect.element(radio('A month')).toBeChecked()
  })
})

describe('a search', () => {
  function Search() {
    const [text, setText] = useState('')
    return <SearchField label="Search files" clearLabel="Clear search" value={text} onChange={setText} shortcut="/" />
  }
  const field = () => page.getByRole('searchbox', { name: 'Search files' })

  test('is cleared by Escape and by its button, and keeps the focus', async () => {
    mount(<Search />)
    await userEvent.fill(field(), 'minutes')
    await keys('{Escape}')
    await expect.element(field()).toHaveValue('')
    await expect.element(field()).toHaveFocus()
    await userEvent.fill(field(), 'board')
    await keys('{Tab}', '{Enter}')
    await expect.element(field()).toHaveValue('')
    // The button went with the text.
    await expect.element(field()).toHaveFocus()
    expect(button('Clear search').query()).toBeNull()
    await expectAccessible()
  })
})
