import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button } from '#web/ui/testing/mount.tsx'
import { OUR_SIDE, expectToast, failing, pending } from '../testing/failures.ts'
import { mountScreen } from '../testing/mount-screen.tsx'

test('a log that could not be read says so, and Retry reads it; an export that failed is reported', async () => {
  let list: () => Promise<[]> = failing
  await mountScreen('/dashboard?tab=audit-logs', {
    roles: { list: async () => ['admin'] },
    audit: { list: () => list(), export: failing, people: async () => [], retention: pending },
    ledger: { check: pending },
  })
  await expect.element(page.getByRole('alert').filter({ hasText: 'The audit log could not be loaded' })).toBeVisible()

  list = async () => []
  await userEvent.click(button('Retry'))
  await expect.element(page.getByText('No audit logs found matching your filters.')).toBeVisible()
  await userEvent.click(button('Export'))
  await expectToast('The audit log could not be exported', OUR_SIDE)
})

test('an export says how far it is, and Stop ends it without a file', async () => {
  const told: boolean[] = []
  let goOn: (() => void) | undefined
  await mountScreen('/dashboard?tab=audit-logs', {
    roles: { list: async () => ['admin'] },
    audit: {
      list: async () => [],
      people: async () => [],
      retention: pending,
      export: async (_filter, _format, shouldContinue) => {
        told.push(shouldContinue(1000))
        await new Promise<void>((resolve) => (goOn = resolve))
        told.push(shouldContinue(2000))
        return null
      },
    },
    ledger: { check: pending },
  })
  await userEvent.click(button('Export'))
  await expect.element(page.getByText('Exporting 1,000…')).toBeVisible()
  await userEvent.click(button('Stop the export'))
  goOn?.()
  await expect.element(button('Export')).toBeEnabled()
  expect(told).toEqual([true, false])
  await expect.element(page.getByText('Audit log exported')).not.toBeInTheDocument()
})
