import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { startBrowser } from '../lib/browser.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { bundle } from '../lib/pages.ts'
import { type Sample, ratioOf, runRounds } from '../lib/rounds.ts'
import { startBenchServer } from '../lib/server.ts'
import { VaultPage } from '../lib/vault-page.ts'

const OURS = 'ours, sealed, signed and listed'
const PLAIN = 'the plain files, one request each, six at once'
const FILE_BYTES = 4096

/** A folder full of small files. */
export const smallFiles: Entry = {
  name: 'd02-small-files',
  title: '1,000 files of 4 KiB go from the browser to the server',
  holdsBack:
    'both cores are busy: in a run apart, beside other work, a file cost 26 ms of processor where the plain one cost 11. Of these, 12 were in the renderer (messages between ' +
    'page and workers, a dozen calls of WebCrypto, drawing the panel), 4 in the browser process, 8 in server and database.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const count = isQuick ? 100 : 1000
  const server = await startBenchServer({ environment: { RATE_LIMIT_FACTOR: '1000000' } })
  const script = await bundle('upload-peers.ts')
  const browser = await startBrowser()
  let round = 0
  const makeFiles = (): string[] => {
    round += 1
    const own = path.join(folder, `small-${round}`)
    fs.mkdirSync(own)
    return Array.from({ length: count }, (_, at) => {
      const file = path.join(own, `small-${round}-${at}.bin`)
      fs.writeFileSync(file, randomBytes(FILE_BYTES))
      return file
    })
  }
  // An empty vault for each: a list that grows would slow the later rounds.
  const inNewVault = async (work: (vault: VaultPage) => Promise<number>): Promise<Sample> => {
    const vault = await VaultPage.in(browser, server)
    await vault.addPeers(script, [])
    const ms = await work(vault)
    await vault.page.close()
    return { 'files/s': (1000 * count) / ms }
  }
  const measured = await runRounds(
    [
      { name: OURS, run: () => inNewVault((vault) => vault.uploadMany(makeFiles())) },
      { name: PLAIN, run: () => inNewVault((vault) => vault.uploadManyPlain(makeFiles())) },
    ],
    isQuick ? 2 : 5,
  )
  return {
    tables: [{ caption: `${count} files`, measured, ratioTo: [PLAIN] }],
    aims: [{ what: `ours, times ${PLAIN}`, got: ratioOf(measured, OURS, PLAIN), reachable: 0.6, ambitious: 0.8 }],
    notes: ['Ours ends when the app says that all are stored. Both write to disk, durably.'],
  }
}
