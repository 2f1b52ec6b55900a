import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Form } from './field.tsx'
import { PasswordField } from './password-field.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { Button } from '../button/button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, keys, mount } from '../testing/mount.tsx'

const field = (name: string) => page.getByLabelText(name, { exact: true })

/** Types at once, as a paste does: a limit of the browser would cut it. */
async function paste(name: string, text: string) {
  await userEvent.click(page.getByLabelText(name))
  document.execCommand('insertText', false, text)
}

function openForm(problem: string | null = null) {
  const submitted: Record<string, string>[] = []
  const form = (shown: string | null) => (
    <Form onSubmit={(values) => submitted.push(values)}>
      <TextField name="company" label="Company" isOptional hint="As on the invoice." />
      <TextField name="email" label="Email" type="email" problem={shown} />
      <TextArea
        name="reason"
        label="Reason"
        validate={(value) => (value.length < 5 ? 'Say a little more.' : null)}
        hint="The team reads it."
      />
      <PasswordField name="password" label="Password" />
      <Button type="submit">Send</Button>
    </Form>
  )
  const { show } = mount(form(problem))
  return { submitted, refuse: (sentence: string) => show(form(sentence)) }
}

async function fillIn() {
  await userEvent.fill(field('Email'), 'kay@example.org')
  await userEvent.fill(field('Reason'), 'Accounting')
  await userEvent.fill(field('Password'), 'a password of mine')
}

describe('a form', () => {
  test('with empty fields is not sent: each says so, and the first wrong one has the focus', async () => {
    const { submitted } = openForm()
    await userEvent.click(button('Send'))
    await expect.element(field('Email')).toHaveFocus()
    await expect.element(field('Email')).toHaveAccessibleDescription('Fill in this field.')
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('Password')).toHaveAccessibleDescription('Fill in this field.')
    expect(field('Company (optional)').element().getAttribute('aria-invalid')).not.toBe('true')
    expect(submitted).toEqual([])
    await expectAccessible()
  })

  test('shows an error above what fills the screen as soon as it is there', async () => {
    const form = (error: string | null) => (
      <Form onSubmit={() => undefined}>
        {error && <Notice tone="error">{error}</Notice>}
        <div style={{ height: '150vh' }} />
        <Button type="submit">Send</Button>
      </Form>
    )
    const { show } = mount(form(null))
    await userEvent.click(button('Send'))
    show(form('Refused.'))
    await expect.element(page.getByRole('alert')).toBeInViewport()
  })

  test('is sent with its values by name, by Enter as by its button', async () => {
    const { submitted } = openForm()
    await fillIn()
    await keys('{Enter}')
    const values = { company: '', email: 'kay@example.org', reason: 'Accounting', password: 'a password of mine' }
    await expect.poll(() => submitted).toEqual([values])
  })

  test('says what is wrong with a value, and stops saying it once it is right', async () => {
    const { submitted } = openForm()
    await fillIn()
    await userEvent.fill(field('Email'), 'kay')
    await userEvent.fill(field('Reason'), 'x')
    await userEvent.click(button('Send'))
    await expect
      .element(field('Email'))
      .toHaveAccessibleDescription('Enter an email address, for example name@example.com.')
    await expect.element(field('Reason')).toHaveAccessibleDescription('The team reads it. Say a little more.')
    await fillIn()
    await expect.element(field('Reason')).toHaveAccessibleDescription('The team reads it.')
    await userEvent.click(button('Send'))
    await expect.poll(() => submitted).toHaveLength(1)
  })

  test('says one sentence of an empty field with a rule of its own, and why a day is not taken', async () => {
    mount(
      <Form onSubmit={() => undefined}>
        <TextField name="name" label="Name" validate={(name) => (name === '' ? 'A boat needs a name.' : null)} />
        <TextField name="due" label="Due" type="date" min="2026-11-29" defaultValue="2026-11-28" />
        <Button type="submit">Send</Button>
      </Form>,
    )
    await userEvent.click(button('Send'))
    await expect.element(field('Name')).toHaveAccessibleDescription('A boat needs a name.')
    await expect.element(field('Due')).toHaveAccessibleDescription(/2026/)
    await expectAccessible()
  })

  test('says that a text is too long, with all of it still there, and asks for nothing else of it meanwhile', async () => {
    const submitted: unknown[] = []
    const isPlan = (value: string) => (value.startsWith('Plan') ? null : 'Begin with “Plan”.')
    mount(
      <Form onSubmit={(values) => submitted.push(values)}>
        <TextField name="title" label="Title" maxLength={12} validate={isPlan} />
        <TextArea name="note" label="Note" maxLength={1000} isOptional />
        <PasswordField name="password" label="Password" maxLength={20} />
        <Button type="submit">Send</Button>
      </Form>,
    )
    await paste('Title', 'A title of 24 characters ')
    await paste('Note (optional)', 'n'.repeat(1234))
    await paste('Password', 'p'.repeat(21))
    await userEvent.click(button('Send'))
    const rest = 'are taken. Nothing was cut: shorten it.'
    await expect.element(field('Title')).toHaveAccessibleDescription(`24 characters; 12 ${rest}`)
    await expect.element(field('Note (optional)')).toHaveAccessibleDescription(`1,234 characters; 1,000 ${rest}`)
    await expect.element(field('Password')).toHaveAccessibleDescription(`21 characters; 20 ${rest}`)
    await expect.element(field('Title')).toHaveValue('A title of 24 characters ')
    await userEvent.fill(field('Title'), '  A title  ')
    await expect.element(field('Title')).toHaveAccessibleDescription('Begin with “Plan”.')
    await userEvent.fill(field('Title'), 'Plan of 2027 ')
    await userEvent.fill(field('Note (optional)'), '')
    await userEvent.fill(field('Password'), 'p'.repeat(20))
    expect(submitted).toEqual([])
    await userEvent.click(button('Send'))
    await expect.poll(() => submitted).toEqual([{ title: 'Plan of 2027 ', note: '', password: 'p'.repeat(20) }])
  })

  test('takes no more than a limit where nothing is sent', async () => {
    mount(<TextField name="title" label="Title" maxLength={12} />)
    await expect.element(field('Title')).toHaveAttribute('maxlength', '12')
  })

  test('shows at its field what the service found', async () => {
    const { refuse } = openForm()
    await fillIn()
    refuse('This address is taken.')
    await expect.element(field('Email')).toHaveAccessibleDescription('This address is taken.')
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('Email')).toHaveValue('kay@example.org')
  })

  test('reads a hint with its field', async () => {
    openForm()
    await expect.element(field('Company (optional)')).toHaveAccessibleDescription('As on the invoice.')
  })
})

describe('a password', () => {
  test('is shown and hidden without being sent, and stays as it was typed', async () => {
    const { submitted } = openForm()
    await fillIn()
    const password = field('Password')
    await expect.element(password).toHaveAttribute('type', 'password')
    await userEvent.click(button('Show password'))
    await expect.element(password).toHaveAttribute('type', 'text')
    await expect.element(button('Hide password')).toHaveAttribute('aria-pressed', 'true')
    await keys('{Enter}')
    await expect.element(password).toHaveAttribute('type', 'password')
    await expect.element(password).toHaveValue('a password of mine')
    expect(submitted).toEqual([])
  })
})
