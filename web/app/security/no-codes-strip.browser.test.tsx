import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/ui/testing/mount.tsx'
import { NoCodesNotice } from './no-codes-strip.tsx'

const link = page.getByRole('link', { name: 'Make recovery codes' })
const notice = (secondFactors: number, recoveryCodes: number) => (
  <MemoryRouter>
    <NoCodesNotice secondFactors={secondFactors} recoveryCodes={recoveryCodes} />
  </MemoryRouter>
)

test('a second factor without recovery codes is said, with the way to make them', () => {
  const { show } = mount(notice(1, 0))
  expect(page.getByText(/^There are no recovery codes/).query()).not.toBeNull()
  expect(link.element().getAttribute('href')).toBe('/dashboard/security')

  show(notice(1, 10))
  expect(link.query()).toBeNull()
  show(notice(0, 0))
  expect(link.query()).toBeNull()
})
