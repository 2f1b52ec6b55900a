import fs from 'node:fs'
import path from 'node:path'
import { Pool } from 'pg'
import { m } from '#web/messages/app.ts'
import { startBrowser } from '../lib/browser.ts'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { type Sample, medianOf, runRounds } from '../lib/rounds.ts'
import { startBenchServer } from '../lib/server.ts'
import { VaultPage } from '../lib/vault-page.ts'
import { seedColleagues } from '../../test/support/people/seed-colleagues.ts'

const FIND = 'from the addresses to the list of people'
const SHARE = 'from pressing Share until it is done'
const PATIENCE_MS = 120_000

/** One file for a whole department. */
export const share: Entry = {
  name: 'd03-share',
  title: 'a file is shared with 500 people in the app',
  holdsBack:
    'finding verifies two signatures of each person; sharing wraps the key with X-Wing and signs a grant for each, and the server ' +
    'writes a row, an audit event, a notice and a mail of each in the same transaction.',
  run,
}

const nameOf = (round: number): string => `plan-${round}.txt`

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const count = isQuick ? 50 : 500
  const server = await startBenchServer({ environment: { RATE_LIMIT_FACTOR: '1000000' } })
  const owner = new Pool({ host: server.databaseSocket, user: 'postgres', database: 'quantumshield', max: 1 })
  owner.on('error', () => undefined)
  whenDone(() => owner.end())
  const vault = await VaultPage.in(await startBrowser(), server)
  const { page } = vault
  const emails = await seedColleagues((text, values) => owner.query(text, values), count)

  const rounds = isQuick ? 2 : 5
  const files = Array.from({ length: rounds }, (_, at) => path.join(folder, nameOf(at + 1)))
  for (const file of files) fs.writeFileSync(file, path.basename(file))
  await vault.uploadMany(files)

  let round = 0
  let findMs = 0
  // A file of its own each time: a second grant to the same people would only replace the first.
  const shareOne = async (): Promise<Sample> => {
    const name = nameOf((round += 1))
    await page.getByRole('button', { name: `Share ${name}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: m.sharing.title(name) })
    await dialog.getByLabel(m.sharing.people.email).fill(emails.join(','))
    const submit = dialog.getByRole('button', { name: m.sharing.submitTo(1, count) })
    const started = performance.now()
    await dialog.getByRole('button', { name: m.sharing.submit(1) }).click()
    await submit.waitFor({ timeout: PATIENCE_MS })
    findMs = performance.now() - started
    const pressed = performance.now()
    await submit.click()
    await page.getByText(m.files.toast.sharingText(name)).first().waitFor({ timeout: PATIENCE_MS })
    const ms = performance.now() - pressed
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    return { ms, 'find ms': findMs }
  }
  const measured = await runRounds([{ name: SHARE, run: shareOne }], rounds)
  const aim = { reachable: 2000, ambitious: 1000, isUpperBound: true, unit: 'ms' }
  return {
    tables: [{ caption: `${count} people`, measured, ratioTo: [] }],
    aims: [
      { what: SHARE, got: medianOf(measured, SHARE), ...aim },
      { what: FIND, got: medianOf(measured, SHARE, 'find ms'), ...aim },
    ],
    notes: [
      'The aim is for the work of the client; these times contain the server and the drawing of the page. The keys of the people are remembered ' +
        'in the first round.',
    ],
  }
}
