import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/ui/testing/mount.tsx'
import { dayOf } from '../sharing/share-fields.ts'
import { RequestRow } from './request-row.tsx'

const NEVER = '2999-05-04T12:00:00Z'
const request = {
  id: 'a',
  title: 'Tax papers',
  folderId: null,
  path: null,
  address: null,
  hasPassword: false,
  createdAt: '2026-02-03T12:00:00Z',
  endedAt: null,
  maxFiles: 10,
  maxBytes: 1000,
  filesDelivered: 1,
  bytesDelivered: 10,
}
const show = (expiresAt: string) =>
  mount(<RequestRow request={{ ...request, expiresAt }} isBusy={false} onShow={() => {}} onEnd={() => {}} />)

test('a request says when it was made and until when it is open', async () => {
  show(NEVER)
  const times = `Made ${dayOf(request.createdAt)}, until ${dayOf(NEVER)}`
  await expect.element(page.getByRole('listitem').getByText(times, { exact: false })).toBeVisible()
})

test('one that is over says since when', async () => {
  const ended = '2026-02-04T12:00:00Z'
  show(ended)
  await expect.element(page.getByRole('listitem').getByText(dayOf(request.createdAt), { exact: false })).toBeVisible()
  await expect.element(page.getByRole('listitem').getByText(`ended ${dayOf(ended)}`, { exact: false })).toBeVisible()
})
