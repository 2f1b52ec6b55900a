import { expect, test } from '@playwright/test'
import { openRow } from '../support/transfers.ts'
import { Device, type DeviceState, parseDeviceCode } from '#vault/devices/device.ts'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { signedInAnHourAgo } from '../support/account/old-sign-in.ts'
import { dialogOf } from '../support/account/person.ts'
import { openSecurity } from '../support/security-page.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, rowOf } from '../support/sharing.ts'

let server: RunningServer
// The first account of each is its administrator.
test.beforeEach(async () => {
  server = await startServer()
})
test.afterEach(() => server.stop())

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
    const silence = page.getByLabel('Notify me when it is silent')
    await expect(silence).toHaveValue('never')
    await silence.selectOption('After a day')
    await expect(page.getByText('The setting is saved')).toBeVisible()
    await expect(silence).toHaveValue('86400')
    const print = (await device.fingerprint()).replaceAll(/.{4}(?=.)/g, '$& ')
    await expect(dialogOf(page).getByText(print)).toBeVisible()
    await expect(dialogOf(page).getByText('Device key registered')).toBeVisible()
    await expect(dialogOf(page).getByText('71 %')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await dialogOf(page).getByRole('button', { name: 'Revoke device' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke device' }).click()
    await expect(page.getByRole('heading', { name: 'Device revoked', exact: true })).toBeVisible()
    await expect(device.heartbeat({})).rejects.toThrow('revoked')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listitem').filter({ hasText: 'Post-quantum only' })).toContainText('Revoked')
    await dismissToasts(page)
    await expectAccessibleEverywhere(page)
  })

  await test.step('the file lies in a folder of its name, marked as received', async () => {
    await page.getByRole('link', { name: 'My Files', exact: true }).click()
    await openRow(page, 'Camera')
    await expect(rowOf(page, 'hall.jpg')).toContainText('Came from your device “Camera”')
  })
  await closeAll(ada)
})

test('a paused device says why; who manages security lets it send again, and so does its owner', async ({
  browser,
}) => {
  const [ada, bob] = [await personIn(browser, server.url, 'ada'), await personIn(browser, server.url, 'bob')]
  const { page } = bob
  const states: DeviceState[] = []
  const device = await test.step('it enrols, and has a new key', async () => {
    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByRole('button', { name: 'Add device' }).click()
    await page.getByLabel('Name of the device').fill('Gate')
    await dialogOf(page).getByRole('button', { name: 'Add device' }).click()
    const code = await page.getByLabel('Enrolment code', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    const enrolled = await Device.enrol(await parseDeviceCode(code), async (state) => void states.push(state))
    await enrolled.rotate()
    return enrolled
  })
  /** Somebody has the key of before. */
  const useEarlierKey = async () => {
    const [first] = states
    if (!first) throw new Error('no key was kept')
    const copy = new Device({ ...first }, async () => undefined)
    for (let n = 0; n < 6; n += 1) await copy.heartbeat({}).catch(() => undefined)
    await expect(device.heartbeat({})).rejects.toThrow('paused')
  }
  const why = 'requests were signed with a key that was replaced or revoked'

  await test.step('who manages security sees which and why, and lets it send again with the password', async () => {
    await useEarlierKey()
    const boss = ada.page
    await boss.getByRole('link', { name: 'Devices', exact: true }).click()
    const fleet = boss.getByRole('region', { name: 'Devices of the organisation' })
    await expect(fleet).toContainText('Gate of')
    await expect(fleet).toContainText(`6 ${why}`)
    await expect(fleet.getByRole('row').filter({ hasText: 'Gate' })).toContainText('Paused')
    await expectAccessibleEverywhere(boss)
    await signedInAnHourAgo(boss, '**/rest/v1/rpc/lift_enforcement', 'QS403')
    await fleet.getByRole('button', { name: /^Let Gate of .* send again$/ }).click()
    const confirming = boss.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirming.getByLabel('Password', { exact: true }).fill(ada.password)
    await confirming.getByRole('button', { name: 'Confirm' }).click()
    await expect(fleet.getByRole('row').filter({ hasText: 'Gate' })).toContainText('Active')
    await expect(fleet).not.toContainText(why)
    await device.heartbeat({})
  })

  await test.step('its owner is notified, and lets it send again', async () => {
    await useEarlierKey()
    await page.getByRole('link', { name: /^Notifications/ }).click()
    await page.getByText('The device “Gate” did something unusual and is paused').first().waitFor()
    await page.getByRole('link', { name: 'Look at the devices' }).first().click()
    await expect(page.getByRole('region', { name: 'My devices' })).toContainText('Paused')
    await page.getByRole('button', { name: 'Details of Gate' }).click()
    await expect(dialogOf(page)).toContainText(why)
    await expectAccessibleEverywhere(page)
    await dialogOf(page).getByRole('button', { name: 'Let Gate send again' }).click()
    await expect(page.getByText('The device can send again')).toBeVisible()
    await expect(dialogOf(page)).not.toContainText(why)
    await device.heartbeat({})
  })

  await test.step('what was noticed of a device asks nobody whether it was them', async () => {
    await page.keyboard.press('Escape')
    await openSecurity(page)
    const noticed = page.getByRole('region', { name: 'What was noticed' })
    await expect(noticed).toContainText('Device unlike itself')
    await expect(noticed.getByRole('button')).toHaveCount(0)
  })
  await closeAll(ada, bob)
})
