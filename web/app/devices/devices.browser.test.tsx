import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { readDeviceCsv } from '#web/lib/remote/device-lists.ts'
import { mount } from '#web/ui/testing/mount.tsx'
import { DeviceForm } from './add-device-dialog.tsx'
import { CsvPreview } from './add-many-dialog.tsx'
import { DeviceRow, RefusedDeviceRow } from './device-row.tsx'

const device = {
  id: 'a',
  name: 'Camera in the hall',
  suite: 'std' as const,
  intervalSeconds: 3600,
  state: 'active' as const,
  createdAt: '2026-02-03T12:00:00Z',
  enrolledAt: '2026-02-03T12:00:00Z',
  lastSeenAt: '2026-02-04T12:00:00Z',
  codeExpiresAt: null,
  battery: null,
  firmware: null,
  filesReceived: 1,
  bytesReceived: 10,
  refusals: 0,
  silenceSeconds: null,
  isInboxNewest: true,
  pause: null,
}
const row = () => page.getByRole('listitem')

test('a device says how it is, what it uses, and what came of it', async () => {
  const onShow = vi.fn()
  mount(<DeviceRow device={device} onShow={onShow} />)
  await expect.element(row().getByText('Active', { exact: true })).toBeVisible()
  await expect.element(row().getByText('1 file received', { exact: false })).toBeVisible()
  await expect.element(row().getByText('Hybrid', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Details of Camera in the hall' }).click()
  expect(onShow).toHaveBeenCalledOnce()
})

test('one that waits says until when its code can be used, and that it cannot', async () => {
  const waiting = { ...device, state: 'waiting' as const, lastSeenAt: null }
  mount(<DeviceRow device={{ ...waiting, codeExpiresAt: '2999-01-01T00:00:00Z' }} onShow={() => {}} />)
  await expect.element(row().getByText('code until', { exact: false })).toBeVisible()
  mount(<DeviceRow device={{ ...waiting, codeExpiresAt: '2026-01-01T00:00:00Z' }} onShow={() => {}} />)
  await expect.element(page.getByText('code expired', { exact: false })).toBeVisible()
})

test('one that cannot be shown says so, and refused requests are counted', async () => {
  mount(<DeviceRow device={{ ...device, name: null, suite: 'iot', refusals: 3 }} onShow={() => {}} />)
  await expect.element(row().getByText('A device that cannot be shown')).toBeVisible()
  await expect.element(row().getByText('Post-quantum only', { exact: false })).toBeVisible()
  await expect.element(row().getByText('3 requests refused', { exact: false })).toBeVisible()
})

test('a refused file says why, and can only be deleted', async () => {
  const onDiscard = vi.fn()
  const file = { id: 'f', deviceId: 'a', deviceName: 'Door', sizeBytes: 10, arrivedAt: '2026-02-04T12:00:00Z' }
  mount(<RefusedDeviceRow file={{ ...file, reason: 'revoked' }} isBusy={false} onDiscard={onDiscard} />)
  await expect.element(row().getByText('It came after the device was revoked.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: /^Delete the refused file/ }).click()
  expect(onDiscard).toHaveBeenCalledOnce()
})

test('the form takes a name, a suite and an interval, and tells a name that is too long', async () => {
  const onSubmit = vi.fn()
  mount(<DeviceForm isBusy={false} onSubmit={onSubmit} fieldRef={{ current: null }} />)
  await page.getByLabelText('Name of the device').fill('x'.repeat(101))
  await page.getByRole('button', { name: 'Add device' }).click()
  await expect.element(page.getByText('A name has at most 100 characters.')).toBeVisible()
  expect(onSubmit).not.toHaveBeenCalled()
  await page.getByLabelText('Name of the device').fill('  Meter  ')
  await page.getByRole('radio', { name: /small devices/ }).click()
  await page.getByRole('combobox', { name: 'Expected to check in' }).selectOptions('every day')
  await page.getByRole('button', { name: 'Add device' }).click()
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Meter', suite: 'iot', intervalSeconds: 86_400 })
})

test('lines that are wrong are named by number, and nothing can be added before', async () => {
  const onAdd = vi.fn()
  mount(<CsvPreview csv={readDeviceCsv('name,suite\nDoor,std\nGate,rsa')} isBusy={false} onAdd={onAdd} />)
  await expect.element(page.getByText('1 line has to be corrected first.', { exact: false })).toBeVisible()
  await expect.element(row().getByText('The suite is neither std nor iot.')).toBeVisible()
  await expect.element(row().getByText('Line 3')).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(0)
})

test('lines that are right are added together', async () => {
  const onAdd = vi.fn()
  mount(<CsvPreview csv={readDeviceCsv('Door\nGate,iot,1d')} isBusy={false} onAdd={onAdd} />)
  await page.getByRole('button', { name: 'Add 2 devices' }).click()
  expect(onAdd).toHaveBeenCalledWith([
    { name: 'Door', suite: 'std', intervalSeconds: 3600 },
    { name: 'Gate', suite: 'iot', intervalSeconds: 86_400 },
  ])
})
