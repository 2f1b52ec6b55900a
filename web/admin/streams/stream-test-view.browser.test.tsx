import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/ui/testing/mount.tsx'
import { TestAnswer } from './stream-test-view.tsx'

const shown = 'POST https://example.com/audit'

test('a test that was taken says so, and what was sent', async () => {
  const test = { shown, status: 204, failure: null }
  mount(<TestAnswer address="https://example.com/audit" test={test} />)
  await expect.element(page.getByText('Taken (204)')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'What was sent' })).toHaveTextContent(shown)
})

test('one by UDP claims nothing', async () => {
  mount(<TestAnswer address="udp://logs.example.com" test={{ shown: '<110>1', status: null, failure: null }} />)
  await expect.element(page.getByText('Sent. By UDP, nobody answers.')).toBeVisible()
})

test('one that failed says why, as an alert', async () => {
  const failure = { problem: 'has_fault', number: 503 } as const
  mount(<TestAnswer address="https://example.com/audit" test={{ shown, status: 503, failure }} />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('It has a fault of its own (503)')
})
