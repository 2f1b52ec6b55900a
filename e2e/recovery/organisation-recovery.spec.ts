import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { signedInAnHourAgo } from '../support/account/old-sign-in.ts'
import { type Person, mailedLink, signIn, dialogOf, comeBack } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import {
  type Tab,
  closeAll,
  downloaded,
  hashOf,
  newPage,
  rowOf,
  rowOfList,
  storeFile,
  tabTo,
} from '../support/sharing.ts'

test.use({ actionTimeout: 15_000 })

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('somebody who lost password and words is let back in by two of three', async ({ browser }) => {
  test.setTimeout(300_000)
  // The first account owns the organisation.
  const ada = await personCalled(browser, 'Ada')
  const [bob, cy, dee] = await Promise.all([
    personCalled(browser, 'Bob'),
    personCalled(browser, 'Cy'),
    personCalled(browser, 'Dee'),
  ])
  const content = randomBytes(300_000)
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-recovery-')), 'deed.bin')
  fs.writeFileSync(file, content)
  await storeFile(bob.page, file)

  await test.step('Ada names three people, with the keyboard alone', () => setUp(ada.page))
  await test.step('Bob is not asked to trust somebody unknown, compares, and allows it', () => allow(bob.page))
  await bob.page.context().close()

  const lost = await newPage(browser)
  const code = await test.step('Bob has neither password nor words, and asks', () => ask(lost.page, bob.email))
  await test.step('a reload keeps the request', async () => {
    await lost.page.reload()
    await expect(lost.page.getByRole('list', { name: 'Code of your request' })).toHaveText(code.replaceAll(' ', ''))
  })

  await test.step('Cy types a wrong code first', async () => {
    await openAnswer(cy.page)
    await cy.page.getByLabel('Code that they read to you').fill('12345')
    await cy.page.getByRole('button', { name: 'Hand over my part' }).click()
    await expect(cy.page.getByText('The code has 20 digits.')).toBeVisible()
    await cy.page.getByLabel('Code that they read to you').fill((code.startsWith('1') ? '2' : '1') + code.slice(1))
    await cy.page.getByRole('button', { name: 'Hand over my part' }).click()
    await expect(cy.page.getByText(/This is not the code of the request that this server shows/)).toBeVisible()
    await expectAccessibleEverywhere(cy.page)
    await cy.page.getByLabel('Code that they read to you').fill(code)
    await signedInAnHourAgo(cy.page, '**/rest/v1/rpc/answer_recovery', 'QS403')
    await cy.page.getByRole('button', { name: 'Hand over my part' }).click()
    const confirming = cy.page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirming.getByLabel('Password', { exact: true }).fill('a password of mine')
    await cy.page.keyboard.press('Enter')
    await expect(rowOfList(cy.page, 'Asking to be let back in', 'Bob Example')).toContainText('You answered')
  })
  await expect(lost.page.getByText('1 of 2 has answered')).toBeVisible()
  await expect(lost.page.getByRole('button', { name: 'Set password and open my vault' })).toHaveCount(0)

  await test.step('Dee answers with the keyboard alone', async () => {
    await openAnswer(dee.page, async (page) => {
      await page.getByRole('button', { name: 'Details of Ada Example' }).focus()
      await tabTo(page, 'button', 'Answer Bob Example')
    })
    await dee.page.keyboard.type(code)
    await dee.page.keyboard.press('Enter')
    await expect(rowOfList(dee.page, 'Asking to be let back in', 'Bob Example')).toContainText('You answered')
    await expectAccessibleEverywhere(dee.page)
  })

  const renewed = 'another password of mine'
  await test.step('Bob sets a new password and makes new words', async () => {
    await expect(lost.page.getByText(/Enough people have answered/)).toBeVisible()
    await expectAccessibleEverywhere(lost.page)
    await lost.page.getByLabel('Password', { exact: true }).fill(renewed)
    await lost.page.getByLabel('Confirm password').fill(renewed)
    await lost.page.getByRole('button', { name: 'Set password and open my vault' }).click()
    await expect(lost.page.getByRole('heading', { name: 'New recovery words' })).toBeVisible()
    await expectAccessibleEverywhere(lost.page)
    await renewWords(lost.page, renewed)
  })
  await test.step('everything is there, and the request has ended', async () => {
    await expect(rowOf(lost.page, 'deed.bin')).toBeVisible()
    expect(await downloaded(lost.page, 'Download and decrypt deed.bin')).toBe(hashOf(content))
    await lost.page.getByRole('button', { name: 'Logout' }).first().click()
    await signIn(lost.page, { ...bob, password: renewed })
    await expect(rowOf(lost.page, 'deed.bin')).toBeVisible()
    await lost.page.goto(`${server.url}/dashboard/notifications`)
    await lost.page.getByLabel('Password', { exact: true }).fill(renewed)
    await lost.page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(lost.page.getByText('You were let back in: a new password was set')).toBeVisible()
    await expect(lost.page.getByText(/^(Cy|Dee) Example handed over their part of the key/)).toHaveCount(2)
  })
  await test.step('what the holders could do was renewed with the new key, and ends with the password', async () => {
    await lost.page.getByRole('link', { name: 'Security', exact: true }).click()
    const card = lost.page.getByRole('listitem', { name: 'Organisation recovery' })
    await card.getByRole('button', { name: 'Stop allowing' }).press('Enter')
    const dialog = lost.page.getByRole('dialog', { name: 'Stop allowing organisation recovery?' })
    await dialog.getByLabel('Your password').fill(bob.password)
    await lost.page.keyboard.press('Enter')
    await expect(dialog.getByText('This is not the password of this vault.')).toBeVisible()
    await expectAccessibleEverywhere(lost.page)
    await dialog.getByLabel('Your password').fill(renewed)
    await expect(dialog.getByText('This is not the password of this vault.')).toHaveCount(0)
    await lost.page.keyboard.press('Enter')
    await expect(lost.page.getByText('Organisation recovery is no longer allowed')).toBeVisible()
    await expect(card.getByText('You have not allowed it.')).toBeVisible()
    await lost.page.getByRole('link', { name: 'My Files', exact: true }).click()
    expect(await downloaded(lost.page, 'Download and decrypt deed.bin')).toBe(hashOf(content))
  })
  await comeBack(dee.page)
  await expect(dee.page.getByRole('list', { name: 'Asking to be let back in' })).toHaveCount(0)
  for (const { problems } of [ada, bob, cy, dee, lost]) expect(problems).toEqual([])
  await closeAll(ada, cy, dee, lost)
})

