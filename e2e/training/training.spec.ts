import { type Page, expect, test } from '@playwright/test'
import { STARTER_COURSES } from '#server/training/catalogue.ts'
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({})
})
test.afterAll(() => server.stop())

const [course] = STARTER_COURSES
const questions = course?.questions ?? []

/** Takes the right answer of each question, or a wrong one. */
async function choose(page: Page, wanted: 'right' | 'wrong'): Promise<void> {
  for (const { text, choices } of questions) {
    const choice = choices.find(({ isRight }) => isRight === (wanted === 'right'))
    await page
      .getByRole('group', { name: text })
      .getByRole('radio', { name: choice?.text ?? '' })
      .check()
  }
}

/** Back to the dashboard: another document would ask for the password. */
const leaveAdmin = (page: Page) => page.getByRole('link', { name: 'Dashboard', exact: true }).click()

/** The link of the exercise that somebody was mailed. */
async function exerciseLink(email: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails = (await (await fetch(`${server.url}/dev/mailbox.json`)).json()) as { to: string; text: string }[]
    link = mails
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /http\S+\/exercise\/\S+/.exec(text)?.[0] ?? [])[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

test('a course is assigned, learnt, failed, passed and certified', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  const training = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Training' })

  await test.step('an administrator assigns it', async () => {
    await openAdminPage(page, 'Training')
    await expect(page.getByText('Nothing is assigned yet')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Assign course' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign course' })
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(dialog.getByText('Choose at least one person or team.')).toBeVisible()
    await dialog.getByRole('checkbox').first().click()
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Assignments' })).toContainText('0 of 1 done')
  })

  await test.step('its lessons are read, and the quiz waits for the last one', async () => {
    await leaveAdmin(page)
    await training.click()
    await expect(page.getByRole('list', { name: 'To do' })).toContainText('Recognise phishing')
    await expectAccessibleEverywhere(page)
    await page
      .getByRole('list', { name: 'To do' })
      .getByRole('button', { name: 'Open the course Recognise phishing' })
      .click()
    await page.getByRole('button', { name: 'Quiz', exact: true }).click()
    await expect(page.getByText('Read each lesson first.')).toBeVisible()
    await page.getByRole('button', { name: /^1\. / }).click()
    await expectAccessibleEverywhere(page)
    for (let left = (course?.lessons.length ?? 0) - 1; left > 0; left -= 1) {
      await page.getByRole('button', { name: 'Mark as read and continue' }).click()
      await expect(
        page.getByRole('navigation', { name: 'Parts of the course' }).getByText('Read', { exact: true }),
      ).toHaveCount((course?.lessons.length ?? 0) - left)
    }
    await page.getByRole('button', { name: 'Mark as read and go to the quiz' }).click()
  })

  await test.step('wrong answers are explained, and do not pass', async () => {
    await expect(page.getByText('7 of 8 answers have to be right. 5 tries are left today.')).toBeVisible()
    await page.getByRole('button', { name: 'Check my answers' }).click()
    await expect(page.getByText('Answer each question first.')).toBeVisible()
    await choose(page, 'wrong')
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Check my answers' }).click()
    await expect(page.getByRole('heading', { name: 'Not passed yet' })).toBeVisible()
    await expect(page.getByText('Real mails have a button as well.')).toBeVisible()
    await expect(page.getByText('The right answer')).toHaveCount(0)
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Try again' }).click()
  })

  await test.step('right answers pass, and make a certificate', async () => {
    await choose(page, 'right')
    await page.getByRole('button', { name: 'Check my answers' }).click()
    await expect(page.getByRole('heading', { name: 'Passed' })).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download certificate' }).click()
    expect((await saved).suggestedFilename()).toBe('certificate.pdf')
    await page.getByRole('button', { name: 'All courses' }).click()
    await expect(page.getByText('Nothing to do')).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  await test.step('anybody checks it by its code, and reads initials until its owner says otherwise', async () => {
    const link = page.getByRole('list', { name: 'Your certificates' }).getByRole('link')
    const address = (await link.getAttribute('href')) ?? ''
    const visitor = await browser.newPage()
    await visitor.goto(server.url + address)
    await expect(visitor.getByRole('heading', { name: 'This certificate is valid' })).toBeVisible()
    await expect(visitor.getByText('The name is shown by its initials.')).toBeVisible()
    await expectAccessible(visitor)
    await page.getByRole('checkbox', { name: /Show my whole name/ }).click()
    await expect(page.getByRole('checkbox', { name: /Show my whole name/ })).toBeChecked()
    await visitor.reload()
    await expect(visitor.getByText('The name is shown by its initials.')).toHaveCount(0)
    await visitor.goto(`${server.url}/verify/AAAAA-AAAAA-AAAAA-AAAAA`)
    await expect(visitor.getByRole('heading', { name: 'No certificate has this code' })).toBeVisible()
    await expectAccessible(visitor)
    await visitor.close()
  })

  await test.step('the administrator sees who has done it', async () => {
    await openAdminPage(page, 'Training')
    await expect(page.getByText('All done')).toBeVisible()
    await page.getByRole('button', { name: /^Details of Recognise phishing/ }).click()
    await expect(page.getByRole('list', { name: 'Who has done it' })).toContainText('8 of 8 right')
    await expectAccessibleEverywhere(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await saved).suggestedFilename()).toBe('training.csv')
  })
  await test.step('a phishing exercise is sent, and its page says what it was', async () => {
    await page.getByRole('button', { name: 'All assignments' }).click()
    await page.getByRole('tab', { name: 'Phishing exercises' }).click()
    await expect(page.getByText('No exercises yet')).toBeVisible()
    await page.getByRole('button', { name: 'Start exercise' }).click()
    await expectAccessibleEverywhere(page)
    await page.getByRole('checkbox', { name: 'Keep who followed the link' }).click()
    await page.getByRole('button', { name: 'Send to everybody' }).click()
    const exercises = page.getByRole('list', { name: 'Phishing exercises' })
    await expect(exercises).toContainText('1 mail')
    await expectAccessibleEverywhere(page)
    const visitor = await browser.newPage()
    await visitor.goto(await exerciseLink(ada.email))
    await expect(visitor.getByRole('heading', { name: 'This was an exercise' })).toBeVisible()
    await expectAccessible(visitor)
    await visitor.getByRole('button', { name: 'I recognised it' }).click()
    await expect(visitor.getByRole('heading', { name: 'Well done' })).toBeVisible()
    await visitor.close()
    await page.getByRole('tab', { name: 'Assignments' }).click()
    await page.getByRole('tab', { name: 'Phishing exercises' }).click()
    await expect(exercises).toContainText('1 followed the link')
    await page.getByRole('button', { name: /^Who followed the link of/ }).click()
    await expect(page.getByRole('dialog', { name: 'Who' })).toContainText('Said that they recognised it')
    await expectAccessibleEverywhere(page)
  })
  await closeAll(ada)
})

