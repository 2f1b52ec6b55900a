import fs from 'node:fs'
import { type Page, expect } from '@playwright/test'
import { chromiumItself } from '../support/chromium-itself.ts'
import { watchPage } from '../support/account/person.ts'
import { type Stage, newPerson, rowOf, startDownload, transferOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

test.use({ launchOptions: chromiumItself })

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

/** Dropped under one name, listed under `shown`, saved under `saved`. */
const NAMES = [
  { kind: 'emoji and other scripts', name: 'Отчёт 📊 年度報告 👩🏽‍🔬.pdf' },
  { kind: 'letters in two pieces (NFD)', name: 'Re\u0301sume\u0301.txt', shown: 'Résumé.txt' },
  { kind: '255 bytes', name: `${'é'.repeat(125)}x.txt` },
  { kind: 'an override of the direction', name: 'invoice\u202efdp.exe', shown: 'invoicefdp.exe' },
  { kind: 'separators', name: 'a/b\\c.txt', shown: 'a_b_c.txt' },
  { kind: 'a way upwards', name: '../../etc/passwd', shown: '.._.._etc_passwd', saved: /etc_passwd$/ },
  { kind: 'a leading dot', name: '.env', saved: /env$/ },
  { kind: 'spaces around', name: '  spaced out.txt  ', shown: 'spaced out.txt' },
  { kind: 'quotes and markup', name: `"quoted" 'n' <b>&amp;.txt`, saved: /quoted.*amp;\.txt$/ },
  { kind: 'line breaks', name: 'two\nlines\t.txt', shown: 'twolines.txt' },
]

/** More than 255 bytes, nothing but signs that are left out, and the parent folder. */
const REFUSED = [`${'é'.repeat(127)}.txt`, '\u202e\u200f ', '..']

test('files with odd names are stored, listed and saved under a sane one', async ({ page }) => {
  test.slow()
  const problems = watchPage(page)
  await newPerson(page, stage.gate.url)

  await test.step('what cannot be a name is refused with what to do', async () => {
    await drop(
      page,
      REFUSED.map((name) => ({ name, content: 'x' })),
    )
    const said =
      'This name cannot be used. Leave out / and \\, and use at most 255 characters (accents, emoji and other alphabets count two to four times).'
    await expect(transferOf(page, said)).toHaveCount(REFUSED.length)
    await expect(page.getByText('No files found')).toBeVisible()
  })
  for (const { kind, name, shown = name, saved } of NAMES) {
    await test.step(kind, async () => {
      const content = `content of ${kind}`
      await drop(page, [{ name, content }])
      await expect(rowOf(page, shown)).toBeVisible()
      const download = await startDownload(page, shown)
      expect(fs.readFileSync(await download.path(), 'utf8')).toBe(content)
      if (saved) expect(download.suggestedFilename()).toMatch(saved)
      else expect(plain(download.suggestedFilename())).toBe(plain(shown))
      expect(download.suggestedFilename()).not.toMatch(/[/\\\u202a-\u202e]/)
    })
  }
  await test.step('an empty file comes back empty', async () => {
    await drop(page, [{ name: 'empty.txt', content: '' }])
    await expect(rowOf(page, 'empty.txt')).toBeVisible()
    const download = await startDownload(page, 'empty.txt')
    expect(fs.readFileSync(await download.path())).toHaveLength(0)
  })
  expect(problems).toEqual([])
})

/** Without what Chromium itself puts aside in the name of a download: joiners, and signs for which it writes `_`. */
function plain(name: string): string {
  return name.replaceAll(/[_\p{Cf}]/gu, '')
}

/** Drops files as a person does, with names that no file system would let through. */
async function drop(page: Page, files: { name: string; content: string }[]): Promise<void> {
  await page.evaluate((files) => {
    const transfer = new DataTransfer()
    for (const { name, content } of files) transfer.items.add(new File([content], name))
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
    }
  }, files)
}
