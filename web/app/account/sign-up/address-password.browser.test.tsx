import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { VaultError } from '#vault/session/vault-error.ts'
import { sentenceOfCode } from '#web/messages/errors.ts'
import { m } from '#web/messages/app.ts'
import { keys, mount } from '#web/ui/testing/mount.tsx'
import { AddressPassword } from './address-password.tsx'

const RIGHT = 'right horse'
const WRONG = 'wrong horse'
const text = m.link.password
const wrong = sentenceOfCode('share_link_password')

/** Each password is answered when the test says so, as after a slow Argon2id. */
function mountSlow() {
  const answers = new Map<string, () => void>()
  const open = vi.fn<(password: string) => Promise<string>>(
    (password) =>
      new Promise((resolve, reject) =>
        answers.set(password, () =>
          password === RIGHT ? resolve('the file') : reject(new VaultError('share_link_password', 'Wrong.')),
        ),
      ),
  )
  const onOpen = vi.fn<(opened: string) => void>()
  mount(
    <QueryClientProvider client={new QueryClient()}>
      <AddressPassword seed="a" text={text} wrongCode="share_link_password" open={open} onOpen={onOpen} />
    </QueryClientProvider>,
  )
  return { open, onOpen, answer: (password: string) => answers.get(password)?.() }
}

const field = () => page.getByLabelText(text.label, { exact: true })
const input = () => field().element() as HTMLInputElement
const selected = () => input().value.slice(input().selectionStart ?? 0, input().selectionEnd ?? 0)

test('the right password is asked while a wrong one still is, and opens', async () => {
  const { open, onOpen, answer } = mountSlow()
  await userEvent.fill(field(), WRONG)
  await keys('{Enter}')
  await expect.element(page.getByRole('button', { name: text.busy })).toBeVisible()

  await userEvent.fill(field(), RIGHT)
  await keys('{Enter}')
  await expect.poll(() => open.mock.calls.flat()).toEqual([WRONG, RIGHT])
  answer(WRONG)
  answer(RIGHT)

  await expect.poll(() => onOpen.mock.calls.flat()).toEqual(['the file'])
  expect(document.body.textContent).not.toContain(wrong)
})

test('a refusal leaves alone what was typed meanwhile', async () => {
  const { open, onOpen, answer } = mountSlow()
  await userEvent.fill(field(), WRONG)
  await keys('{Enter}')
  await userEvent.fill(field(), RIGHT.slice(0, -1))
  answer(WRONG)
  await expect.element(page.getByRole('button', { name: text.submit })).toBeVisible()
  expect(selected()).toBe('')

  await keys(RIGHT.slice(-1), '{Enter}')
  await expect.poll(() => open.mock.calls.flat()).toEqual([WRONG, RIGHT])
  answer(RIGHT)
  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
})

test('what was typed whole before the refusal came is asked by Enter after it', async () => {
  const { open, answer } = mountSlow()
  await userEvent.fill(field(), WRONG)
  await keys('{Enter}')
  await userEvent.fill(field(), RIGHT)
  answer(WRONG)
  await expect.element(page.getByRole('button', { name: text.submit })).toBeVisible()

  await keys('{Enter}')
  await expect.poll(() => open.mock.calls.flat()).toEqual([WRONG, RIGHT])
})

test('a refused password that still stands there is selected, so that the next key replaces it', async () => {
  const { answer } = mountSlow()
  await userEvent.fill(field(), WRONG)
  await keys('{Enter}')
  await expect.element(page.getByRole('button', { name: text.busy })).toBeVisible()
  answer(WRONG)

  await expect.element(page.getByText(wrong)).toBeVisible()
  await expect.poll(selected).toBe(WRONG)
  await keys('x')
  await expect.element(field()).toHaveValue('x')
  expect(document.body.textContent).not.toContain(wrong)
})

test('Enter pressed twice asks once', async () => {
  const { open, onOpen, answer } = mountSlow()
  await userEvent.fill(field(), RIGHT)
  await keys('{Enter}', '{Enter}')
  answer(RIGHT)

  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
  expect(open).toHaveBeenCalledOnce()
})
