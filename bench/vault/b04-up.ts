import { startBrowser } from '../lib/browser.ts'
import { makeCertificate } from '../lib/certificate.ts'
import { megabytesPerSecond } from '../lib/codec-page.ts'
import type { SingleUpload } from '../browser/upload-peers.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { type RandomFile, hashOfFile, makeMemoryFolder, makeRandomFile } from '../lib/files.ts'
import { bundle } from '../lib/pages.ts'
import { type Contender, ratioOf, runRounds } from '../lib/rounds.ts'
import { type BenchServer, startBenchServer } from '../lib/server.ts'
import { VaultPage } from '../lib/vault-page.ts'

const PARTS = 'ours, sealed, HTTP/1.1 parts'
const STREAM = 'ours, sealed, HTTP/2 stream'
const PLAIN = 'plain file, 8 MiB parts × 3'
const TUS = 'tus-js-client, sealed by a reader'

/** A file goes from disk through the browser to the server. */
export const up: Entry = {
  name: 'b04-up',
  title: 'a 256 MB file goes from disk through Chromium to the server (storage in memory)',
  holdsBack:
    'browser, network process and server share two cores, and sealing takes its part of them; planning, signing and listing ' +
    'the file are included in our figures only.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const file = makeRandomFile(folder, 'large.bin', isQuick ? 64 : 256)
  const small = makeRandomFile(folder, 'small.bin', 32)
  const parent = makeMemoryFolder('servers') ?? folder
  const certificate = await makeCertificate(folder)
  const plainServer = await startBenchServer({ parent })
  const secureServer = await startBenchServer({ parent, certificate })
  const browser = await startBrowser({ spki: certificate.spki })
  const vault = await VaultPage.in(browser, plainServer)
  const secureVault = await VaultPage.in(browser, secureServer)
  await vault.addPeers(await bundle('upload-peers.ts'), [file, small])

  const measured = await runRounds(
    [
      ours(PARTS, vault, plainServer, file),
      ours(STREAM, secureVault, secureServer, file),
      peer(PLAIN, 'partsPlain', vault, plainServer, file),
      peer('plain file, one XHR', 'wholePlain', vault, plainServer, file),
      peer(TUS, 'tusSealed', vault, plainServer, small),
    ],
    isQuick ? 2 : 5,
  )
  return {
    tables: [{ caption: 'upload', measured, ratioTo: [PLAIN, TUS] }],
    aims: [
      { what: `HTTP/1.1, times ${PLAIN}`, got: ratioOf(measured, PARTS, PLAIN), reachable: 0.62, ambitious: 0.8 },
      { what: `HTTP/2, times ${PLAIN}`, got: ratioOf(measured, STREAM, PLAIN), reachable: 0.62, ambitious: 0.8 },
      { what: `HTTP/1.1, times ${TUS}`, got: ratioOf(measured, PARTS, TUS), reachable: 10, ambitious: 12 },
    ],
    notes: [
      'Ours is the whole way of the app, from choosing the file until the list shows it. tus-js-client sends 32 MB, because it ' +
        'hands the browser an ArrayBuffer, which Chromium sends slowly. The HTTP/2 server speaks TLS, the other does not.',
    ],
  }
}

function ours(name: string, vault: VaultPage, server: BenchServer, file: RandomFile): Contender {
  return {
    name,
    verify: async () => {
      const uploaded = await vault.upload(file)
      await vault.download(uploaded.name, file)
      server.clearBlobs()
    },
    run: async () => {
      await vault.page.bringToFront()
      const { ms } = await vault.upload(file)
      server.clearBlobs()
      return { 'MB/s': megabytesPerSecond(file.sizeBytes, ms) }
    },
  }
}

function peer(name: string, kind: SingleUpload, vault: VaultPage, server: BenchServer, file: RandomFile): Contender {
  const isSealed = kind === 'tusSealed'
  return {
    name,
    verify: async () => {
      await vault.uploadAs(kind, file)
      const [blob, ...others] = server.blobs()
      if (!blob || others.length > 0) throw new Error('the server does not hold exactly one object')
      const isSame = (await hashOfFile(blob)) === file.sha256
      if (isSame === isSealed) throw new Error(isSealed ? 'it was not sealed' : 'the stored bytes differ')
      server.clearBlobs()
    },
    run: async () => {
      await vault.page.bringToFront()
      const ms = await vault.uploadAs(kind, file)
      server.clearBlobs()
      return { 'MB/s': megabytesPerSecond(file.sizeBytes, ms) }
    },
  }
}
