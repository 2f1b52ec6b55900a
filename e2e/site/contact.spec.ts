import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({
    SUPPORT_EMAIL: 'desk@example.org',
    REPLY_HOURS: '24',
    SOURCE_URL: 'https://git.example.org/shield',
    OPERATOR_NAME: '<b>Example & Sons</b>',
    BILLING_TRIAL_DAYS: '14',
    BILLING: 'off',
  })
})
test.afterAll(() => server.stop())

type Mail = { to: string; subject: string; text: string }

test('a demo is asked for by keyboard, arrives as a mail, and the form is empty again', async ({ page }) => {
  const problems = watchPage(page)
  await open(page, '/')
  const watch = page.getByRole('button', { name: 'Watch Demo' })
  await watch.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule Demo' })
  await expect(dialog).toBeVisible()
  const send = dialog.getByRole('button', { name: 'Send message' })
  await expect(send).toBeDisabled()
  await expect(dialog.getByLabel('Interest').locator('option')).toHaveText([
    'Choose one, or none',
    'Post-Quantum Cryptography',
    'AI Threat Detection',
    'Blockchain Audit Trails',
    'IoT Security',
    'Compliance Solutions',
  ])
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Full Name').focus()
  await page.keyboard.type('Grace Example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('grace@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Example Works')
  await page.keyboard.press('Tab')
  await page.keyboard.type('+41 1 234')
  await dialog.getByLabel('Interest').selectOption('IoT Security')
  await dialog.getByLabel('Message').fill('How do devices enrol?')
  await send.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message Sent Successfully')).toBeVisible()
  await expect(page.getByText("Thank you for your interest. We'll get back to you within 24 hours.")).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(watch).toBeFocused()

  const mail = await newestMail(page)
  expect(mail.subject).toContain('IoT Security')
  for (const part of ['Grace Example', 'Company: Example Works', 'Phone: +41 1 234', 'How do devices enrol?']) {
    expect(mail.text).toContain(part)
  }
  await watch.click()
  await expect(dialog.getByLabel('Full Name')).toHaveValue('')
  await expect(page.getByText('Message Sent Successfully')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(problems).toEqual([])
})

test('a plan button asks sales about that plan; without an interest the subject is of the type', async ({ page }) => {
  await open(page, '/pricing')
  await page.getByRole('button', { name: 'Request an offer: Professional' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Sales' })
  await expect(dialog.getByLabel('Message')).toHaveValue('We are interested in the plan Professional.')
  await dialog.getByLabel('Full Name').fill('Sam Example')
  await dialog.getByLabel('Email', { exact: true }).fill('sam@example.org')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message Sent Successfully')).toBeVisible()
  expect((await newestMail(page)).subject).toContain('Sales Request')
})

test('who asks about investing says that they are accredited first', async ({ page }) => {
  await open(page, '/investors')
  await page.getByRole('button', { name: 'Request Investment Information' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Contact Us' })
  await expect(dialog.getByLabel('Interest')).toHaveValue('Investor Relations')
  await dialog.getByLabel('Full Name').fill('Ivy Example')
  await dialog.getByLabel('Email', { exact: true }).fill('ivy@example.org')
  const send = dialog.getByRole('button', { name: 'Send message' })
  await expect(send).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /accredited investor/ }).check()
  await send.click()
  await expect(page.getByText('Message Sent Successfully')).toBeVisible()
  expect((await newestMail(page)).text).toContain('accredited investor')
})

test('what cannot be sent names another way, and stays written', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Contact Sales' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Sales' })
  await dialog.getByLabel('Full Name').fill('Una Example')
  await dialog.getByLabel('Email', { exact: true }).fill('not an address')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(dialog.getByText('Enter an email address')).toBeVisible()
  await dialog.getByLabel('Email', { exact: true }).fill('una@example.org')
  await page.route('**/functions/v1/send-support-email', (route) => route.fulfill({ status: 500, body: '{}' }))
  await dialog.getByRole('button', { name: 'Send message' }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Error: Failed to send message. Please email us directly at desk@example.org')
  await expect(alert).toContainText('what you wrote is still here')
  // Said once, in the dialog, and nothing lies over it.
  await expect(page.locator('[data-type=error]')).toHaveCount(0)
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Una Example')
  await page.unroute('**/functions/v1/send-support-email')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message Sent Successfully')).toBeVisible()
})

test('who is responsible is named, with and without JavaScript', async ({ page, browser }) => {
  await page.goto(`${server.url}/privacy`)
  const facts = page.getByRole('region', { name: 'Who is responsible' })
  await expect(facts.getByText('<b>Example & Sons</b>')).toBeVisible()
  await expect(facts.getByText('desk@example.org')).toBeVisible()
  await expect(facts.getByText('Not stated by the operator')).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Source', exact: true })).toHaveAttribute('href', '/source')

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${server.url}/privacy`)
  // Text in <noscript> is not looked at by other locators.
  const values = plain.locator('noscript dd')
  expect(await values.allTextContents()).toEqual([
    '<b>Example & Sons</b>',
    'Not stated by the operator',
    'desk@example.org',
    'Not stated by the operator',
    'Not stated by the operator',
  ])
  expect((await values.first().boundingBox())?.height).toBeGreaterThan(10)
  await expect(plain.getByText('…', { exact: true }).first()).toBeHidden()
  const html = await (await page.request.get(`${server.url}/terms`)).text()
  expect(html).not.toContain('{{operator')
  await context.close()
})

test('an account says what it costs beside its button', async ({ page }) => {
  for (const path of ['/', '/features', '/solutions', '/pricing', '/blog']) {
    await page.goto(server.url + path)
    await expect(page.getByText('without an independent audit').first()).toBeVisible()
    await expect(page.getByText('An account is free, needs no card and does not expire.').first()).toBeVisible()
  }
  await page.goto(`${server.url}/signup`)
  await expect(page.getByText('without an independent audit')).toBeVisible()
})

/** Opens a page and waits until its buttons do something: the build is named by the script. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.url + path)
  await expect(page.getByText(/^Build [\da-f]{12}$/)).toBeAttached()
}

/** The newest mail to the people who answer, read from the local mailbox. */
async function newestMail(page: Page): Promise<Mail> {
  const read = async () => (await (await page.request.get(`${server.url}/dev/mailbox.json`)).json()) as Mail[]
  const count = seen
  await expect
    .poll(async () => (await read()).filter(({ to }) => to === 'desk@example.org').length)
    .toBeGreaterThan(count)
  const mails = (await read()).filter(({ to }) => to === 'desk@example.org')
  seen = mails.length
  return mails[0] as Mail
}
let seen = 0
