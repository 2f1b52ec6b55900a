import fs from 'node:fs'
import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const LIST =
  'Top queries;Clicks;Impressions;CTR;Position\nlead scoring;12;1.300;4%;3,4\nbest lead scoring tools;x;9;1%;8\n'

test('who manages growth turns seeds and lists into pages and briefs', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  const seeds = page.getByRole('textbox', { name: 'Seed keywords' })
  await page.getByRole('link', { name: 'AI Studio' }).click()
  await page.getByRole('link', { name: 'SEO Workspace' }).click()
  await expect(page.getByText('No project yet')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('seeds become clusters, on a map and in a table', async () => {
    await page.getByRole('button', { name: 'Analyze Keywords' }).click()
    await expect(page.getByText('Please enter some seed keywords')).toBeVisible()
    await page.getByRole('textbox', { name: /^Project name/ }).fill('Security launch')
    await seeds.fill('post-quantum cryptography, encrypted file sharing, ransomware protection')
    await page.getByRole('button', { name: 'Analyze Keywords' }).click()
    await expect(page.getByText('Analysis Complete')).toBeVisible()
    await expect(page.getByText(/^Generated \d+ keyword clusters$/)).toBeVisible()
    await expectAccessibleEverywhere(page)
    const map = page.getByRole('group', { name: 'Map of keyword clusters' })
    await map.getByRole('button', { name: /^ransomware protection: how-to/ }).click()
    const detail = page.getByRole('region', { name: 'Cluster', exact: true })
    await expect(detail.getByRole('heading', { level: 2 })).toHaveText('ransomware protection: how-to')
    await expect(detail).toContainText('how to improve ransomware protectionIdea')
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('button', { name: 'encrypted file sharing: pricing' }).click()
    await expect(detail.getByRole('heading', { level: 2 })).toHaveText('encrypted file sharing: pricing')
    await expectAccessibleEverywhere(page)
  })

  await test.step('a cluster has a brief, which can be downloaded', async () => {
    await page.getByRole('button', { name: 'Generate Brief' }).click()
    const brief = page.getByRole('region', { name: 'Encrypted file sharing: pricing' })
    await expect(brief).toContainText('What it costs, in one line 60 words')
    await expect(page.getByRole('tab', { name: 'Content Briefs' })).toHaveAttribute('aria-selected', 'true')
    await expectAccessibleEverywhere(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      brief.getByRole('button', { name: 'Download Markdown' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Encrypted-file-sharing-pricing.md')
    expect(fs.readFileSync(await download.path(), 'utf8')).toContain('# Encrypted file sharing: pricing')
  })

  await test.step('a list is looked at first, and exported with its pages', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import keywords' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'queries.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
    await expect(dialog).toContainText('2 keywords can be imported.')
    await expect(dialog).toContainText('Search Console')
    await expect(dialog).toContainText('semicolon')
    await expect(dialog).toContainText('Line 3: a figure that cannot be read, left empty (clicks)')
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Analyze 2 keywords' }).click()
    await expect(page.getByRole('region', { name: 'queries' })).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(fs.readFileSync(await download.path(), 'utf8')).toContain('lead scoring,search_console')
  })

  await test.step('a long list shows how far it is, and is cancelled', async () => {
    const long = Array.from({ length: 4000 }, (_, at) => `subject ${at} of a long list`)
    await seeds.fill(long.join(', '))
    await page.getByRole('button', { name: 'Analyze Keywords' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel analysis' }).click()
    await expect(page.getByText('This analysis was cancelled.')).toBeVisible()
  })

  await test.step('a project is renamed and deleted', async () => {
    const shown = page.getByRole('region', { name: 'Security launch' })
    await shown.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Rename project' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Project name' }).fill('Cancelled')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Cancelled' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete project' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
    await expect(page.getByRole('button', { name: 'Open Cancelled' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open Security launch' })).toBeVisible()
  })
  await closeAll(ada)
})
