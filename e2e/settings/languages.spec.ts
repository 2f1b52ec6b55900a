import { type Page, expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessible.ts'
import { type Person, watchPage } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

const password = 'a password of mine'
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const html = (page: Page) => page.locator('html')

/** Goes with the arrow keys from the chosen language to another, which has the focus then. */
async function choose(page: Page, { from, key, to }: { from: string; key: string; to: string }): Promise<void> {
  await page.getByRole('radio', { name: from, exact: true }).focus()
  await page.keyboard.press(key)
  await expect(page.getByRole('radio', { name: to })).toBeFocused()
}

test('German is chosen by keyboard, spoken at once and when signed out, and left again', async ({ page }) => {
  const problems = watchPage(page)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const person: Person = { email: 'sprache@example.org', password, firstName: 'Uta' }
  await openPreparedVault(page, server.url, person)
  await expect(html(page)).toHaveAttribute('lang', 'en')
  expect(loaded.filter((path) => /\/(de|fr)-[^/]*\.js$/.test(path))).toEqual([])

  await page.goto(`${server.url}/dashboard?tab=settings&section=preferences`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await choose(page, { from: 'English', key: 'ArrowRight', to: 'Deutsch' })
  await expect(html(page)).toHaveAttribute('lang', 'de')
  expect(loaded.filter((path) => /\/de-[^/]*\.js$/.test(path))).toHaveLength(1)
  // The vault stayed open.
  await expect(page.getByRole('region', { name: 'Sprache' })).toBeVisible()
  await expect(page).toHaveTitle(/Einstellungen/)
  await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeChecked()
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link')).toHaveText([
    'Meine Dateien',
    'Geteilt',
    'Teamräume',
    'Geräte',
    'Aktivität',
    'Schulungen',
    'Sicherheit',
    'AI Studio',
    'Einstellungen',
    'Benachrichtigungen',
    'Hilfe',
    'Team',
    'Prüfprotokoll',
    'Verwaltung',
  ])
  await expectAccessibleEverywhere(page)

  await page.getByRole('link', { name: 'Meine Dateien' }).click()
  await expect(page.getByText('Laden Sie Ihre erste Datei hoch')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Dateien zum Hochladen wählen' }).click()
  await (
    await chooser
  ).setFiles({ name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('Sehr geehrte Damen und Herren') })
  await expect(page.getByText('brief.txt wurde verschlüsselt und sicher hochgeladen')).toBeVisible()
  await expect(page.getByRole('row', { name: /brief\.txt/ })).toContainText('Gerade eben', { ignoreCase: true })
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Abmelden' }).first().click()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('E-Mail').fill(person.email)
  await page.getByLabel('Passwort', { exact: true }).fill('something else')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('E-Mail oder Passwort ist falsch.')).toBeVisible()
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Einstellungen' }).click()
  await page.getByRole('tab', { name: 'Allgemein' }).click()
  await choose(page, { from: 'Deutsch', key: 'ArrowLeft', to: 'English' })
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('link', { name: 'My Files' })).toBeVisible()
  // Signing in with a wrong password is answered with 400, which the browser reports.
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
})

test.describe('a browser that prefers French', () => {
  test.use({ locale: 'fr-CA' })

  test('gets French without asking', async ({ page }) => {
    const problems = watchPage(page)
    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'fr')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'En créer un' }).click()
    await expect(page.getByRole('heading', { name: 'Créer votre coffre' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    expect(problems).toEqual([])
  })
})

test('when the words of a language do not arrive, the app speaks English', async ({ page }) => {
  await page.route(/\/de-[^/]*\.js$/, (route) => route.abort())
  await page.addInitScript(() => localStorage.setItem('language', 'de'))
  await page.goto(`${server.url}/login`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'en')
})
