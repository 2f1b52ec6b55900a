import { setTimeout as sleep } from 'node:timers/promises'
import { browserMemory } from '../lib/browser.ts'
import { makeCertificate } from '../lib/certificate.ts'
import { CodecPage, megabytesPerSecond } from '../lib/codec-page.ts'
import type { CodecName } from '../browser/codec.worker.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { MEGABYTE, type RandomFile, makeMemoryFolder, makeRandomFile } from '../lib/files.ts'
import { bundle } from '../lib/pages.ts'
import { peakAbove } from '../lib/processes.ts'
import { type Contender, type Sample, medianOf, runRounds } from '../lib/rounds.ts'
import { type BenchServer, startBenchServer } from '../lib/server.ts'
import { VaultPage } from '../lib/vault-page.ts'

const SEAL = 'seal, 2 workers'
const STREAM = 'sealed upload, HTTP/2 stream'
const PARTS = 'sealed upload, HTTP/1.1 parts'
const DOWNLOAD = 'download through the service worker'
const WHOLE = 'peer: seal 256 MB in one WebCrypto call'

/** Time for a fresh browser to come to rest before its memory counts as idle. */
const SETTLE_MS = 2000

/** How much memory a large file takes in a fresh browser, over what the idle browser has. */
export const flat: Entry = {
  name: 'b03-flat',
  title: 'memory of a fresh Chromium above idle while a 1 GB file moves',
  holdsBack:
    'HTTP/1.1 parts are Blobs, which the browser process keeps. A download is a stream of 256 KiB segments through the service ' +
    'worker; what is left is the worker that opens them and its buffers. Objects are sent with no-store: Chromium buffers a response ' +
    'that it may cache past a slow reader, which cost some 60 MiB more.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const file = makeRandomFile(folder, 'large.bin', isQuick ? 128 : 1024)
  const whole = makeRandomFile(folder, 'whole.bin', isQuick ? 32 : 256)
  const parent = makeMemoryFolder('servers') ?? folder
  const certificate = await makeCertificate(folder)
  const plain = await startBenchServer({ parent })
  const secure = await startBenchServer({ parent, certificate })
  const script = await bundle('upload-peers.ts')

  const measured = await runRounds(
    [
      sealing(SEAL, 'ours', 2, file),
      uploading(STREAM, secure, file, certificate.spki),
      uploading(PARTS, plain, file),
      downloading(DOWNLOAD, plain, file),
      sealing(WHOLE, 'whole', 1, whole),
      uploadingAsPeer('peer: plain file in one XHR', plain, file, script),
    ],
    isQuick ? 1 : 3,
  )
  const aim = (what: string, reachable: number, ambitious: number) => ({
    what,
    got: medianOf(measured, what),
    reachable,
    ambitious,
    isUpperBound: true,
    unit: 'MiB',
  })
  return {
    tables: [{ caption: 'peak above idle', measured, ratioTo: [] }],
    aims: [aim(SEAL, 100, 60), aim(STREAM, 80, 30), aim(DOWNLOAD, 50, 27)],
    notes: [
      'Proportional set size over all Chromium processes, every 100 ms; each figure comes from a browser started for it. Uploads ' +
        'and downloads are those of the app itself, driven through its page; both are compared byte for byte once. The parts ' +
        'of a total need not add up: each is the peak of its own kind of process.',
    ],
  }
}

async function memoryOf(file: RandomFile, work: () => Promise<number>): Promise<Sample> {
  await sleep(SETTLE_MS)
  let ms = 0
  const peak = await peakAbove(browserMemory, async () => {
    ms = await work()
  })
  const mebibytes = (kind: string): number => Math.max(0, (peak.get(kind) ?? 0) / MEGABYTE)
  return {
    MiB: mebibytes('total'),
    'renderer MiB': mebibytes('renderer'),
    'browser MiB': mebibytes('browser'),
    'network MiB': mebibytes('network'),
    'MB/s': megabytesPerSecond(file.sizeBytes, ms),
  }
}

function sealing(name: string, codec: CodecName, workers: number, file: RandomFile): Contender {
  const contender = { name, codec, workers, file }
  return {
    name,
    // b01 compares the same code's bytes.
    run: async () => {
      const page = await CodecPage.start([file])
      try {
        await page.warm(contender)
        return await memoryOf(file, () => page.seal(contender))
      } finally {
        await page.close()
      }
    },
  }
}

function uploading(name: string, server: BenchServer, file: RandomFile, spki?: string): Contender {
  return {
    name,
    verify: async () => {
      const vault = await VaultPage.start(server, spki)
      const uploaded = await vault.upload(file)
      await vault.download(uploaded.name, file)
      await vault.close()
      server.clearBlobs()
    },
    run: async () => {
      const vault = await VaultPage.start(server, spki)
      try {
        return await memoryOf(file, async () => (await vault.upload(file)).ms)
      } finally {
        await vault.close()
        server.clearBlobs()
      }
    },
  }
}

function downloading(name: string, server: BenchServer, file: RandomFile): Contender {
  return {
    name,
    run: async () => {
      const first = await VaultPage.start(server)
      const uploaded = await first.upload(file)
      await first.close()
      // Another browser: what the upload left behind would count as idle.
      const vault = await VaultPage.signIn(server, first.person)
      try {
        return await memoryOf(file, () => vault.download(uploaded.name, file))
      } finally {
        await vault.close()
        server.clearBlobs()
      }
    },
  }
}

function uploadingAsPeer(name: string, server: BenchServer, file: RandomFile, script: string): Contender {
  return {
    name,
    run: async () => {
      const vault = await VaultPage.start(server)
      try {
        await vault.addPeers(script, [file])
        return await memoryOf(file, () => vault.uploadAs('wholePlain', file))
      } finally {
        await vault.close()
        server.clearBlobs()
      }
    },
  }
}
