import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button } from '#web/ui/testing/mount.tsx'
import { expectStates, failingUntil } from '../testing/list-states.ts'
import { mountScreen } from '../testing/mount-screen.tsx'

test('the list of devices is read, failed and empty; without devices there is no key to make anew', async () => {
  const list = failingUntil([])
  await mountScreen('/dashboard/devices', { devices: { list: list.answer } })
  await expectStates('My devices', list, {
    loading: 'Loading devices',
    failed: 'The devices could not be loaded',
    retry: 'Try again',
    empty: 'No devices yet',
  })
  await expect.element(page.getByText('Add a device to get a code that it enrols with, once.')).toBeVisible()
  expect(
    page
      .getByRole('main')
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Add from CSV', 'Add device'])
  await expect.element(button('Add device')).toBeEnabled()
})