async function personCalled(browser: Browser, firstName: string): Promise<Tab & Person> {
  const tab = await newPage(browser)
  const email = `${firstName.toLowerCase()}-${randomBytes(4).toString('hex')}@example.org`
  const person = { email, password: 'a password of mine', firstName }
  await openPreparedVault(tab.page, server.url, person)
  return { ...tab, ...person }
}

async function setUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await expect(page.getByText('Not set up yet.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Details of Dee Example' }).focus()
  await tabTo(page, 'button', 'Set up')
  await page.keyboard.press('Enter')
  for (const name of ['Ada', 'Cy', 'Dee']) {
    const box = page.getByRole('checkbox', { name: `${name} Example` })
    await tabTo(page, 'checkbox', new RegExp(`^${name} Example`))
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
    if (name === 'Ada') await expect(page.getByText(/With a single person/)).toBeVisible()
  }
  await expect(page.getByLabel('How many it takes')).toHaveValue('2')
  await page.getByLabel('How many it takes').fill('1')
  await tabTo(page, 'button', 'Sign and save')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type a number from 2 to 3.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('How many it takes').fill('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 3 let members back in')).toBeVisible()
  await expectAccessibleEverywhere(page)
}

async function allow(page: Page): Promise<void> {
  const card = page.getByRole('listitem', { name: 'Organisation recovery' })
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(card.getByText(/The server could have made up Ada Example/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Allow' })).toHaveCount(0)
  await card.getByRole('link', { name: 'Open Team' }).click()
  await page.getByRole('button', { name: 'Details of Ada Example' }).click()
  await page.getByText('Compare the safety number').click()
  await page.getByRole('button', { name: 'The numbers match' }).click()
  await expect(dialogOf(page).getByText('Compared', { exact: false }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(card.getByText(/Any 2 of these 3 people together could open everything/)).toBeVisible()
  await card.getByRole('button', { name: 'Allow' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await signedInAnHourAgo(page, '**/rest/v1/rpc/agree_to_recovery', 'QS403')
  await dialogOf(page).getByRole('button', { name: 'Allow' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(confirming).toBeVisible()
  // Who leaves the question hears nothing more of it.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  await expect(confirming).toHaveCount(0)
  await page.goForward()
  await expect(card.getByRole('button', { name: 'Allow' })).toBeVisible()
  // Now, and not in a while: what is said goes away by itself.
  expect(await page.getByText('Organisation recovery could not be allowed').count()).toBe(0)
  await card.getByRole('button', { name: 'Allow' }).click()
  await dialogOf(page).getByRole('button', { name: 'Allow' }).click()
  await confirming.getByLabel('Password', { exact: true }).fill('a password of mine')
  await page.keyboard.press('Enter')
  await expect(card.getByText(/You allowed it on/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Stop allowing' })).toBeVisible()
}

async function ask(page: Page, email: string): Promise<string> {
  const earlier = await mailedLink(page, server.url, email)
  await page.goto(`${server.url}/forgot-password`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('a link is on its way', { exact: false })).toBeVisible()
  const newest = () => mailedLink(page, server.url, email)
  await expect.poll(newest).not.toBe(earlier)
  await page.goto(await newest())
  await page.getByRole('button').click()
  await page.getByRole('button', { name: 'Lost the words too? Ask your organisation' }).click()
  await expect(page.getByText('it takes 2 of them', { exact: false })).toBeVisible()
  await tabTo(page, 'button', 'Ask them now')
  await page.keyboard.press('Enter')
  const groups = page.getByRole('list', { name: 'Code of your request' }).getByRole('listitem')
  await expect(groups).toHaveCount(4)
  await expect(page.getByText('0 of 2 have answered')).toBeVisible()
  await expectAccessibleEverywhere(page)
  return (await groups.allInnerTexts()).join(' ')
}

async function openAnswer(page: Page, reach?: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await expect(rowOfList(page, 'Asking to be let back in', 'Bob Example')).toBeVisible()
  await dismissToasts(page)
  if (reach) {
    await reach(page)
    await page.keyboard.press('Enter')
  } else {
    await page.getByRole('button', { name: 'Answer Bob Example' }).click()
  }
  await expect(page.getByLabel('Code that they read to you')).toBeFocused()
}

async function renewWords(page: Page, password: string): Promise<void> {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Make new words' }).click()
  const items = page.getByRole('list', { name: 'Recovery words' }).getByRole('listitem')
  await expect(items).toHaveCount(24)
  const words = (await items.allInnerTexts()).map((text) => /([a-z]+)\s*$/.exec(text)?.[1] ?? '')
  await page.getByRole('button', { name: 'I saved the words' }).click()
  for (const field of await page.getByLabel(/^Word \d+$/).all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    await field.fill(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
  }
  await page.getByRole('button', { name: 'Finish and open my vault' }).click()
}
