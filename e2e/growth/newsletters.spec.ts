import { expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({})
})
test.afterAll(() => server.stop())

test('a newsletter is written, looked at, sent to an audience, and left by its link', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  const field = (name: string) => page.getByRole('textbox', { name })

  await test.step('an audience says whom it reaches as it is made', async () => {
    await openAdminPage(page, 'Marketing')
    await page.getByRole('button', { name: 'Import' }).click()
    const file = { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from('email,tags\ngrace@example.org,fair') }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await page.getByRole('checkbox', { name: 'The people in this list agreed to newsletters' }).click()
    await field('How and when they agreed').fill('Signed at the fair')
    await page.getByRole('button', { name: 'Import 1 contact' }).click()
    await page.getByRole('tab', { name: 'Audiences' }).click()
    await expect(page.getByText('No audiences yet')).toBeVisible()
    await page.getByRole('button', { name: 'New audience' }).click()
    await field('Name').fill('Fair')
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('fair')
    await expect(page.getByRole('dialog').getByText('1 person agreed, of 1')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Save audience' }).click()
    await expect(page.getByRole('list', { name: 'Audiences' })).toContainText('tag: fair')
    await expectAccessibleEverywhere(page)
  })

  await test.step('a form is shown on another site in a frame, and asks for consent', async () => {
    await page.getByRole('tab', { name: 'Forms' }).click()
    await page.getByRole('button', { name: 'New form' }).click()
    await field('Title').fill('News of engines')
    await field('What people agree to').fill('I agree to newsletters of Engines Ltd.')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Save form' }).click()
    await page.getByRole('button', { name: 'Show News of engines on your site' }).click()
    const address = await field('Address').inputValue()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    const visitor = await browser.newPage()
    await visitor.goto(address)
    await expectAccessible(visitor)
    await visitor.getByLabel('Email').fill('eve@example.org')
    await visitor.getByRole('checkbox', { name: 'I agree to newsletters of Engines Ltd.' }).check()
    await visitor.getByRole('button', { name: 'Subscribe' }).click()
    await expect(visitor.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
    await visitor.close()
    await expectAccessibleEverywhere(page)
  })

  await test.step('a draft is written from blocks', async () => {
    await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Newsletters' }).click()
    await expect(page.getByText('No newsletters yet')).toBeVisible()
    await page.getByRole('button', { name: 'New newsletter' }).click()
    await field('Subject').fill('News of engines')
    await page.getByRole('combobox', { name: 'Audience' }).selectOption({ label: 'Fair' })
    await page.getByRole('button', { name: 'Add text' }).click()
    await field('Words').fill('Read [this](https://a.example/x) and <b>that</b>')
    await page.getByRole('button', { name: 'Add button' }).click()
    await field('Words on the button').fill('Open')
    await field('Address').fill('javascript:alert(1)')
    await field('Footer').fill('Engines Ltd, 1 Street')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('An address begins with https://')).toBeVisible()
    await field('Address').fill('https://b.example/')
    await page.getByRole('button', { name: 'Move up: 2. Button' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    const mail = page.frameLocator('iframe')
    await expect(mail.getByRole('heading', { name: 'News of engines' })).toBeVisible()
    await expect(mail.getByText('and <b>that</b>')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('radio', { name: 'Plain text' }).click({ force: true })
    await expect(page.getByRole('region', { name: 'Plain text' })).toContainText('this (https://a.example/x)')
  })

  await test.step('it is sent, and what became of it is shown', async () => {
    await page.getByRole('button', { name: 'Send…' }).click()
    await expect(page.getByRole('dialog', { name: 'Send this newsletter' })).toContainText(
      '1 person of 1 in the audience agreed',
    )
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Send newsletter' }).click()
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('https://a.example/x')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'All newsletters' }).click()
    await expect(page.getByRole('list', { name: 'All newsletters' })).toContainText('to Fair')
    await page.getByRole('button', { name: 'Sending settings' }).click()
    await page.getByRole('button', { name: 'Make token' }).click()
    await expect(field('Token')).toHaveValue(/^qsr_/)
    await expectAccessibleEverywhere(page)
  })
  await closeAll(ada)
})
