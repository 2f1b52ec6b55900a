import { expect, test } from '@playwright/test'
import { Device, parseDeviceCode } from '#vault/devices/device.ts'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { dialogOf } from '../support/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, rowOf } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('a device is added, enrols, sends a file that arrives in its folder, and is revoked', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await expect(page.getByText('No devices yet')).toBeVisible()

  const device = await test.step('its code is shown once', async () => {
    await page.getByRole('button', { name: 'Add device' }).click()
    await page.getByLabel('Name of the device').fill('Camera')
    await page.getByRole('radio', { name: /small devices/ }).check()
    await expectAccessibleEverywhere(page)
    await dialogOf(page).getByRole('button', { name: 'Add device' }).click()
    const code = await page.getByLabel('Enrolment code', { exact: true }).inputValue()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Camera' })).toContainText('Waiting')
    return Device.enrol(await parseDeviceCode(code), async () => undefined)
  })

  await test.step('what it sends is taken in while the page is open', async () => {
    const { signal } = new AbortController()
    await device.heartbeat({ battery: 71, firmware: '1.0' })
    await device.send({ name: 'hall.jpg', type: 'image/jpeg', source: new Blob(['a picture']) }, signal)
    await expect(page.getByText('hall.jpg came from your device “Camera”')).toBeVisible({ timeout: 45_000 })
    await expect(page.getByRole('listitem').filter({ hasText: 'Post-quantum only' })).toContainText('1 file received')
    await dismissToasts(page)
  })

  await test.step('its details have the fingerprint that the device shows, and its history', async () => {
    await page.getByRole('button', { name: 'Details of Camera' }).click()
    const print = (await device.fingerprint()).replaceAll(/.{4}(?=.)/g, '$& ')
    await expect(dialogOf(page).getByText(print)).toBeVisible()
    await expect(dialogOf(page).getByText('Device key registered')).toBeVisible()
    await expect(dialogOf(page).getByText('71 %')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await dialogOf(page).getByRole('button', { name: 'Revoke device' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke device' }).click()
    await expect(page.getByText('Device revoked')).toBeVisible()
    await expect(device.heartbeat({})).rejects.toThrow('revoked')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listitem').filter({ hasText: 'Post-quantum only' })).toContainText('Revoked')
    await dismissToasts(page)
    await expectAccessibleEverywhere(page)
  })

  await test.step('the file lies in a folder of its name, marked as received', async () => {
    await page.getByRole('link', { name: 'My Files', exact: true }).click()
    await rowOf(page, 'Camera').dblclick()
    await expect(rowOf(page, 'hall.jpg')).toContainText('Came from your device “Camera”')
  })
  await closeAll(ada)
})
