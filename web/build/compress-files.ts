import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { filesIn } from './build-list.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
/** Pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|html|json|svg|xml|txt|ico|webmanifest)$/
/** Below it, the headers of the answer weigh as much. */
const WORTH_IT_BYTES = 512
/** As many as libuv has threads for them. */
const AT_ONCE = 4

/** Writes `.br` and `.gz` beside every file that is sent as it is. What a server fills in first is compressed there. */
export async function compressFiles(dist: string): Promise<void> {
  const waiting = filesIn(dist).filter((file) => COMPRESSIBLE.test(file) && !/^(?:site\/|app\.html$|\.)/.test(file))
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await compress(path.join(dist, file))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function compress(file: string): Promise<void> {
  const content = fs.readFileSync(file)
  if (content.length < WORTH_IT_BYTES) return
  const [small, larger] = await Promise.all([
    brotli(content, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    gzip(content, { level: 9 }),
  ])
  fs.writeFileSync(`${file}.br`, small)
  fs.writeFileSync(`${file}.gz`, larger)
}
