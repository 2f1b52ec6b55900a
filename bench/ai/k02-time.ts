import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { z } from 'zod'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { metricsOf } from './once.ts'

const WORKER = path.join(import.meta.dirname, 'cluster-once.ts')
const measured = z.object({
  embedMs: z.number(),
  clusterMs: z.number(),
  peakMegabytes: z.number(),
  subjects: z.number(),
})

/** Time and memory of an analysis, each in a process of its own. */
export const time: Entry = {
  name: 'k02-time',
  title: 'keywords with different subjects, embedded and clustered',
  holdsBack:
    'one thread of WebAssembly embeds, about 10 ms for each subject on an idle machine; distances of each pair take 400 MB at 10,000.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const counts = isQuick ? [10, 100] : [10, 100, 1000, 10_000]
  const rows = counts.map((count) => {
    const args = ['--disable-warning=ExperimentalWarning', WORKER, String(count)]
    const { stdout, status } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error(`the analysis of ${count} keywords ended with ${status}`)
    const { embedMs, clusterMs, peakMegabytes, subjects } = measured.parse(JSON.parse(stdout))
    return {
      name: `${count} keywords`,
      metrics: metricsOf({
        'all ms': embedMs + clusterMs,
        'embed ms': embedMs,
        'cluster ms': clusterMs,
        'peak MB': peakMegabytes,
        subjects,
      }),
    }
  })
  return { tables: [{ caption: 'one run each', measured: rows, ratioTo: ['100 keywords'] }], aims: [], notes: [] }
}