test('a course of the organisation is written, published and learnt', async ({ browser }) => {
  // The first account of a server manages it.
  const own = await startServer({})
  const bob = await personIn(browser, own.url, 'bob')
  const { page } = bob
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await openAdminPage(page, 'Training')
  await page.getByRole('tab', { name: 'Own courses' }).click()
  await expect(page.getByText('No courses of your own yet')).toBeVisible()
  await page.getByRole('button', { name: 'New course' }).click()
  await field('Title').fill('House rules')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('It can be published once it has a lesson and a question.')).toBeVisible()
  await page.getByRole('button', { name: 'Add lesson' }).click()
  await field('Title of the lesson').fill('Doors')
  await field('Text').fill('Close **doors** <b>always</b>.\n\n- front\n- back')
  await page.getByText('How it looks').click()
  await expect(page.getByText('Close doors <b>always</b>.')).toBeVisible()
  await page.getByRole('button', { name: 'Add question' }).click()
  await field('Question').fill('Which doors?')
  for (const [number, answer] of [
    [1, 'None'],
    [2, 'All'],
  ] as const) {
    await field(`Answer ${number}`).fill(answer)
    await field(`Why answer ${number} is right or wrong`).fill(`Because of ${answer}`)
  }
  await page.getByRole('radio', { name: 'Answer 2 is right' }).check()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible()
  await field('Question').fill('Which doors are closed?')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish as version 2' }).click()
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'All own courses' }).click()
  await expectAccessibleEverywhere(page)

  await leaveAdmin(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Training' }).click()
  await page.getByRole('button', { name: 'Open the course House rules' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'front' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as read and go to the quiz' }).click()
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByRole('button', { name: 'Check my answers' }).click()
  await expect(page.getByRole('heading', { name: 'Passed' })).toBeVisible()
  await expect(page.getByText('Because of All')).toBeVisible()
  await closeAll(bob)
  await own.stop()
})
